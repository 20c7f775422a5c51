package dev.turnstile.driver.mapped;

import dev.turnstile.algorithm.ledger.Ledger;
import dev.turnstile.driver.ledger.OpenLedger;
import java.util.function.Predicate;

/**
 * A file of a ledger that this process has open.
 *
 * @param ledger what is in it
 * @param store the file
 */
record OpenFile(OpenLedger ledger, MappedStore store) {
    OpenFile(MappedStore store) {
        this(new OpenLedger(store), store);
    }

    /** Lets a move happen that concerns a holder, and tells its owner. */
    boolean changeHolder(long who, Predicate<Ledger> move) {
        boolean changed = ledger.change(move);
        if (changed) {
            store.wakeHolder(who);
        }
        return changed;
    }

    /** Clears up after all dead members, also where they have left nothing but their record. */
    void clearUpAll() {
        for (int member = 0; member < store.members().count(); member++) {
            ledger.clearUp(member);
        }
    }
}
