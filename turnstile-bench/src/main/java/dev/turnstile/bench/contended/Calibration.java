package dev.turnstile.bench.contended;

import org.openjdk.jmh.infra.Blackhole;

/** Determines how many tokens of {@link Blackhole#consumeCPU} take a microsecond here without interference. */
final class Calibration {
    private static final int TOKENS = 2_000_000;
    private static final int TRIES = 20;

    private Calibration() {}

    static long tokensPerMicrosecond() {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < TRIES; i++) {
            least = Math.min(least, nanos());
        }
        return Math.max(1, Math.round(TOKENS * 1000.0 / least));
    }

    private static long nanos() {
        long start = System.nanoTime();
        Blackhole.consumeCPU(TOKENS);
        return System.nanoTime() - start;
    }
}
