package dev.turnstile.machine;

/**
 * Counts of tokens of several kinds in one number, which can be added and subtracted: each kind has digits of its own.
 * Where there is one kind only, the number is its count.
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

    /** So many of the first kind, of the second, and of the third; each less than 2^20. */
    public static long of(long first, long second, long third) {
        return first + (second << DIGITS) + (third << (2 * DIGITS));
    }

    /** How many there are of a kind, from 0. */
    public static long count(long tokens, int kind) {
        return tokens >>> (kind * DIGITS) & MASK;
    }

    /** The counts with a plus between them, as far as there are any: {@code 3+1+1}, or {@code 3}. */
    public static String print(long tokens) {
        return print(tokens, tokens);
    }

    /** The counts of as many kinds as there are of others: {@code 3+1+0} beside {@code 3+1+1}. */
    public static String print(long tokens, long others) {
        StringBuilder text = new StringBuilder().append(count(tokens, 0));
        for (int kind = 1; kind < KINDS && (tokens | others) >>> (kind * DIGITS) != 0; kind++) {
            text.append('+').append(count(tokens, kind));
        }
        return text.toString();
    }
}
