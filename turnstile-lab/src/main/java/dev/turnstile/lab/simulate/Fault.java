package dev.turnstile.lab.simulate;

import dev.turnstile.lab.run.RandomValues;
import java.util.SplittableRandom;
import java.util.function.LongUnaryOperator;

/**
 * Something that goes wrong at a node, at some time.
 *
 * <pre>{@code
 * Fault fault = new Fault.Crash(2, 100.0);
 * }</pre>
 */
public sealed interface Fault {
    /** Which node. */
    int node();

    /** When. */
    double at();

    /** The node stops for ever. What it has sent arrives; what is sent to it does not. */
    record Crash(int node, double at) implements Fault {}

    /** The node does nothing for so long; what is sent to it waits. */
    record Pause(int node, double at, double length) implements Fault {}

    /** The next message that the node sends is lost. */
    record Lose(int node, double at) implements Fault {}

    /** The next message that the node sends arrives twice. */
    record Repeat(int node, double at) implements Fault {}

    /**
     * Every variable of the node gets an arbitrary value of its domain: half of them a small one, as far as there are
     * small ones.
     */
    record Corrupt(int node, double at) implements Fault {
        private static final long SMALL = 8;

        /** Maps a bound to some number below it: see {@link RandomValues}. */
        static LongUnaryOperator dice(SplittableRandom random) {
            RandomValues whole = new RandomValues(random);
            return bound -> {
                long few = bound > 0 ? Math.min(SMALL, bound) : SMALL;
                return whole.applyAsLong(random.nextBoolean() ? few : bound);
            };
        }
    }
}
