package dev.turnstile.driver.ledger;

import dev.turnstile.algorithm.ledger.LedgerWriters;
import dev.turnstile.machine.Cells;

/**
 * The storage of a ledger, as one process uses it. A store reads and replaces the ledger, lets threads sleep until the
 * ledger may have changed, wakes other processes, and knows the members.
 *
 * <pre>{@code
 * OpenLedger ledger = new OpenLedger(store);
 * ledger.claim("render", Optional.of(new Bounds(0, 3)), false);
 * Turnstile gate = new LedgerTurnstile("render", ledger, false, false);
 * gate.limit();     // 3
 * }</pre>
 */
public interface LedgerStore {
    /** Returns the member number of this process. */
    int self();

    /**
     * Returns the number of this process's next request. Numbers count up from 0 and wrap around below
     * {@link dev.turnstile.algorithm.ledger.RequestWord#REQUESTS_MAX}.
     */
    int nextNumber();

    /** Returns the writers that read and replace the ledger. */
    LedgerWriters writers();

    /** Returns the cells to pass to the writers. */
    Cells cells();

    /**
     * Wakes the process that owns this request, because the state of the request has changed. The owner may be another
     * process.
     */
    void wake(long request);

    /**
     * Wakes the process that owns this request early, because the request is next in line. The default does nothing,
     * which suits a store without bells for single requests.
     */
    default void nudge(long request) {}

    /**
     * Returns the number of bells of this process, at least 1. Bell 0 serves all requests that have no bell of their
     * own.
     */
    int bells();

    /** Returns the bell of this process with the given number. */
    Bell bell(int number);

    /** Returns the processes that share the ledger. */
    Membership members();

    /**
     * Checks that the ledger is still the one that other processes find under its name. Waiting and watching threads
     * call this from time to time.
     *
     * @throws dev.turnstile.TurnstileUnusableException if the ledger is out of use
     */
    default void checkUsable() {}

    /**
     * Returns advice for a Java programmer who requests bounds other than those in force, as a sentence without a full
     * stop.
     */
    default String advice(String name) {
        return "To change the bounds for all, use Builder.changingLimit()";
    }

    /** Returns the location of the ledger, for messages. */
    @Override
    String toString();
}
