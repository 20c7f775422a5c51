package dev.turnstile.stress;

import dev.turnstile.Permit;
import dev.turnstile.Turnstile;
import dev.turnstile.algorithm.Algorithm;
import dev.turnstile.algorithm.Catalogue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Turnstiles of every algorithm of the catalogue in turn, so that each race is run against all of them. */
final class Gates {
    /** Long enough that whoever has not come by then hangs. */
    static final long PATIENCE_SECONDS = 5;

    private static final int PARTICIPANTS = 8;
    private static final List<Algorithm> ALGORITHMS = Catalogue.forThreads().stream()
            .filter(algorithm -> !algorithm.holdersBlockOthers())
            .toList();
    private static final AtomicInteger OPENED = new AtomicInteger();

    private Gates() {}

    static Turnstile open(int limit) {
        int turn = Math.floorMod(OPENED.getAndIncrement(), ALGORITHMS.size());
        return Turnstile.atMost(limit)
                .algorithm(ALGORITHMS.get(turn).name())
                .participants(PARTICIPANTS)
                .open();
    }

    /** A place that is free for sure. */
    static Permit enter(Turnstile gate) {
        return gate.tryAcquire().orElseThrow();
    }

    /** As {@link Turnstile#tryAcquire(Duration)}, for actors: nobody interrupts them. */
    static Optional<Permit> enterWithin(Turnstile gate, Duration timeout) {
        try {
            return gate.tryAcquire(timeout);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Inside or not. */
    static String says(Optional<Permit> permit) {
        return permit.isPresent() ? "in" : "not";
    }

    /**
     * "n free" once so many places can be had together and not one more; else what is wrong, and with which algorithm.
     */
    static String free(Turnstile gate, int expected) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        int free = count(gate);
        while (free < expected && System.nanoTime() - deadline < 0) { // a permit nobody wanted is closed by an executor
            Thread.onSpinWait();
            free = count(gate);
        }
        return free == expected ? free + " free" : blame(gate, free + " free, not " + expected);
    }

    private static int count(Turnstile gate) {
        List<Permit> permits = new ArrayList<>();
        Optional<Permit> next = gate.tryAcquire();
        while (next.isPresent()) {
            permits.add(next.get());
            next = gate.tryAcquire();
        }
        permits.forEach(Permit::close);
        return permits.size();
    }

    static String blame(Turnstile gate, String what) {
        return gate.snapshot().algorithm() + ": " + what;
    }
}
