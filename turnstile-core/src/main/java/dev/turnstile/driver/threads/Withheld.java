package dev.turnstile.driver.threads;

import dev.turnstile.machine.Process;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A smaller limit for an algorithm whose number of places is fixed: places that nobody may use, because a process that does
 * nothing is inside. Those that are not free when the limit is lowered are kept back as they are given back.
 */
@SuppressWarnings("NonAtomicVolatileUpdate") // all changes are under the lock of this
final class Withheld {
    private final Deque<Process> inside = new ArrayDeque<>();
    private volatile int owed; // changed under the lock of this

    /** Withholds one place more: a free one if there is one, else the next that is given back. */
    synchronized void more(Supplier<Optional<Process>> attempt) {
        attempt.get().ifPresentOrElse(inside::add, () -> owed++);
    }

    /** Takes free places for what is owed: those who gave up may have left some. */
    void settle(Supplier<Optional<Process>> attempt) {
        if (owed > 0) {
            settleAll(attempt);
        }
    }

    private synchronized void settleAll(Supplier<Optional<Process>> attempt) {
        while (owed > 0) {
            Optional<Process> taken = attempt.get();
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
        return Optional.of(inside.element().units() > 1 ? inside.element().split(1) : inside.remove());
    }

    /**
     * Lets a process leave, by the given steps, unless its places are owed: then it stays inside, or, if it has more than are owed, some of it
     * does. One at a time: between the look at what is owed and the leaving, no more must come to be owed, or the place would be free for a
     * moment.
     *
     * @return what left
     */
    synchronized Optional<Process> leave(Process leaving, Consumer<Process> steps) {
        int stays = Math.min(owed, leaving.units());
        boolean mayGo = stays < leaving.units();
        Process goes = mayGo && stays > 0 ? leaving.split(leaving.units() - stays) : leaving;
        owed -= stays;
        if (stays > 0) {
            inside.add(leaving);
        }
        if (mayGo) {
            steps.accept(goes);
        }
        return mayGo ? Optional.of(goes) : Optional.empty();
    }

    /** How many places are withheld now. */
    synchronized int count() {
        return inside.stream().mapToInt(Process::units).sum();
    }
}
