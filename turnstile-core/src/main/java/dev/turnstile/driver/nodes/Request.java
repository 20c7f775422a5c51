package dev.turnstile.driver.nodes;

import dev.turnstile.machine.Message;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A caller's request: for one node, or, where a node has one unit, for as many nodes as units. Its state is changed by
 * one atomic step each time, so that of two who want to change it (a node that gets inside, a caller that gives up) one
 * does.
 *
 * @param <M> what the nodes send each other
 */
final class Request<M extends Message> implements NodeRequest {
    private final NodeRuntime<M> runtime;
    private final int wanted;
    private final int nodes;
    private final AtomicReference<State> state = new AtomicReference<>();
    private final AtomicInteger inside = new AtomicInteger(); // of its nodes, if there are several
    private final AtomicInteger left = new AtomicInteger(); // of its nodes, if there are several
    private volatile int gone; // units that have left while others stay
    private volatile List<Host<M>> hosts; // null until there is room for it at the reception
    private volatile Runnable task; // null until it is set
    private Grant grant; // guarded by this; null until asked for
    private boolean isOver; // guarded by this: nobody gets a slot by it any more

    Request(NodeRuntime<M> runtime, int units, int nodes) {
        this.runtime = runtime;
        wanted = units;
        this.nodes = nodes;
        state.setPlain(State.WAITING); // a volatile write here would cost a fence
    }

    /** How many nodes it needs. */
    int nodes() {
        return nodes;
    }

    boolean isSeveral() {
        return nodes > 1;
    }

    /** How many units it wants of each node. */
    int unitsOfNode() {
        return isSeveral() ? 1 : units();
    }

    List<Host<M>> hosts() {
        return hosts;
    }

    void hosts(List<Host<M>> some) {
        hosts = some;
    }

    /** By the one caller that leaves with a part of it. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // one at a time
    void lessen(int part) {
        gone += part;
    }

    @Override
    public State state() {
        return state.get();
    }

    @Override
    public int units() {
        return wanted - gone;
    }

    boolean become(State from, State to) {
        return state.compareAndSet(from, to);
    }

    /** One of its nodes is inside; whether all are by that. */
    boolean oneMoreInside() {
        return !isSeveral() || inside.incrementAndGet() == nodes;
    }

    /** None of its nodes is inside any more: it asks again. */
    void noneInside() {
        inside.set(0);
    }

    /** One of its nodes has left; whether all have by that. */
    boolean oneMoreLeft() {
        return !isSeveral() || left.incrementAndGet() == nodes;
    }

    @Override
    public boolean cancel() {
        return runtime.cancel(this);
    }

    @Override
    public void leave(int some) {
        runtime.leave(this, some);
    }

    @Override
    public synchronized Optional<Grant> grant() {
        boolean isInside = !isOver && (state() == State.INSIDE || state() == State.LEAVING);
        if (grant == null && isInside) {
            grant = runtime.take(units());
        }
        return Optional.ofNullable(grant);
    }

    /** So many of its units leave, all or some, and take the highest slots with them, if it has any. */
    synchronized void putSlotsBack(int count) {
        int rest = units() - count;
        isOver = rest == 0;
        if (grant != null) {
            List<Integer> all = grant.slots();
            runtime.putBack(all.subList(rest, all.size()));
            if (rest > 0) { // what the last ones were stays readable
                grant = new Grant(all.subList(0, rest), grant.fence());
            }
        }
    }

    @Override
    public void onChange(Runnable next) {
        task = next;
    }

    void tell() {
        Runnable told = task;
        if (told != null) {
            told.run();
        }
    }
}
