package dev.turnstile.driver.threads;

import dev.turnstile.machine.Process;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A smaller limit for an algorithm whose number of places is fixed: places that nobody may use, because a process that
 * does nothing is inside. Those that are not free when the limit is lowered are kept back as they are given back.
 */
@SuppressWarnings("NonAtomicVolatileUpdate") // all changes are under the lock of this
final class ReservedPlaces {
    private final Deque<Process> inside = new ArrayDeque<>();
    private volatile int owed; // changed under the lock of this

    /** Withholds so many places more: free ones, as far as they can be had, else the next that are given back. */
    synchronized void more(int count, Supplier<Optional<Process>> seize) {
        owed += count;
        takeOwed(seize);
    }

    /** Takes free places for what is owed: those who gave up may have left some. */
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

    /** Withholds one place less; what was withheld, if anything, must now leave. */
    synchronized Optional<Process> less() {
        if (owed > 0) {
            owed--;
            return Optional.empty();
        }
        return Optional.of(inside.remove());
    }

    /**
     * Lets a process leave, by the given steps, unless its place is owed: then it stays inside. One at a time: between
     * the look at what is owed and the leaving, no more must come to be owed, or the place would be free for a moment.
     *
     * @return whether it left
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

    /** How many places are withheld now. */
    synchronized int count() {
        return inside.size();
    }
}
