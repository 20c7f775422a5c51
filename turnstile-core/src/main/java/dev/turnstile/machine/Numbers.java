package dev.turnstile.machine;

import java.util.Arrays;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;

/**
 * An immutable array of whole numbers, for use in messages.
 *
 * <pre>{@code
 * Numbers served = Numbers.of(3, 0, 7);
 * served.get(2);     // 7
 * }</pre>
 */
public final class Numbers {
    private static final Numbers NONE = new Numbers(new long[0]);

    private final long[] values;

    private Numbers(long[] values) {
        this.values = values;
    }

    /** Returns a copy of these numbers. */
    public static Numbers of(long... values) {
        return values.length == 0 ? NONE : new Numbers(values.clone());
    }

    /** Returns {@code size} numbers, each computed from its index. */
    public static Numbers of(int size, LongUnaryOperator value) {
        long[] values = new long[size];
        Arrays.setAll(values, value::applyAsLong);
        return new Numbers(values);
    }

    /** Returns the number of elements. */
    public int size() {
        return values.length;
    }

    /** Returns the number at an index. */
    public long get(int index) {
        return values[index];
    }

    /** Returns all numbers in order. */
    public LongStream stream() {
        return Arrays.stream(values);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Numbers numbers && Arrays.equals(values, numbers.values);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(values);
    }

    @Override
    public String toString() {
        return Arrays.toString(values);
    }
}
