package dev.turnstile.driver.nodes;

import dev.turnstile.machine.Message;
import dev.turnstile.machine.Region;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A transport for messages that circulate forever between nodes of one JVM. One queue holds the messages of all nodes.
 * The transport delivers only while a node waits to enter and a unit is free. After each action of a node, it delivers
 * at most as many messages as that action can need to admit a node
 * ({@link dev.turnstile.machine.NodeSystem#arrivalsToSettle}). Then the messages rest until a node acts again, so an
 * idle turnstile costs nothing.
 *
 * <p>Dozens of messages arrive before one admits a node, so all nodes share one lock. A thread takes it once, and
 * delivers until there is something to do without it, such as waking a caller.
 *
 * <p>The queue is served in order. That keeps every channel in order, and each message moves as often as the others. No
 * message is lost, so each timer expires once, at the start of an epoch, and never again.
 *
 * @param <M> the type of the messages between nodes
 */
final class CirculatingTransport<M extends Message> implements Transport<M> {
    private final long arrivalsToSettle;
    private final AtomicInteger waiting = new AtomicInteger(); // nodes in TRYING
    private final Queue<Envelope<M>> letters =
            new ArrayDeque<>(); // guarded by the shared lock, as are all fields below
    private long left; // arrivals until the messages have settled
    private boolean isDelivering;
    private volatile NodeRuntime<M> receiver;

    /** Creates the transport of one runtime, whose messages settle after this many arrivals. */
    public CirculatingTransport(long arrivalsToSettle) {
        this.arrivalsToSettle = arrivalsToSettle;
    }

    @Override
    public boolean takesTurns() {
        return true;
    }

    @Override
    public void start(NodeRuntime<M> runtime) {
        receiver = runtime;
        letters.removeIf(letter -> letter.epoch() < runtime.epoch());
        runtime.local().stream().forEach(node -> runtime.timeout(runtime.epoch(), node));
    }

    @Override
    public void send(Envelope<M> envelope) {
        letters.add(envelope);
        if (!isDelivering) {
            left = arrivalsToSettle; // a caller made the node act
        }
    }

    @Override
    public void moved(Region before, Region now) {
        int more = (now == Region.TRYING ? 1 : 0) - (before == Region.TRYING ? 1 : 0);
        if (more != 0) {
            waiting.addAndGet(more);
        }
        left = arrivalsToSettle;
    }

    @Override
    public void settle() {
        if (canLetOneIn() && !receiver.turns().isHeld()) {
            Round<M> round = new Round<>();
            while (canLetOneIn() && hasTurned(round)) {
                receiver.follow(round);
            }
        }
    }

    /**
     * Returns whether delivering may admit a node. A node waits before it looks for room, and a leaving node makes room
     * before it looks for waiting nodes, so one of the two sees the other.
     */
    private boolean canLetOneIn() {
        return waiting.get() > 0 && !receiver.isFull();
    }

    /**
     * Delivers until there is something to do without the lock. Returns false if the messages have settled before that.
     */
    private boolean hasTurned(Round<M> round) {
        ActingLock turns = receiver.turns();
        turns.lock();
        isDelivering = true;
        try {
            while (waiting.get() > 0 && left > 0 && !letters.isEmpty()) {
                left--;
                boolean hasMoved = receiver.deliver(letters.remove(), round);
                if (hasMoved && !round.isEmpty()) {
                    return true;
                }
            }
            return false;
        } finally {
            isDelivering = false;
            turns.unlock();
        }
    }
}
