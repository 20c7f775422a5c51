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

/** Opens turnstiles with every algorithm of the catalogue in turn, so that each race runs against all of them. */
final class Gates {
    /** How long a caller may take: one that has not entered by then hangs. */
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

    /** Enters a turnstile that certainly has a free place. */
    static Permit enter(Turnstile gate) {
        return gate.tryAcquire().orElseThrow();
    }

    /** Acquires like {@link Turnstile#tryAcquire(Duration)}, for actors, which are never interrupted. */
    static Optional<Permit> enterWithin(Turnstile gate, Duration timeout) {
        try {
            return gate.tryAcquire(timeout);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns "in" or "not". */
    static String says(Optional<Permit> permit) {
        return permit.isPresent() ? "in" : "not";
    }

    /**
     * Returns "n free" once exactly the expected number of places can be acquired together. Otherwise returns what is
     * wrong, and with which algorithm.
     */
    static String free(Turnstile gate, int expected) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        int free = count(gate);
        while (free < expected && System.nanoTime() - deadline < 0) { // an executor closes unwanted permits
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
