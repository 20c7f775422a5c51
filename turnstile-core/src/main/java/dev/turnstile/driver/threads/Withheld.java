package dev.turnstile.driver.threads;

import dev.turnstile.machine.Process;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/**
 * A smaller limit for an algorithm whose number of places is fixed: places that nobody may use, because a process that does
 * nothing is inside. Those that are not free when the limit is lowered are kept back as they are given back.
 */
@SuppressWarnings("NonAtomicVolatileUpdate") // all changes are under the lock of this
final class Withheld {
    private final Deque<Process> inside = new ArrayDeque<>();
    private volatile int owed; // changed under the lock of this
    private volatile int processes; // inside

    /** Withholds so many places more: free ones, as far as they can be had, else the next that are given back. */
    synchronized void more(int count, IntFunction<Optional<Process>> seize) {
        owed += count;
        takeOwed(seize);
    }

    /** Takes free places for what is owed: those who gave up may have left some. */
    void settle(IntFunction<Optional<Process>> seize) {
        if (owed > 0) {
            settleAll(seize);
        }
    }

    private synchronized void settleAll(IntFunction<Optional<Process>> seize) {
        takeOwed(seize);
    }

    private void takeOwed(IntFunction<Optional<Process>> seize) {
        while (owed > 0) {
            Optional<Process> taken = seize.apply(owed);
            if (taken.isEmpty()) {
                return;
            }
            inside.add(taken.get());
            processes = inside.size();
            owed -= taken.get().units();
        }
    }

    /** Withholds one place less; what was withheld, if anything, must now leave. */
    synchronized Optional<Process> less() {
        if (owed > 0) {
            owed--;
            return Optional.empty();
        }
        Process less = inside.element().units() > 1 ? inside.element().split(1) : inside.remove();
        processes = inside.size();
        return Optional.of(less);
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
            processes = inside.size();
        }
        if (mayGo) {
            steps.accept(goes);
        }
        return mayGo ? Optional.of(goes) : Optional.empty();
    }

    /** How many processes are inside for that. Waits for nobody. */
    int processes() {
        return processes;
    }

    /** How many places are withheld now. */
    synchronized int count() {
        return inside.stream().mapToInt(Process::units).sum();
    }
}
