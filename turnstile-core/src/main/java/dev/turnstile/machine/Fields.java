package dev.turnstile.machine;

import java.util.ArrayList;
import java.util.List;

/**
 * A visitor of a machine's variables. The machine passes the name, the value and the domain of each variable. The
 * visitor decides what to do with them: pack the value, replace it by an unpacked or an arbitrary one, or print it.
 *
 * <p>The machine assigns the returned value to the variable. A visitor that only looks returns the value that it was
 * given. A visitor that looks at values throws {@link OutOfDomainException} for a value outside its domain.
 *
 * <pre>{@code
 * level = fields.range("level", level, 0, n - k);
 * }</pre>
 *
 * @see State
 */
public interface Fields {
    /** Visits a whole number from {@code min} to {@code max}, both inclusive, in signed order. */
    long range(String name, long value, long min, long max);

    /** Visits an int, as {@link #range(String, long, long, long)} does. */
    default int range(String name, int value, int min, int max) {
        return (int) range(name, (long) value, min, max);
    }

    /**
     * Visits a number from 0 that matters only by its order within its group. Such a number grows forever, is only ever
     * compared, and continues from the largest of its group. Long.MAX_VALUE stands for infinity. An explorer may
     * substitute smaller numbers in the same order: {@link dev.turnstile.machine.facts.NodeFacts#stamps}.
     */
    default long stamp(String name, long value, int group) {
        return range(name, value, 0, Long.MAX_VALUE);
    }

    /** Visits one of several named values, by its index. */
    default int label(String name, int value, List<String> labels) {
        return range(name, value, 0, labels.size() - 1);
    }

    /**
     * Visits an ordered list of at most {@code most} whole numbers from {@code min} to {@code max}. The visitor sees
     * the length and then {@code most} fields. Unused fields hold {@code min}. Returns a mutable list.
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

    /** Visits a boolean. */
    default boolean flag(String name, boolean value) {
        return range(name, value ? 1 : 0, 0, 1) == 1;
    }

    /** Visits an enum constant; {@code all} is the result of {@code values()}. */
    @SuppressWarnings("EnumOrdinal") // a packed state does not outlive the classes that made it
    default <E extends Enum<E>> E choice(String name, E value, E[] all) {
        return all[range(name, value.ordinal(), 0, all.length - 1)];
    }
}
