package dev.turnstile.driver.ledger;

import dev.turnstile.algorithm.ledger.LedgerWriters;
import dev.turnstile.machine.Cells;

/**
 * What keeps a ledger, as one process uses it: how to read and replace it, how to sleep until it may have changed, how
 * to wake others, and who they are. What keeps a ledger as one versioned value is best written as a
 * {@link RegisterStore}.
 *
 * <pre>{@code
 * OpenLedger ledger = new OpenLedger(store);
 * ledger.claim("render", Optional.of(new Bounds(0, 3)), false);
 * Turnstile gate = new LedgerTurnstile("render", ledger, false, false);
 * }</pre>
 */
public interface LedgerStore {
    /** Returns the number of this process among the members. */
    int self();

    /**
     * Returns a number for the next request of this process, counting up and around below
     * {@link dev.turnstile.algorithm.ledger.RequestWord#REQUESTS_MAX}.
     */
    int nextNumber();

    /** Returns the pens that read and replace the ledger. */
    LedgerWriters pens();

    /** Returns the cells that the pens are given. */
    Cells cells();

    /** Wakes the process of this request, perhaps another one: something has become of the request. */
    void wake(long request);

    /**
     * Wakes the process of this request early: it is the next in line. A store without bells of single requests does
     * nothing.
     */
    default void nudge(long request) {}

    /**
     * Returns how many bells this process has, at least 1. The first is for all requests without a bell of their own.
     */
    int bells();

    /** Returns this process's bell of that number. */
    Bell bell(int number);

    /** Returns the processes that share the ledger. */
    Membership members();

    /**
     * Looks, now and then, whether the ledger is still the one that others find under its name. Called by those who
     * wait and watch.
     *
     * @throws dev.turnstile.TurnstileUnusableException if the ledger is out of use
     */
    default void checkUsable() {}

    /** Returns what a caller can do that wants other bounds than those in force, as a sentence without a full stop. */
    default String advice(String name, Bounds wanted, Bounds inForce) {
        return "To change the bounds for all, use Builder.changingLimit()";
    }

    /** Returns where the ledger is, for messages. */
    @Override
    String toString();
}
