package dev.turnstile.bench.processes;

/**
 * Work that never reads the clock. It is the same loop as in {@code peers.c}, so that equal numbers of rounds take
 * equal time.
 */
final class BusyLoop {
    private long last;

    /** Runs the loop; each round depends on the one before. */
    void run(long rounds) {
        long x = last;
        for (long i = 0; i < rounds; i++) {
            x = x * 6364136223846793005L + 1442695040888963407L;
        }
        last = x;
    }

    /** Returns the result, so that the compiler cannot eliminate the work. */
    long result() {
        return last;
    }
}
