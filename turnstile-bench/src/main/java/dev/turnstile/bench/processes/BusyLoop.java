package dev.turnstile.bench.processes;

/** Work that takes no look at the clock; the same as in {@code peers.c}, so that as many rounds take as long. */
final class BusyLoop {
    private long last;

    /** Each round needs the one before. */
    void run(long rounds) {
        long x = last;
        for (long i = 0; i < rounds; i++) {
            x = x * 6364136223846793005L + 1442695040888963407L;
        }
        last = x;
    }

    /** What came out, so that nobody may leave it out. */
    long result() {
        return last;
    }
}
