package dev.turnstile.driver.threads;

import dev.turnstile.machine.Process;
import dev.turnstile.machine.ProcessSystem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Hands out processes: new ones where any number may take part, else the N that there are, one after another. */
final class Participants {
    private final ProcessSystem system;
    private final Queue<Process> idle = new ConcurrentLinkedQueue<>();

    Participants(ProcessSystem system) {
        this.system = system;
        for (int i = 0; !system.anyNumber() && i < system.processes(); i++) {
            idle.add(system.process(i));
        }
    }

    /** A process, or a bundle of processes, that can ask for so many units. */
    Process take(int units) {
        return units <= system.unitsMax() ? takeOne() : takeBundle(units);
    }

    /** As {@link #take}, for one unit, but empty where there is none left. */
    Optional<Process> takeIfAny() {
        return system.anyNumber() ? Optional.of(system.process(0)) : Optional.ofNullable(idle.poll());
    }

    private Process takeOne() {
        return takeIfAny()
                .orElseThrow(() -> new IllegalStateException("all " + system.processes()
                        + " participants are inside or waiting, one for each unit;"
                        + " open the turnstile with more participants(..)"));
    }

    private Process takeBundle(int units) {
        List<Process> parts = new ArrayList<>(units);
        try {
            for (int i = 0; i < units; i++) {
                parts.add(takeOne());
            }
        } catch (IllegalStateException e) {
            idle.addAll(parts);
            throw e;
        }
        return new Bundle(parts);
    }

    /** Takes back what is in its remainder region. */
    void giveBack(Process process) {
        if (system.anyNumber()) {
            return;
        }
        if (process instanceof Bundle bundle) {
            idle.addAll(bundle.parts());
        } else {
            idle.add(process);
        }
    }
}
