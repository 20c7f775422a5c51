package dev.turnstile.bench.contended;

import dev.turnstile.Permit;
import dev.turnstile.Turnstile;
import java.util.concurrent.Semaphore;
import org.openjdk.jmh.infra.Blackhole;

/** A gate that threads pass through, one or several at a time. */
sealed interface Gate {
    /** Waits to enter, works inside for the given number of tokens, and leaves. */
    void pass(long tokens) throws InterruptedException;

    /** The subject. */
    record OfTurnstile(Turnstile turnstile) implements Gate {
        @Override
        public void pass(long tokens) throws InterruptedException {
            try (Permit _ = turnstile.acquire()) {
                Blackhole.consumeCPU(tokens);
            }
        }
    }

    /** The peer. */
    record OfSemaphore(Semaphore semaphore) implements Gate {
        @Override
        public void pass(long tokens) throws InterruptedException {
            semaphore.acquire();
            try {
                Blackhole.consumeCPU(tokens);
            } finally {
                semaphore.release();
            }
        }
    }
}
