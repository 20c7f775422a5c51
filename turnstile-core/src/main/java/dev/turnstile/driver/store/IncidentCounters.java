package dev.turnstile.driver.store;

import dev.turnstile.algorithm.store.Incidents;
import java.util.concurrent.atomic.LongAdder;

/** Counts what goes wrong between this process and a store, for people. Machines do not count. */
final class IncidentCounters {
    final LongAdder conflicts = new LongAdder();
    final LongAdder unknowns = new LongAdder();
    final LongAdder doubts = new LongAdder();
    final LongAdder lapses = new LongAdder();
    final LongAdder kills = new LongAdder();
    final LongAdder strays = new LongAdder();
    final LongAdder losses = new LongAdder();

    Incidents now() {
        return new Incidents(
                conflicts.sum(), unknowns.sum(), doubts.sum(), lapses.sum(), kills.sum(), strays.sum(), losses.sum());
    }
}
