package dev.turnstile.driver.nodes;

import dev.turnstile.machine.Message;
import dev.turnstile.machine.Region;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

/**
 * For nodes that are all in one JVM, and messages that go round for ever: one line of messages for all nodes. It turns only while a node waits to
 * come in, and after whatever a node did only for as long as that can let one in ({@link
 * dev.turnstile.machine.NodeSystem#arrivalsToSettle}); then all messages stay where they are until a node does something again. So nothing
 * is spent while no caller asks.
 *
 * <p>The line is served in order, which keeps every channel in order, and lets each message move as often as the others. Nothing is lost, so
 * timers end once, as if a while had passed since the start, and never again.
 *
 * @param <M> what the nodes send each other
 */
public final class CirculatingTransport<M extends Message> implements Transport<M> {
    private static final int YIELDS = 64;

    private final long arrivalsToSettle;
    private final Queue<Envelope<M>> letters = new ConcurrentLinkedQueue<>();
    private final AtomicInteger waiting = new AtomicInteger(); // nodes in TRYING
    private final ReentrantLock turning = new ReentrantLock();
    private volatile boolean isFresh; // a node has moved since the last look
    private volatile NodeRuntime<M> receiver;

    /** For one runtime, whose messages settle after so many arrivals. */
    public CirculatingTransport(long arrivalsToSettle) {
        this.arrivalsToSettle = arrivalsToSettle;
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
    }

    @Override
    public void moved(Region before, Region now) {
        int more = (now == Region.TRYING ? 1 : 0) - (before == Region.TRYING ? 1 : 0);
        if (more != 0) {
            waiting.addAndGet(more);
        }
        isFresh = true;
    }

    @Override
    public void settle() {
        if (waiting.get() > 0 && !turning.isHeldByCurrentThread()) {
            takeTurn();
            try {
                turn();
            } finally {
                turning.unlock();
            }
        }
    }

    @SuppressWarnings("ThreadPriorityCheck") // the thread that turns may need this processor to go on
    private void takeTurn() {
        for (int yields = 0; yields < YIELDS; yields++) {
            if (turning.tryLock()) {
                return;
            }
            Thread.yield();
        }
        turning.lock();
    }

    private void turn() {
        Round<M> round = new Round<>();
        long left = arrivalsToSettle;
        for (; waiting.get() > 0 && left > 0; left--) {
            if (isFresh) {
                isFresh = false;
                left = arrivalsToSettle;
            }
            Envelope<M> letter = letters.poll();
            if (letter == null) {
                return;
            }
            receiver.deliver(letter, round);
        }
    }
}
