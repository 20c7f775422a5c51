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
 * A pool of processes. If any number of processes may take part, it creates new ones; otherwise it hands out the N that
 * exist.
 *
 * <p>A caller that needs several processes reserves them all with one step on a counter, and takes them afterwards. So
 * no caller holds some of them and finds that the rest are gone.
 */
final class ProcessPool {
    private final ProcessSystem system;
    private final boolean anyNumber; // the system's constant answer, cached
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

    /** Takes a process, or a group of processes, that can request this many units. */
    Process take(int units) {
        if (units > unitsMax) {
            return takeGroup(units);
        }
        return anyNumber ? system.process(0) : takeIfAny().orElseThrow(this::noneLeft);
    }

    /** Takes one process. Returns empty if there is none left. */
    Optional<Process> takeIfAny() {
        if (anyNumber) {
            return Optional.of(system.process(0));
        }
        return reserve(1) ? Optional.of(idle.remove()) : Optional.empty();
    }

    /** Returns true if a process could be taken now. */
    boolean hasAny() {
        return anyNumber || available.get() > 0;
    }

    private Process takeGroup(int units) {
        if (!reserve(units)) {
            throw noneLeft();
        }
        List<Process> parts = new ArrayList<>(units);
        for (int i = 0; i < units; i++) {
            parts.add(idle.remove());
        }
        return new ProcessGroup(parts);
    }

    /** Reserves this many processes, if that many are left. Returns true on success. */
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

    /** Takes back a process that is in its remainder region. */
    void recycle(Process process) {
        if (anyNumber) {
            return;
        }
        if (process instanceof ProcessGroup group) {
            group.parts().forEach(this::giveBackOne);
        } else {
            giveBackOne(process);
        }
    }

    private void giveBackOne(Process process) {
        idle.add(process);
        available.incrementAndGet();
    }
}
