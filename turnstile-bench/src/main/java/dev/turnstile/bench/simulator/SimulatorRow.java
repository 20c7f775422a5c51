package dev.turnstile.bench.simulator;

/** Something that is measured. */
record SimulatorRow(String name, Work work) {
    /** A run from its beginning to its end. */
    @FunctionalInterface
    interface Work {
        /** Runs once, and says how many events it took. */
        long run(long seed);
    }

    /** Events per second of as many runs as fit, and at least one. */
    double perSecond(long seed, long millis) {
        long start = System.nanoTime();
        long events = 0;
        long nanos = 0;
        for (long i = 0; i == 0 || nanos < millis * 1_000_000; i++) {
            events += work.run(seed + i);
            nanos = System.nanoTime() - start;
        }
        return events * 1e9 / Math.max(1, nanos);
    }
}
