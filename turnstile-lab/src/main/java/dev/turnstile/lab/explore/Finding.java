package dev.turnstile.lab.explore;

import dev.turnstile.lab.property.LivenessJudge;
import dev.turnstile.lab.property.Violation;

/** A run that breaks a property: a path and, for an infinite run, the loop that repeats forever at its end. */
record Finding(Violation violation, Path stem, Path loop) implements LivenessJudge.Found {
    Finding(Violation violation, Path stem) {
        this(violation, stem, new Path(stem.states().getLast()));
    }

    @Override
    public int length() {
        return stem.moves().size();
    }
}
