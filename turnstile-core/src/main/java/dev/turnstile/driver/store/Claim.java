package dev.turnstile.driver.store;

import dev.turnstile.algorithm.ledger.Ledger;
import dev.turnstile.algorithm.store.SessionId;
import dev.turnstile.algorithm.store.StoredLedger;
import dev.turnstile.algorithm.store.WhenSilent;
import dev.turnstile.driver.ledger.Bounds;
import dev.turnstile.driver.ledger.OtherBoundsException;
import java.util.Optional;
import java.util.Set;

/**
 * Joins the roster of a turnstile, and agrees with the others on its bounds. The bounds are those of the first process
 * to open it. They can change while it has no holders, no waiters and no process that wants others, unless they were
 * set on purpose.
 *
 * @param name the turnstile
 * @param bounds the bounds wanted; empty if any
 * @param insists whether the bounds replace those in force, even if other processes have it open
 * @param silence what becomes of silent holders
 * @param self the session that joins
 * @param silent sessions that seem to be gone, whose wishes do not count
 * @param setter this process, for messages
 */
record Claim(
        String name,
        Optional<Bounds> bounds,
        boolean insists,
        WhenSilent silence,
        SessionId self,
        Set<SessionId> silent,
        String setter) {
    StoredLedger.Row make(StoredLedger.Draft draft) {
        if (bounds.isEmpty()) {
            return draft.join(self, 0);
        }
        Bounds mine = bounds.get();
        if (draft.isRemoved()) {
            draft.reopen(mine.floor(), mine.limit(), silence);
        }
        if (draft.whenSilent() != silence) {
            throw new IllegalArgumentException("'" + name + "' has whenSilent(" + draft.whenSilent() + "), but "
                    + silence + " was requested; all processes must use the same setting");
        }
        agree(draft, mine);
        return draft.join(self, StoredLedger.Row.bounds(mine.floor(), mine.limit()));
    }

    private void agree(StoredLedger.Draft draft, Bounds mine) {
        Ledger ledger = draft.ledger();
        Bounds inForce = new Bounds(ledger.floor(), ledger.limit());
        if (inForce.equals(mine)) {
            return;
        }
        boolean fixed = ledger.isSetOnPurpose() || ledger.entries() > 0 || isWantedOtherwise(draft, mine);
        if (fixed && !insists) {
            throw new OtherBoundsException(
                    name, mine, inForce, why(draft), "To change the bounds for all, use Builder.changingLimit()");
        }
        ledger.setBounds(mine.floor(), mine.limit(), insists || ledger.isSetOnPurpose());
        if (insists) {
            draft.setter(setter);
        }
    }

    private boolean isWantedOtherwise(StoredLedger.Draft draft, Bounds mine) {
        long wanted = StoredLedger.Row.bounds(mine.floor(), mine.limit());
        return draft.roster().stream()
                .anyMatch(row -> row.wants() != 0 && row.wants() != wanted && !silent.contains(row.session()));
    }

    private static String why(StoredLedger.Draft draft) {
        Ledger ledger = draft.ledger();
        if (ledger.isSetOnPurpose()) {
            return "The bounds were set explicitly by " + draft.setter();
        }
        return ledger.entries() > 0
                ? "The bounds stay in force while processes are inside or waiting"
                : "Another process has it open with those bounds";
    }
}
