package dev.turnstile.lab.simulate;

import dev.turnstile.lab.run.RandomValues;
import java.util.SplittableRandom;
import java.util.function.LongUnaryOperator;

/** A fault of one node at one time. */
public sealed interface Fault {
    /** Returns the faulty node. */
    int node();

    /** Returns the time of the fault. */
    double at();

    /** The node crashes. Messages it has sent still arrive; messages sent to it are dropped. */
    record Crash(int node, double at) implements Fault {}

    /** The node does nothing for the given time. Messages sent to it wait. */
    record Pause(int node, double at, double length) implements Fault {}

    /** The next message that the node sends is lost. */
    record Lose(int node, double at) implements Fault {}

    /** The next message that the node sends arrives twice. */
    record Repeat(int node, double at) implements Fault {}

    /**
     * Every variable of the node gets an arbitrary value of its domain. Each value is drawn from the small values of
     * the domain with probability one half.
     */
    record Corrupt(int node, double at) implements Fault {
        private static final long SMALL = 8;

        /** Returns a function that maps a bound to a random number below it; see {@link RandomValues}. */
        static LongUnaryOperator dice(SplittableRandom random) {
            RandomValues whole = new RandomValues(random);
            return bound -> {
                long few = bound > 0 ? Math.min(SMALL, bound) : SMALL;
                return whole.applyAsLong(random.nextBoolean() ? few : bound);
            };
        }
    }
}
