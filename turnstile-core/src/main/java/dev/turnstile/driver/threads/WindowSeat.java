package dev.turnstile.driver.threads;

import dev.turnstile.driver.Patience;
import dev.turnstile.driver.PatientPermit;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The permit of a window on threads: a traveller that is inside. */
final class WindowSeat extends PatientPermit {
    private final WindowTurnstile gate;
    private final Crossings<?>.Traveller traveller;
    final Slots.Grant grant;
    final String thread;
    final long since;

    private WindowSeat(WindowTurnstile gate, Crossings<?>.Traveller traveller, String thread, Slots.Grant grant) {
        super(1);
        this.gate = gate;
        this.traveller = traveller;
        this.thread = thread;
        this.grant = grant;
        since = System.nanoTime();
    }

    /**
     * Gives the traveller a seat. Who has left may still have its slot: not for long, whoever has seen it
     * leave gives it back.
     */
    @SuppressWarnings("ThreadPriorityCheck") // that may be a virtual thread, which needs this carrier to go on
    static WindowSeat take(WindowTurnstile gate, Crossings<?>.Traveller traveller, String thread) {
        Function<Slots.Grant, WindowSeat> seat = grant -> new WindowSeat(gate, traveller, thread, grant);
        Optional<WindowSeat> taken = gate.slots.takeBelow(gate.limit(), seat);
        while (taken.isEmpty()) {
            Thread.yield();
            taken = gate.slots.takeBelow(gate.limit(), seat);
        }
        List<Integer> slots = taken.get().grant.slots();
        traveller.whenOut(() -> gate.slots.giveBack(slots));
        return taken.get();
    }

    @Override
    protected String gateName() {
        return gate.name();
    }

    @Override
    public List<Integer> slots() {
        ask();
        return grant.slots();
    }

    @Override
    public long fence() {
        ask();
        return grant.fence();
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
    public String toString() {
        return "Permit[" + gate.name() + ", units=1" + (isHeld() ? ", held]" : ", closed]");
    }
}
