package dev.turnstile.testing;

/**
 * The seed of a random test. It differs in every run, unless {@code -Dturnstile.seed=N} sets it. It is printed, so that
 * a failed test can be repeated with the same seed.
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
    /** The system property that sets the seed. */
    public static final String PROPERTY = "turnstile.seed";

    private Seed() {}

    /**
     * Returns the seed, and prints it.
     *
     * @param test the name of the test, for the printed line
     */
    public static long of(String test) {
        long seed = Long.getLong(PROPERTY, System.nanoTime());
        System.out.println(test + ": -D" + PROPERTY + "=" + seed);
        return seed;
    }
}
