package dev.turnstile.lab.simulate;

import java.util.SplittableRandom;

/**
 * The distribution of transit times, in multiples of Tt. Whatever the distribution, a message never overtakes another
 * message from the same sender to the same receiver.
 */
public sealed interface Delay {
    /** Always Tt. */
    record Constant() implements Delay {}

    /** Uniformly distributed between 0 and 2 Tt. */
    record Uniform() implements Delay {}

    /** Exponentially distributed with mean Tt. */
    record Exponential() implements Delay {}

    /** Tt, but with the given probability {@code times} times Tt, which models a few very slow messages. */
    record Slow(double probability, double times) implements Delay {
        /**
         * Validates the parameters.
         *
         * @throws IllegalArgumentException if the probability is not between 0 and 1, or {@code times} is less than 1
         *     or infinite
         */
        public Slow {
            if (!(probability >= 0 && probability <= 1) || !isSlow(times)) {
                throw new IllegalArgumentException(
                        "the probability must be between 0 and 1, and a slow transit at least 1 Tt," + " not "
                                + probability + " and " + times);
            }
        }
    }

    /**
     * Chosen against the algorithm. Each channel alternates at random between slow and fast spells, each several Tt
     * long. In a slow spell a transit takes {@code times} times Tt, in a fast one it takes no time. Messages on
     * different paths therefore arrive in very different orders.
     */
    record Adversarial(double times) implements Delay {
        /**
         * Validates the parameter.
         *
         * @throws IllegalArgumentException if {@code times} is less than 1 or infinite
         */
        public Adversarial {
            if (!isSlow(times)) {
                throw new IllegalArgumentException("a slow transit must be at least 1 Tt, not " + times);
            }
        }
    }

    private static boolean isSlow(double times) {
        return times >= 1 && !Double.isInfinite(times);
    }

    /** Returns the transit time, in multiples of Tt, of a message that departs now. */
    private static double spell(double times, long seed, int from, int to, double now) {
        long spell = (long) (now / (SPELL * times));
        long mixed = mix(mix(mix(seed ^ from) ^ to) ^ spell);
        return (mixed & 1) == 0 ? 0 : times;
    }

    /** The length of a spell, in slow transits. */
    double SPELL = 2;

    private static long mix(long value) {
        long product = (value ^ (value >>> 32)) * 0x9E37_79B9_7F4A_7C15L;
        return product ^ (product >>> 29);
    }

    /** Returns the transit time of one message, in multiples of Tt; {@code now} is in Tt, too. */
    default double draw(SplittableRandom random, long seed, int from, int to, double now) {
        return switch (this) {
            case Constant() -> 1;
            case Uniform() -> 2 * random.nextDouble();
            case Exponential() -> exponential(random);
            case Slow(double probability, double times) -> random.nextDouble() < probability ? times : 1;
            case Adversarial(double times) -> spell(times, seed, from, to, now);
        };
    }

    /** Draws from the exponential distribution with mean 1; the same values on every machine. */
    static double exponential(SplittableRandom random) {
        return -StrictMath.log(1 - random.nextDouble());
    }
}
