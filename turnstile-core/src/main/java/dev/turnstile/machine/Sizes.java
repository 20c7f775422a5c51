package dev.turnstile.machine;

/**
 * How large a system is.
 *
 * <p>As a wish ({@link #of}), {@code unitsEach} is the most that a participant will ask for; a system may give each
 * participant fewer units, and its own sizes say how many.
 *
 * <pre>{@code
 * Sizes sizes = Sizes.of(5, 3).withFloor(1);     // n = 5, k = 3, l = 1
 * }</pre>
 *
 * @param participants n: how many processes or nodes take part; they are numbered from 0
 * @param limit k: how many units may be inside at once
 * @param floor l: how many units stay inside; no participant leaves if fewer would be left. 0 outside windows
 * @param unitsEach the most units that one participant can ask for
 */
public record Sizes(int participants, int limit, int floor, int unitsEach) {
    /**
     * Checks that the numbers fit each other.
     *
     * @throws IllegalArgumentException if there is no such system; the message says what is allowed
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

    /** Returns n participants and k units, without a floor; each participant may ask for all units. */
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

    /** Returns the same sizes with another bound on what one participant can ask for. */
    public Sizes withUnitsEach(int most) {
        return new Sizes(participants, limit, floor, most);
    }
}
