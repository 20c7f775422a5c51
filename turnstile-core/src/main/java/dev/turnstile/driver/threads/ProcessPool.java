package dev.turnstile.driver.threads;

import dev.turnstile.machine.Process;
import dev.turnstile.machine.ProcessSystem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Hands out processes: new ones where any number may take part, else the N that there are, one after another.
 *
 * <p>Whoever wants several reserves them all by one step on a counter, and takes them after that: nobody ever has some
 * of them and finds that the others are gone.
 */
final class ProcessPool {
    private final ProcessSystem system;
    private final boolean anyNumber; // what the system always answers, asked once
    private final int unitsMax;
    private final Queue<Process> idle = new ConcurrentLinkedQueue<>(); // at least as many as the counter says
    private final AtomicInteger available = new AtomicInteger();

    ProcessPool(ProcessSystem system) {
        this.system = system;
        anyNumber = system.anyNumber();
        unitsMax = system.sizes().unitsEach();
        for (int i = 0; !anyNumber && i < system.sizes().participants(); i++) {
            giveBackOne(system.process(i));
        }
    }

    /** A process, or a bundle of processes, that can ask for so many units. */
    Process take(int units) {
        if (units > unitsMax) {
            return takeBundle(units);
        }
        return anyNumber ? system.process(0) : takeIfAny().orElseThrow(this::noneLeft);
    }

    /** One process; empty where there is none left. */
    Optional<Process> takeIfAny() {
        if (anyNumber) {
            return Optional.of(system.process(0));
        }
        return reserve(1) ? Optional.of(idle.remove()) : Optional.empty();
    }

    /** Whether one could be taken now. */
    boolean hasAny() {
        return anyNumber || available.get() > 0;
    }

    private Process takeBundle(int units) {
        if (!reserve(units)) {
            throw noneLeft();
        }
        List<Process> parts = new ArrayList<>(units);
        for (int i = 0; i < units; i++) {
            parts.add(idle.remove());
        }
        return new ProcessGroup(parts);
    }

    /** So many, if so many are left then. */
    private boolean reserve(int count) {
        int before = available.get();
        while (before >= count && !available.compareAndSet(before, before - count)) {
            before = available.get();
        }
        return before >= count;
    }

    private IllegalStateException noneLeft() {
        return new IllegalStateException("all " + system.sizes().participants()
                + " participants are inside or waiting, one for each unit;"
                + " open the turnstile with more participants(..)");
    }

    /** Takes back what is in its remainder region. */
    void giveBack(Process process) {
        if (anyNumber) {
            return;
        }
        if (process instanceof ProcessGroup bundle) {
            bundle.parts().forEach(this::giveBackOne);
        } else {
            giveBackOne(process);
        }
    }

    private void giveBackOne(Process process) {
        idle.add(process);
        available.incrementAndGet();
    }
}
