package dev.turnstile.driver.threads;

import dev.turnstile.driver.Leaving;
import dev.turnstile.driver.Patience;
import java.util.Optional;

/** The permit of a window on threads: a traveller that is inside. */
final class WindowSeat extends Leaving {
    private final WindowTurnstile gate;
    private final Crossings<?>.Traveller traveller;
    private final Slots.Grant grant;
    final String thread;
    final long since;

    WindowSeat(WindowTurnstile gate, Crossings<?>.Traveller traveller, String thread) {
        this.gate = gate;
        this.traveller = traveller;
        this.thread = thread;
        since = System.nanoTime();
        grant = take();
        traveller.whenOut(() -> gate.slots.giveBack(grant.slot()));
    }

    /** Who has left may still have its slot: not for long, whoever has seen it leave gives it back. */
    @SuppressWarnings("ThreadPriorityCheck") // that may be a virtual thread, which needs this carrier to go on
    private Slots.Grant take() {
        Optional<Slots.Grant> taken = gate.slots.takeBelow(gate.limit(), this);
        while (taken.isEmpty()) {
            Thread.yield();
            taken = gate.slots.takeBelow(gate.limit(), this);
        }
        return taken.get();
    }

    @Override
    public int units() {
        return 1;
    }

    @Override
    public int slot() {
        return grant.slot();
    }

    @Override
    public long fence() {
        return grant.fence();
    }

    @Override
    public boolean isHeld() {
        return !isClosed();
    }

    boolean waitsToLeave() {
        return isLeaving();
    }

    @Override
    protected boolean leave(Patience patience) {
        return gate.leave(traveller, patience);
    }

    @Override
    protected boolean leaveAtOnce() {
        return gate.leaveAtOnce(traveller);
    }

    @Override
    protected boolean stop(Patience patience) {
        throw new UnsupportedOperationException(
                "a window of threads has no holders that stop: release the permit instead");
    }

    @Override
    protected void hasLeft() {} // the slot was given back as soon as the node was outside

    @Override
    public void giveBack(int part) {
        throw new IllegalArgumentException("a permit of one unit can't be split");
    }

    @Override
    public String toString() {
        return "Permit[" + gate.name() + ", units=1" + (isHeld() ? ", held]" : ", closed]");
    }
}
