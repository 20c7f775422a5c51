package dev.turnstile.testing;

/**
 * What chance starts from in a test: another number in every run, unless {@code -Dturnstile.seed=N} names one. It is
 * printed, so that a test that fails can be run again as it was.
 *
 * <pre>{@code
 * Random random = new Random(Seed.of("WireTest"));
 * }</pre>
 *
 * <pre>
 * mvn verify -Dtest=WireTest -Dturnstile.seed=4711
 * </pre>
 */
public final class Seed {
    /** The system property that names a seed. */
    public static final String PROPERTY = "turnstile.seed";

    private Seed() {}

    /**
     * Returns the seed, and prints it.
     *
     * @param test what starts from it
     */
    public static long of(String test) {
        long seed = Long.getLong(PROPERTY, System.nanoTime());
        System.out.println(test + ": -D" + PROPERTY + "=" + seed);
        return seed;
    }
}
