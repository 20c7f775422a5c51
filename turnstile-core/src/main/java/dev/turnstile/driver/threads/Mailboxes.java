package dev.turnstile.driver.threads;

import dev.turnstile.machine.Message;
import dev.turnstile.machine.Node;
import dev.turnstile.machine.Outbox;
import dev.turnstile.machine.Region;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Mail that comes to rest. Whoever makes its node act delivers what was sent, what the receivers send, and so
 * on until it has nothing left to deliver. A node is locked while it acts; what it sends stands in the
 * mailbox of the receiver before the lock is given back, which keeps every channel in order. It is put there
 * when the watcher knows of the region that the node has reached: so nobody acts on a move that the watcher
 * has not heard of. Who finds a receiver locked leaves its messages to the one who has the lock, and who
 * looks again after giving it back: so every message is delivered by somebody who has not returned yet.
 */
final class Mailboxes<M extends Message> implements Mail<M> {
    private final List<Box> boxes = new ArrayList<>();
    private final Watcher watcher;

    /** Hears of nodes that get into another region. */
    interface Watcher {
        /** Nobody does. */
        Watcher NONE = new Watcher() {
            @Override
            public void moves(Region from, Region to) {}

            @Override
            public void hasMoved(int node) {}
        };

        /**
         * A node moves: it is locked, and no other node has received what it sends by that. Must not wait.
         */
        void moves(Region from, Region to);

        /** The node has moved, and is not locked any more. */
        void hasMoved(int node);
    }

    Mailboxes(List<Node<M>> nodes) {
        this(nodes, Watcher.NONE);
    }

    Mailboxes(List<Node<M>> nodes, Watcher watcher) {
        this.watcher = watcher;
        for (int i = 0; i < nodes.size(); i++) {
            boxes.add(new Box(nodes.get(i), i));
        }
    }

    @Override
    public void act(int node, Act<M> deed) {
        boxes.get(node).act(deed);
    }

    @Override
    public Region reached(int node) {
        return boxes.get(node).reached;
    }

    private record Letter<M>(int from, int to, M message) {}

    private final class Box {
        private final Node<M> node;
        private final int index;
        private final Queue<Letter<M>> letters = new ConcurrentLinkedQueue<>();
        private final Lock acting = new ReentrantLock();
        private volatile Region reached; // by the node; written under the lock

        Box(Node<M> node, int index) {
            this.node = node;
            this.index = index;
            reached = node.region();
        }

        void act(Act<M> deed) {
            Round round = new Round();
            boolean hasMoved;
            Mail.take(acting);
            try {
                deed.on(round.from(index));
                hasMoved = look();
                round.post();
            } finally {
                acting.unlock();
            }
            tell(hasMoved);
            round.add(this); // what came in the meantime was left to us
            round.deliverAll();
        }

        /** Takes what is in the mailbox, unless somebody else does. */
        private void takeLetters(Round round) {
            while (!letters.isEmpty() && acting.tryLock()) {
                boolean hasMoved;
                try {
                    Outbox<M> out = round.from(index);
                    for (Letter<M> letter = letters.poll(); letter != null; letter = letters.poll()) {
                        node.receive(letter.from(), letter.message(), out);
                    }
                    hasMoved = look();
                    round.post();
                } finally {
                    acting.unlock();
                }
                tell(hasMoved);
            }
        }

        /** Whether the node is in another region than before; tells the watcher. */
        private boolean look() {
            Region before = reached;
            Region now = node.region();
            if (now == before) {
                return false;
            }
            watcher.moves(before, now);
            reached = now;
            return true;
        }

        private void tell(boolean hasMoved) {
            if (hasMoved) {
                watcher.hasMoved(index);
            }
        }
    }

    /** One thread delivers. */
    private final class Round {
        private final Deque<Letter<M>> written = new ArrayDeque<>(); // by the node that acts
        private final Deque<Box> addressed = new ArrayDeque<>();

        Outbox<M> from(int sender) {
            return new Outbox<>() {
                @Override
                public void send(int to, M message) {
                    written.add(new Letter<>(sender, to, message));
                }

                @Override
                public int choose(int bound) {
                    return ThreadLocalRandom.current().nextInt(bound);
                }

                @Override
                public void restartTimer() {} // nothing is lost
            };
        }

        /** Puts what was written into the mailboxes; the sender is still locked. */
        void post() {
            for (Letter<M> letter = written.poll(); letter != null; letter = written.poll()) {
                Box receiver = boxes.get(letter.to());
                receiver.letters.add(letter);
                addressed.add(receiver);
            }
        }

        void add(Box box) {
            addressed.add(box);
        }

        void deliverAll() {
            for (Box next = addressed.poll(); next != null; next = addressed.poll()) {
                next.takeLetters(this);
            }
        }
    }
}
