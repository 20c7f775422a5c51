package dev.turnstile.driver.nodes;

import dev.turnstile.machine.Message;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A network with real threads and real delays. Each message takes a random time, and messages of one channel arrive in
 * the order in which they were sent. The network can hold everything back, so that messages stay in flight for as long
 * as a test needs.
 */
final class SlowNetwork<M extends Message> implements AutoCloseable {
    private static final int CARRIERS = 2;

    private final int delayNanosMax;
    private final Random random;
    private final List<Carrier> carriers = new ArrayList<>();
    private final Map<Long, List<NodeRuntime<M>>> routes = new ConcurrentHashMap<>(); // by epoch, then node
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private volatile boolean isHeldBack;
    private volatile boolean isOver;

    SlowNetwork(long seed, int delayNanosMax) {
        this.delayNanosMax = delayNanosMax;
        random = new Random(seed);
        for (int i = 0; i < CARRIERS; i++) {
            carriers.add(new Carrier());
        }
        carriers.forEach(Thread::start);
    }

    private record Letter<M extends Message>(long due, long number, Envelope<M> envelope)
            implements Comparable<Letter<M>> {
        @Override
        public int compareTo(Letter<M> other) {
            return due == other.due ? Long.compare(number, other.number) : Long.compare(due, other.due);
        }
    }

    /** The transport of one runtime. */
    final class Line implements Transport<M> {
        @Override
        public void start(NodeRuntime<M> receiver) {}

        @Override
        public void send(Envelope<M> envelope) {
            carriers.get((envelope.from() * 31 + envelope.to()) % CARRIERS).add(envelope, delay());
        }
    }

    /** Sets the runtime of each node in this epoch: node i is at the i-th of these runtimes. */
    void route(long epoch, List<NodeRuntime<M>> runtimes) {
        routes.put(epoch, List.copyOf(runtimes));
    }

    /** Holds all messages back, or stops doing so. */
    void holdBack(boolean whether) {
        isHeldBack = whether;
        carriers.forEach(Carrier::wake);
    }

    /** Returns how many messages are in flight. */
    int inFlight() {
        return carriers.stream().mapToInt(Carrier::size).sum();
    }

    void check() {
        if (failure.get() != null) {
            throw new AssertionError(failure.get());
        }
    }

    private long delay() {
        synchronized (random) {
            return random.nextInt(delayNanosMax);
        }
    }

    @Override
    public void close() throws InterruptedException {
        isOver = true;
        for (Carrier carrier : carriers) {
            carrier.wake();
            carrier.join();
        }
        check();
    }

    /** A thread that carries the messages of some channels. */
    private final class Carrier extends Thread {
        private final PriorityQueue<Letter<M>> letters = new PriorityQueue<>(); // guarded by this
        private final Map<Integer, Long> last =
                new HashMap<>(); // by channel: when the last message is due; guarded by this
        private long number; // guarded by this
        private int carried; // guarded by this: taken but not delivered yet

        Carrier() {
            setDaemon(true);
        }

        synchronized void add(Envelope<M> envelope, long delay) {
            int channel = envelope.from() * 10_000 + envelope.to();
            long due = Math.max(System.nanoTime() + delay, last.getOrDefault(channel, Long.MIN_VALUE));
            last.put(channel, due);
            letters.add(new Letter<>(due, number++, envelope));
            notifyAll();
        }

        synchronized void wake() {
            notifyAll();
        }

        synchronized int size() {
            return letters.size() + carried;
        }

        private synchronized Envelope<M> next() throws InterruptedException {
            carried = 0;
            while (!isOver) {
                long left = letters.isEmpty() || isHeldBack
                        ? 10_000_000
                        : letters.element().due() - System.nanoTime();
                if (left <= 0) {
                    carried = 1;
                    return letters.remove().envelope();
                }
                wait(left / 1_000_000, (int) (left % 1_000_000));
            }
            throw new InterruptedException();
        }

        @Override
        public void run() {
            try {
                while (true) {
                    Envelope<M> envelope = next();
                    routes.get(envelope.epoch()).get(envelope.to()).receive(envelope);
                }
            } catch (InterruptedException over) {
                // the network is closed
            } catch (RuntimeException | Error wrong) {
                failure.compareAndSet(null, wrong);
            }
        }
    }
}
