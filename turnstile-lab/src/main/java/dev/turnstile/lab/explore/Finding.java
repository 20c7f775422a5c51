package dev.turnstile.lab.explore;

import dev.turnstile.lab.property.LivenessJudge;
import dev.turnstile.lab.property.Violation;

/** A run that breaks a property: a path, and where the run is infinite, what is repeated for ever at its end. */
record Finding(Violation violation, Path stem, Path loop) implements LivenessJudge.Found {
    Finding(Violation violation, Path stem) {
        this(violation, stem, new Path(stem.states().getLast()));
    }

    @Override
    public int length() {
        return stem.moves().size();
    }
}
