package dev.turnstile.machine;

import java.util.ArrayList;
import java.util.List;

/**
 * A visitor of a machine's variables. The machine names each variable, its value and its domain; the visitor decides
 * what that is for: packing the value, replacing it by an unpacked or an arbitrary one, printing it.
 *
 * <p>The machine assigns what it gets back. A visitor that only looks returns the value that it was given. A value
 * outside its domain is an {@link OutOfDomainException} at once, from every visitor that looks at values.
 *
 * <pre>{@code
 * level = fields.range("level", level, 0, n - k);
 * }</pre>
 *
 * @see State
 */
public interface Fields {
    /** A whole number from {@code min} to {@code max}, both included, in signed order. */
    long range(String name, long value, long min, long max);

    /** As {@link #range(String, long, long, long)}, for an int. */
    default int range(String name, int value, int min, int max) {
        return (int) range(name, (long) value, min, max);
    }

    /**
     * A number from 0 of which only the order matters, among those of the same group: a count that grows for ever, is
     * only ever compared, and goes on from the largest of its group. Long.MAX_VALUE stands for infinity. Whoever
     * explores may put smaller numbers in the same order in its place:
     * {@link dev.turnstile.machine.facts.NodeFacts#stamps}.
     */
    default long stamp(String name, long value, int group) {
        return range(name, value, 0, Long.MAX_VALUE);
    }

    /** One of some values that have names: its number, from 0. */
    default int label(String name, int value, List<String> labels) {
        return range(name, value, 0, labels.size() - 1);
    }

    /**
     * Up to so many whole numbers from {@code min} to {@code max}, in their order: their count, and then as many fields
     * as there can be, of which those behind the last are {@code min}. Returns a list that can be changed.
     */
    default List<Integer> list(String name, List<Integer> values, int most, int min, int max) {
        int count = range(name + ".length", values.size(), 0, most);
        List<Integer> now = new ArrayList<>(count);
        for (int at = 0; at < most; at++) {
            int value = range(name + "[" + at + "]", at < values.size() ? values.get(at) : min, min, max);
            if (at < count) {
                now.add(value);
            }
        }
        return now;
    }

    /** True or false. */
    default boolean flag(String name, boolean value) {
        return range(name, value ? 1 : 0, 0, 1) == 1;
    }

    /** One of an enum's constants; {@code all} is what {@code values()} returns. */
    @SuppressWarnings("EnumOrdinal") // a packed state lives as long as the classes that made it
    default <E extends Enum<E>> E choice(String name, E value, E[] all) {
        return all[range(name, value.ordinal(), 0, all.length - 1)];
    }
}
