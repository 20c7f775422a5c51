package dev.turnstile.machine;

/**
 * The size of a system.
 *
 * <p>In a request for a system ({@link #of}), {@code unitsEach} is the most that a participant will ask for. A system
 * may allow each participant fewer units. Its own sizes state how many.
 *
 * <pre>{@code
 * Sizes sizes = Sizes.of(5, 3).withFloor(1);     // n = 5, k = 3, l = 1
 * }</pre>
 *
 * @param participants n: the number of processes or nodes, which are numbered from 0
 * @param limit k: the number of units that may be inside at once
 * @param floor l: the number of units that stay inside; no participant leaves if fewer would remain. 0 outside windows
 * @param unitsEach the most units that one participant can ask for
 */
public record Sizes(int participants, int limit, int floor, int unitsEach) {
    /**
     * Checks that the numbers are consistent.
     *
     * @throws IllegalArgumentException if there is no system of these sizes; the message states what is allowed
     */
    public Sizes {
        atLeast("n", participants, 1);
        atLeast("k", limit, 1);
        if (floor < 0 || floor > limit) {
            throw new IllegalArgumentException("l must be between 0 and k = " + limit + ", not " + floor);
        }
        atLeast("the units of one participant", unitsEach, 1);
    }

    private static void atLeast(String what, int value, int least) {
        if (value < least) {
            throw new IllegalArgumentException(what + " must be at least " + least + ", not " + value);
        }
    }

    /**
     * Returns the sizes of n participants that share k units, without a floor. Each participant may ask for all units.
     */
    public static Sizes of(int participants, int limit) {
        return new Sizes(participants, limit, 0, Math.max(1, limit));
    }

    /** Returns the same sizes with another number of participants. */
    public Sizes withParticipants(int count) {
        return new Sizes(count, limit, floor, unitsEach);
    }

    /** Returns the same sizes with another floor. */
    public Sizes withFloor(int least) {
        return new Sizes(participants, limit, least, unitsEach);
    }

    /** Returns the same sizes with another maximum for the units of one participant. */
    public Sizes withUnitsEach(int most) {
        return new Sizes(participants, limit, floor, most);
    }
}
