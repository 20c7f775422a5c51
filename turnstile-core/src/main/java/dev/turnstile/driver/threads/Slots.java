package dev.turnstile.driver.threads;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/** Which holder has which of the places 0, 1, .., and how often each was granted. */
final class Slots<H> {
    private final BitSet taken = new BitSet();
    private final List<Long> grants = new ArrayList<>();
    private final List<H> holders = new ArrayList<>();

    /** A slot, and how often it was granted. */
    record Grant(int slot, long fence) {}

    /** Gives the holder the smallest free slot. */
    synchronized Grant take(H holder) {
        int slot = taken.nextClearBit(0);
        taken.set(slot);
        if (slot == grants.size()) {
            grants.add(0L);
            holders.add(holder);
        }
        grants.set(slot, grants.get(slot) + 1);
        holders.set(slot, holder);
        return new Grant(slot, grants.get(slot));
    }

    /** As {@link #take}, if there is one below the limit. */
    synchronized Optional<Grant> takeBelow(int limit, H holder) {
        return taken.nextClearBit(0) < limit ? Optional.of(take(holder)) : Optional.empty();
    }

    synchronized void giveBack(int slot) {
        taken.clear(slot);
        holders.set(slot, null);
    }

    synchronized int count() {
        return taken.cardinality();
    }

    synchronized List<H> holders() {
        return taken.stream().mapToObj(holders::get).toList();
    }
}
