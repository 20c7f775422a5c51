package dev.turnstile.algorithm.store;

/**
 * The id of a session: 128 random bits, never used again.
 *
 * @param high the upper half
 * @param low the lower half
 */
public record SessionId(long high, long low) {
    private static final int RADIX = 16;
    private static final int DIGITS = 32;

    /**
     * Returns the id that {@link #toString} has printed.
     *
     * @throws IllegalArgumentException if the text is not such an id
     */
    public static SessionId of(String text) {
        if (text.length() != DIGITS || !text.chars().allMatch(c -> Character.digit(c, RADIX) >= 0)) {
            throw new IllegalArgumentException("a session's id has " + DIGITS + " hexadecimal digits: '" + text + "'");
        }
        return new SessionId(
                Long.parseUnsignedLong(text.substring(0, DIGITS / 2), RADIX),
                Long.parseUnsignedLong(text.substring(DIGITS / 2), RADIX));
    }

    @Override
    public String toString() {
        return String.format("%016x%016x", high, low);
    }
}
