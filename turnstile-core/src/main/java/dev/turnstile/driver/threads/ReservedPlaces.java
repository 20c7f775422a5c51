package dev.turnstile.driver.threads;

import dev.turnstile.machine.Process;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The places that a lowered limit withholds, for an algorithm with a fixed number of places. An idle process occupies
 * each of them. If a place is not free when the limit is lowered, it is withheld when its holder gives it back.
 */
@SuppressWarnings("NonAtomicVolatileUpdate") // all changes are under the lock of this
final class ReservedPlaces {
    private final Deque<Process> inside = new ArrayDeque<>();
    private volatile int owed; // changed under the lock of this

    /**
     * Withholds this many more places: free ones as far as available, and otherwise the next ones that are given back.
     */
    synchronized void more(int count, Supplier<Optional<Process>> seize) {
        owed += count;
        takeOwed(seize);
    }

    /** Withholds free places as far as some are owed: callers that gave up may have left some. */
    void settle(Supplier<Optional<Process>> seize) {
        if (owed > 0) {
            settleAll(seize);
        }
    }

    private synchronized void settleAll(Supplier<Optional<Process>> seize) {
        takeOwed(seize);
    }

    private void takeOwed(Supplier<Optional<Process>> seize) {
        while (owed > 0) {
            Optional<Process> taken = seize.get();
            if (taken.isEmpty()) {
                return;
            }
            inside.add(taken.get());
            owed--;
        }
    }

    /** Withholds one place less. Returns the process that occupied it, if any, which must now leave. */
    synchronized Optional<Process> less() {
        if (owed > 0) {
            owed--;
            return Optional.empty();
        }
        return Optional.of(inside.remove());
    }

    /**
     * Lets a process leave by the given steps, unless its place is owed; then it stays inside. One process at a time:
     * if more places became owed between the check and the leaving, the place would be free for a moment.
     *
     * @return true if the process left
     */
    synchronized boolean leave(Process leaving, Consumer<Process> steps) {
        if (owed > 0) {
            owed--;
            inside.add(leaving);
            return false;
        }
        steps.accept(leaving);
        return true;
    }

    /** Returns how many places are withheld now. */
    synchronized int count() {
        return inside.size();
    }
}
