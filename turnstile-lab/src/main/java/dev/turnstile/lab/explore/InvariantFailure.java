package dev.turnstile.lab.explore;

import dev.turnstile.lab.property.Property;
import dev.turnstile.lab.property.Violation;
import java.util.OptionalInt;

/** A configuration that breaks an invariant, or in which a move fails; {@code failing} is that move. */
@SuppressWarnings("ArrayRecordComponent") // never compared
record InvariantFailure(long[] state, Property property, Violation violation, OptionalInt failing) {
    InvariantFailure(long[] state, Property property, Violation violation) {
        this(state, property, violation, OptionalInt.empty());
    }
}
