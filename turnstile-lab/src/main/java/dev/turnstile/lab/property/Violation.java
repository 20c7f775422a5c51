package dev.turnstile.lab.property;

import java.util.List;

/**
 * Why a property does not hold, and the participants involved.
 *
 * <pre>{@code
 * new Violation("3 units are inside, 2 allowed", List.of(0, 1, 3));
 * }</pre>
 */
public record Violation(String reason, List<Integer> participants) {
    /** Copies the list of participants. */
    public Violation {
        participants = List.copyOf(participants);
    }

    @Override
    public String toString() {
        return reason + " (participants " + participants + ")";
    }
}
