package dev.turnstile.driver.nodes;

import dev.turnstile.machine.Message;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A caller's request, for one node or, if a node has one unit, for as many nodes as units. Each change of state is one
 * atomic operation. So if a node gets inside while the caller gives up, exactly one of the two changes the state.
 *
 * @param <M> the type of the messages between nodes
 */
final class Request<M extends Message> implements NodeRequest {
    private final NodeRuntime<M> runtime;
    private final int wanted;
    private final int nodes;
    private final AtomicReference<State> state = new AtomicReference<>();
    private final AtomicInteger inside = new AtomicInteger(); // number of its nodes inside, if it has several
    private final AtomicInteger left = new AtomicInteger(); // number of its nodes that have left, if it has several
    private volatile int gone; // units that have left while others stay
    private volatile List<Host<M>> hosts; // null until the reception has assigned them
    private volatile Runnable task; // null until set
    private Grant grant; // guarded by this; null until requested
    private boolean isOver; // guarded by this; no slots are assigned any more

    Request(NodeRuntime<M> runtime, int units, int nodes) {
        this.runtime = runtime;
        wanted = units;
        this.nodes = nodes;
        state.setPlain(State.WAITING); // a volatile write here would cost a fence
    }

    /** Returns how many nodes the request needs. */
    int nodes() {
        return nodes;
    }

    boolean isSeveral() {
        return nodes > 1;
    }

    /** Returns how many units the request wants from each node. */
    int unitsOfNode() {
        return isSeveral() ? 1 : units();
    }

    List<Host<M>> hosts() {
        return hosts;
    }

    void hosts(List<Host<M>> some) {
        hosts = some;
    }

    /** Gives up some of the units. Called only by the caller that leaves with them. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // one caller at a time
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

    /** Counts one more node inside, and returns whether all are now. */
    boolean oneMoreInside() {
        return !isSeveral() || inside.incrementAndGet() == nodes;
    }

    /** Resets the count of nodes inside, because the request asks again. */
    void noneInside() {
        inside.set(0);
    }

    /** Counts one more node that has left, and returns whether all have now. */
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

    /** Puts back the highest slots, if any are assigned, for the given number of leaving units. */
    synchronized void putSlotsBack(int count) {
        int rest = units() - count;
        isOver = rest == 0;
        if (grant != null) {
            List<Integer> all = grant.slots();
            runtime.putBack(all.subList(rest, all.size()));
            if (rest > 0) { // otherwise the last slots stay readable
                grant = new Grant(all.subList(0, rest), grant.fence());
            }
        }
    }

    @Override
    public void onChange(Runnable next) {
        task = next;
    }

    void notifyCaller() {
        Runnable current = task;
        if (current != null) {
            current.run();
        }
    }
}
