package dev.turnstile.machine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongUnaryOperator;

/**
 * Operations on the state of a {@link Stateful}: measure, pack, unpack, save, load, print and scramble.
 *
 * <p>A packed state holds the fields one after another, lowest bits first. Each field takes as many bits as its domain
 * needs, and all of them must fit into 64 bits. {@link #save} handles larger states.
 *
 * <pre>{@code
 * long packed = State.pack(process);
 * State.unpack(process, packed);
 * System.out.println(State.print(process));     // region=TRYING ticket=3
 * }</pre>
 */
public final class State {
    private State() {}

    /** Returns the number of bits that {@link #pack} needs for this machine. */
    public static int bits(Stateful machine) {
        Measure measure = new Measure();
        machine.state(measure);
        return measure.bits;
    }

    /**
     * Packs the fields into one number.
     *
     * @throws OutOfDomainException if a field is outside its domain
     * @throws IllegalStateException if the fields need more than 64 bits
     */
    public static long pack(Stateful machine) {
        Pack pack = new Pack();
        machine.state(pack);
        return pack.packed;
    }

    /**
     * Sets the fields from a number that {@link #pack} returned.
     *
     * @throws OutOfDomainException if the number is not a packed state of this machine
     */
    public static void unpack(Stateful machine, long packed) {
        Unpack unpack = new Unpack(packed);
        machine.state(unpack);
        if (unpack.rest != 0) {
            throw new OutOfDomainException("what is left over", unpack.rest, 0, 0);
        }
    }

    /**
     * Returns the fields, one number each. Unlike {@link #pack}, this works for machines of more than 64 bits.
     *
     * @throws OutOfDomainException if a field is outside its domain
     */
    public static long[] save(Stateful machine) {
        Save save = new Save();
        machine.state(save);
        return Arrays.copyOf(save.values, save.count);
    }

    /**
     * Sets the fields from numbers that {@link #save} returned, starting at an index of the array. Returns the index
     * after the last number used.
     *
     * @throws OutOfDomainException if a number is outside the domain of its field
     */
    public static int load(Stateful machine, long[] values, int at) {
        Load load = new Load(values, at);
        machine.state(load);
        return load.at;
    }

    /** Returns the fields as {@code name=value}, separated by spaces. */
    public static String print(Stateful machine) {
        return String.join(" ", variables(machine));
    }

    /** Returns each field as {@code name=value}. */
    public static List<String> variables(Stateful machine) {
        Print print = new Print();
        machine.state(print);
        return List.copyOf(print.parts);
    }

    /**
     * Sets every field to an arbitrary value of its domain. {@code dice} maps a bound b to some number from 0 to b - 1.
     * The bound 0 stands for 2^64.
     */
    public static void scramble(Stateful machine, LongUnaryOperator dice) {
        machine.state((name, value, min, max) -> min + dice.applyAsLong(max - min + 1));
    }

    private static int bitsFor(long min, long max) {
        return Long.SIZE - Long.numberOfLeadingZeros(max - min);
    }

    private static long inDomain(String name, long value, long min, long max) {
        if (value < min || value > max) {
            throw new OutOfDomainException(name, value, min, max);
        }
        return value;
    }

    private static final class Measure implements Fields {
        private int bits;

        @Override
        public long range(String name, long value, long min, long max) {
            bits += bitsFor(min, max);
            return value;
        }
    }

    private static final class Pack implements Fields {
        private long packed;
        private int used;

        @Override
        public long range(String name, long value, long min, long max) {
            int width = bitsFor(min, max);
            if (used + width > Long.SIZE) {
                throw new IllegalStateException(
                        "the fields up to " + name + " need " + (used + width) + " bits; a packed state holds 64");
            }
            long offset = inDomain(name, value, min, max) - min;
            packed |= width == 0 ? 0 : offset << used;
            used += width;
            return value;
        }
    }

    private static final class Unpack implements Fields {
        private long rest;

        Unpack(long packed) {
            rest = packed;
        }

        @Override
        public long range(String name, long value, long min, long max) {
            int width = bitsFor(min, max);
            long offset = width == Long.SIZE ? rest : rest & ((1L << width) - 1);
            rest = width == Long.SIZE ? 0 : rest >>> width;
            return width == Long.SIZE ? min + offset : inDomain(name, min + offset, min, max);
        }
    }

    private static final class Save implements Fields {
        private long[] values = new long[16];
        private int count;

        @Override
        public long range(String name, long value, long min, long max) {
            if (count == values.length) {
                values = Arrays.copyOf(values, 2 * count);
            }
            values[count++] = inDomain(name, value, min, max);
            return value;
        }
    }

    private static final class Load implements Fields {
        private final long[] values;
        private int at;

        Load(long[] values, int at) {
            this.values = values;
            this.at = at;
        }

        @Override
        public long range(String name, long value, long min, long max) {
            return inDomain(name, values[at++], min, max);
        }
    }

    private static final class Print implements Fields {
        private final List<String> parts = new ArrayList<>();

        @Override
        public long range(String name, long value, long min, long max) {
            parts.add(name + "=" + inDomain(name, value, min, max));
            return value;
        }

        @Override
        public int label(String name, int value, List<String> labels) {
            parts.add(name + "=" + labels.get((int) inDomain(name, value, 0, labels.size() - 1)));
            return value;
        }

        @Override
        public boolean flag(String name, boolean value) {
            parts.add(name + "=" + value);
            return value;
        }

        @Override
        public <E extends Enum<E>> E choice(String name, E value, E[] all) {
            parts.add(name + "=" + value);
            return value;
        }
    }
}
