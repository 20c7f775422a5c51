package dev.turnstile.driver.nodes;

import dev.turnstile.machine.Message;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A second door behind the algorithm's, for a limit that can be lower than the places the algorithm was set up with. A
 * request whose nodes are inside comes in here if that keeps to the limit; otherwise it is ready, and the ready come in
 * in the order in which their nodes got inside. As long as the limit is that of the algorithm, there is always room.
 *
 * <p>So a limit that is lowered takes nothing from anybody, need not overtake those who wait, and holds from the moment
 * that it is set: no place has to be taken away within the algorithm. Nobody waits for ever: who is ready needs nothing
 * but that those inside leave.
 *
 * <p>A request first looks whether there is room, then gets ready, then looks again; one that leaves first makes room,
 * then looks who is ready. So one of the two sees the other.
 */
final class Admission<M extends Message> {
    private final AtomicInteger held = new AtomicInteger();
    private final Deque<Request<M>> ready = new ArrayDeque<>(); // guarded by this
    private volatile boolean someReady;
    private volatile int limit;

    Admission(int limit) {
        this.limit = limit;
    }

    int limit() {
        return limit;
    }

    /** How many units are inside. */
    int held() {
        return held.get();
    }

    /** Whether the limit is reached. */
    boolean isFull() {
        return held.get() >= limit;
    }

    /** Sets the limit; those who may come in by that are not let in yet. */
    void limit(int wanted) {
        limit = wanted;
    }

    /** Its nodes are inside: lets it in, or makes it wait. */
    void admit(Request<M> request, Round<M> round) {
        if (someReady || !take(request.units())) {
            synchronized (this) {
                ready.add(request);
                someReady = true;
            }
            admitReady(round);
        } else if (!enter(request, round)) {
            round.hasRoom();
        }
    }

    /** Lets those in who are ready and for whom there is room. */
    void admitReady(Round<M> round) {
        if (!someReady) {
            return;
        }
        synchronized (this) {
            while (!ready.isEmpty() && take(ready.element().units())) {
                enter(ready.remove(), round);
            }
            someReady = !ready.isEmpty();
        }
    }

    /** One that has given up is ready no longer. */
    void forget(Request<M> request, Round<M> round) {
        if (someReady) {
            synchronized (this) {
                ready.remove(request);
            }
            round.hasRoom();
        }
    }

    /** So many units have left. */
    void leave(int units, Round<M> round) {
        held.addAndGet(-units);
        round.hasRoom();
    }

    /** False if it has given up in the meantime. */
    private boolean enter(Request<M> request, Round<M> round) {
        int units = request.units();
        if (request.become(NodeRequest.State.WAITING, NodeRequest.State.INSIDE)) {
            round.changed(request);
            return true;
        }
        held.addAndGet(-units);
        return false;
    }

    private boolean take(int units) {
        int before = held.get();
        while (before + units <= limit) {
            int now = held.compareAndExchange(before, before + units);
            if (now == before) {
                return true;
            }
            before = now;
        }
        return false;
    }
}
