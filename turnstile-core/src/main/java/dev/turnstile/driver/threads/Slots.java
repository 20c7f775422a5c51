package dev.turnstile.driver.threads;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** Which holder has which of the places 0, 1, .., and how often each was granted. */
final class Slots {
    private final BitSet taken = new BitSet();
    private final List<Long> grants = new ArrayList<>();
    private final List<Seat> holders = new ArrayList<>();

    /** Gives the seat the smallest free slot. */
    synchronized void take(Seat seat, Seat.Place place) {
        int slot = taken.nextClearBit(0);
        taken.set(slot);
        if (slot == grants.size()) {
            grants.add(0L);
            holders.add(seat);
        }
        grants.set(slot, grants.get(slot) + 1);
        holders.set(slot, seat);
        place.slot = slot;
        place.fence = grants.get(slot);
    }

    synchronized void giveBack(int slot) {
        taken.clear(slot);
        holders.set(slot, null);
    }

    synchronized List<Seat> holders() {
        return taken.stream().mapToObj(holders::get).toList();
    }
}
