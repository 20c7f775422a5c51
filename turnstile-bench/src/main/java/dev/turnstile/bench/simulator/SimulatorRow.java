package dev.turnstile.bench.simulator;

/** A row of the table: a name, and the work that is measured. */
record SimulatorRow(String name, Work work) {
    /** A complete run. */
    @FunctionalInterface
    interface Work {
        /** Runs once, and returns the number of events. */
        long run(long seed);
    }

    /** Returns the events per second over as many runs as fit into the time, at least one. */
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
