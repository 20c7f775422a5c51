package dev.turnstile.driver.threads;

import dev.turnstile.machine.Message;
import dev.turnstile.machine.Node;
import dev.turnstile.machine.Outbox;
import dev.turnstile.machine.Region;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * Mail that goes round for ever: one line of letters for all nodes, and one lock. It turns only while somebody waits, and after
 * whatever somebody did only for as long as that can let anybody in ({@link dev.turnstile.machine.NodeSystem#arrivalsToSettle}); then all
 * letters stay where they are until somebody does something again. So nothing is spent while nobody asks.
 *
 * <p>The line of letters is served in order, which keeps every channel in order, and lets each letter move as often as the others.
 */
final class Carousel<M extends Message> implements Mail<M> {
    private final List<Node<M>> nodes;
    private final IntUnaryOperator unitsOf;
    private final long arrivalsToSettle;
    private final Lock turning = new ReentrantLock();
    private final Queue<Letter<M>> letters = new ArrayDeque<>();
    private final AtomicReferenceArray<Region> reached; // by node; written under the lock
    private int waiting; // nodes in TRYING
    private long left; // arrivals until all has settled

    private record Letter<M>(int from, int to, M message) {}

    /** Of nodes of which those in TRYING ask for that many units. */
    Carousel(List<Node<M>> nodes, IntUnaryOperator unitsOf, long arrivalsToSettle) {
        this.nodes = nodes;
        this.unitsOf = unitsOf;
        this.arrivalsToSettle = arrivalsToSettle;
        reached = new AtomicReferenceArray<>(nodes.size());
        for (int i = 0; i < nodes.size(); i++) {
            reached.setRelease(i, Region.REMAINDER);
            if (nodes.get(i).timer().isPresent()) {
                nodes.get(i).timeout(from(i)); // as if a while had passed since the start
            }
        }
    }

    @Override
    public void act(int node, Act<M> deed) {
        Mail.take(turning);
        try {
            actQuietly(node, deed);
            turn();
        } finally {
            turning.unlock();
        }
    }

    /** Those who wait give up what they have reserved, and ask again afterwards. */
    @Override
    public void tryBeforeOthers(int node, List<Act<M>> deeds) {
        Mail.take(turning);
        try {
            List<Integer> others = IntStream.range(0, nodes.size())
                    .filter(i -> reached.getPlain(i) == Region.TRYING)
                    .boxed()
                    .toList();
            others.forEach(i -> actQuietly(i, nodes.get(i)::cancel));
            Mail.super.tryBeforeOthers(node, deeds);
            others.forEach(i -> actQuietly(i, out -> nodes.get(i).acquire(unitsOf.applyAsInt(i), out)));
            turn();
        } finally {
            turning.unlock();
        }
    }

    private void actQuietly(int node, Act<M> deed) {
        deed.on(from(node));
        look(node);
        left = arrivalsToSettle;
    }

    private void turn() {
        for (; waiting > 0 && left > 0 && !letters.isEmpty(); left--) {
            Letter<M> letter = letters.remove();
            nodes.get(letter.to()).receive(letter.from(), letter.message(), from(letter.to()));
            look(letter.to());
        }
    }

    private void look(int node) {
        Region before = reached.getPlain(node);
        Region now = nodes.get(node).region();
        if (now != before) {
            waiting += (now == Region.TRYING ? 1 : 0) - (before == Region.TRYING ? 1 : 0);
            left = arrivalsToSettle;
            reached.setRelease(node, now);
        }
    }

    @Override
    public Region reached(int node) {
        return reached.getAcquire(node);
    }

    private Outbox<M> from(int sender) {
        return new Outbox<>() {
            @Override
            public void send(int to, M message) {
                letters.add(new Letter<>(sender, to, message));
            }

            @Override
            public int choose(int bound) {
                return ThreadLocalRandom.current().nextInt(bound);
            }

            @Override
            public void restartTimer() {} // nothing is lost
        };
    }
}
