package dev.turnstile.machine;

/**
 * Counts of up to three kinds of tokens, packed into one number. Such numbers can be added and subtracted, because each
 * kind has bits of its own. If there is only one kind, the number is its count.
 *
 * <pre>{@code
 * long all = Tokens.of(2, 0, 1) + Tokens.of(1, 1, 0);
 * Tokens.print(all);     // 3+1+1
 * }</pre>
 */
public final class Tokens {
    private static final int DIGITS = 20;
    private static final long MASK = (1L << DIGITS) - 1;
    private static final int KINDS = 3;

    private Tokens() {}

    /** Returns the number for these counts, each of which must be less than 2^20. */
    public static long of(long first, long second, long third) {
        return first + (second << DIGITS) + (third << (2 * DIGITS));
    }

    /** Returns the count of one kind; kinds are numbered from 0. */
    public static long count(long tokens, int kind) {
        return tokens >>> (kind * DIGITS) & MASK;
    }

    /** Returns the counts joined by plus signs, up to the last kind present: {@code 3+1+1}, or {@code 3}. */
    public static String print(long tokens) {
        return print(tokens, tokens);
    }

    /**
     * Returns the counts of {@code tokens}, for as many kinds as {@code tokens} or {@code others} has: {@code 3+1+0}
     * beside {@code 3+1+1}.
     */
    public static String print(long tokens, long others) {
        StringBuilder text = new StringBuilder().append(count(tokens, 0));
        for (int kind = 1; kind < KINDS && (tokens | others) >>> (kind * DIGITS) != 0; kind++) {
            text.append('+').append(count(tokens, kind));
        }
        return text.toString();
    }
}
