package dev.turnstile.driver;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A table of slots 0, 1, .. with the holder of each and the largest fence each has had so far.
 *
 * <pre>{@code
 * Slots<Permit> slots = new Slots<>();
 * Slots.Grant grant = slots.take(2, permit);    // slots 0 and 1, fence 1
 * slots.giveBack(grant.slots());
 * slots.take(1, next);                          // slot 0, fence 2
 * }</pre>
 *
 * @param <H> the holders
 */
public final class Slots<H> {
    private final BitSet taken = new BitSet();
    private final List<Long> fences = new ArrayList<>();
    private final List<H> holders = new ArrayList<>();

    /** Constructs a table in which all slots are free and no fence has been given. */
    public Slots() {}

    /** Slots, in ascending order, and a fence that is larger than that of every earlier holder of any of them. */
    public record Grant(List<Integer> slots, long fence) {}

    /** Assigns the given number of slots to the holder: the smallest that are free. */
    public synchronized Grant take(int count, H holder) {
        Grant grant = next(count);
        hold(grant, holder);
        return grant;
    }

    /**
     * Assigns the smallest free slot, if it is below the limit, to a holder made for it, and returns that holder.
     * Otherwise returns empty.
     */
    public synchronized Optional<H> takeBelow(int limit, Function<Grant, H> maker) {
        if (taken.nextClearBit(0) >= limit) {
            return Optional.empty();
        }
        Grant grant = next(1);
        H holder = maker.apply(grant);
        hold(grant, holder);
        return Optional.of(holder);
    }

    private Grant next(int count) {
        Integer[] slots = new Integer[count];
        long fence = 0;
        int slot = -1;
        for (int i = 0; i < count; i++) {
            slot = taken.nextClearBit(slot + 1);
            slots[i] = slot;
            fence = Math.max(fence, slot < fences.size() ? fences.get(slot) : 0);
        }
        return new Grant(List.of(slots), fence + 1);
    }

    private void hold(Grant grant, H holder) {
        for (int slot : grant.slots()) {
            if (slot == fences.size()) {
                fences.add(0L);
                holders.add(holder);
            }
            taken.set(slot);
            fences.set(slot, grant.fence());
            holders.set(slot, holder);
        }
    }

    /** Frees these slots. */
    public synchronized void returnSlots(List<Integer> slots) {
        for (int slot : slots) {
            taken.clear(slot);
            holders.set(slot, null);
        }
    }

    /** Returns the holders, each once, in the order of their first slots. */
    public synchronized List<H> holders() {
        return taken.stream().mapToObj(holders::get).distinct().toList();
    }
}
