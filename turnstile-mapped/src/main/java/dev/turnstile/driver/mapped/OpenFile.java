package dev.turnstile.driver.mapped;

import dev.turnstile.algorithm.ledger.Ledger;
import dev.turnstile.driver.ledger.OpenLedger;
import java.util.function.Predicate;

/**
 * A ledger's file that this process has open.
 *
 * @param ledger the ledger in the file
 * @param store the file
 */
record OpenFile(OpenLedger ledger, MappedStore store) {
    OpenFile(MappedStore store) {
        this(new OpenLedger(store), store);
    }

    /** Applies a move that affects a holder, and notifies its owner. */
    boolean changeHolder(long who, Predicate<Ledger> move) {
        boolean changed = ledger.change(move);
        if (changed) {
            store.wakeHolder(who);
        }
        return changed;
    }

    /** Clears up after all crashed members, including those that have left only their record. */
    void clearUpAll() {
        for (int member = 0; member < store.members().count(); member++) {
            ledger.clearUp(member);
        }
    }
}
