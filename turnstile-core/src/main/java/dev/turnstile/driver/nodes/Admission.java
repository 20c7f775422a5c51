package dev.turnstile.driver.nodes;

import dev.turnstile.machine.Message;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A second gate behind the algorithm's own, for a limit that can be lower than the number of places in the algorithm. A
 * request whose nodes are inside passes this gate if the limit allows it. Otherwise the request is <em>ready</em>.
 * Ready requests pass in the order in which their nodes got inside. As long as the limit is that of the algorithm,
 * there is always room.
 *
 * <p>So lowering the limit takes nothing from current holders, need not overtake waiters, and takes effect at once. No
 * place has to be removed within the algorithm. The gate is starvation-free: a ready request needs only that current
 * holders leave.
 *
 * <p>A request first checks for room, then becomes ready, then checks again. A leaving request first makes room, then
 * checks for ready requests. So one of the two sees the other.
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

    /** Returns the number of units held. */
    int held() {
        return held.get();
    }

    /** Returns whether the limit is reached. */
    boolean isFull() {
        return held.get() >= limit;
    }

    /** Sets the limit, without admitting ready requests yet. */
    void limit(int wanted) {
        limit = wanted;
    }

    /** Admits a request whose nodes are inside, or makes it wait. */
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

    /** Admits the ready requests for which there is room. */
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

    /** Removes a request that has given up from the ready ones. */
    void forget(Request<M> request, Round<M> round) {
        if (someReady) {
            synchronized (this) {
                ready.remove(request);
            }
            round.hasRoom();
        }
    }

    /** Gives back the given number of units. */
    void leave(int units, Round<M> round) {
        held.addAndGet(-units);
        round.hasRoom();
    }

    /** Lets the request enter. Returns false if the request has given up meanwhile. */
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
