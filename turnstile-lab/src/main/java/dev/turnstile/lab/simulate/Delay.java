package dev.turnstile.lab.simulate;

import java.util.SplittableRandom;

/**
 * How long messages travel, as multiples of Tt. Whatever it is, a message never overtakes another one from the same
 * sender to the same receiver.
 *
 * <pre>{@code
 * Delay delay = new Delay.Slow(0.01, 100);
 * }</pre>
 */
public sealed interface Delay {
    /** Always Tt. */
    record Constant() implements Delay {}

    /** Anything from 0 to 2 Tt, each as likely. */
    record Uniform() implements Delay {}

    /** Exponentially distributed with mean Tt. */
    record Exponential() implements Delay {}

    /** Tt, but with some probability so many times as much: single very slow messages. */
    record Slow(double probability, double times) implements Delay {
        /** The probability is between 0 and 1, and slow is slower. */
        public Slow {
            if (!(probability >= 0 && probability <= 1) || !isSlow(times)) {
                throw new IllegalArgumentException("the probability must be between 0 and 1, and slow at least once Tt,"
                        + " not " + probability + " and " + times);
            }
        }
    }

    /**
     * Against the algorithm: each channel has spells, each of several Tt, in which it is so many times as slow, and
     * others in which it takes no time; which channels are slow at once is by chance. Messages on different ways then
     * arrive in very different orders.
     */
    record Adversarial(double times) implements Delay {
        /** Slow is slower. */
        public Adversarial {
            if (!isSlow(times)) {
                throw new IllegalArgumentException("slow must be at least once Tt, not " + times);
            }
        }
    }

    private static boolean isSlow(double times) {
        return times >= 1 && !Double.isInfinite(times);
    }

    /** For a message that leaves now, in multiples of Tt. */
    private static double spell(double times, long seed, int from, int to, double now) {
        long spell = (long) (now / (SPELL * times));
        long mixed = mix(mix(mix(seed ^ from) ^ to) ^ spell);
        return (mixed & 1) == 0 ? 0 : times;
    }

    /** How many slow transits a spell lasts. */
    double SPELL = 2;

    private static long mix(long value) {
        long product = (value ^ (value >>> 32)) * 0x9E37_79B9_7F4A_7C15L;
        return product ^ (product >>> 29);
    }

    /** The multiple of Tt for one message; {@code now} is in Tt, too. */
    default double draw(SplittableRandom random, long seed, int from, int to, double now) {
        return switch (this) {
            case Constant() -> 1;
            case Uniform() -> 2 * random.nextDouble();
            case Exponential() -> exponential(random);
            case Slow(double probability, double times) -> random.nextDouble() < probability ? times : 1;
            case Adversarial(double times) -> spell(times, seed, from, to, now);
        };
    }

    /** With mean 1; the same on every machine. */
    static double exponential(SplittableRandom random) {
        return -StrictMath.log(1 - random.nextDouble());
    }
}
