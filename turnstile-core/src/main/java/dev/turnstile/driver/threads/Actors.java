package dev.turnstile.driver.threads;

import dev.turnstile.algorithm.Algorithm;
import dev.turnstile.machine.Cells;
import dev.turnstile.machine.Fields;
import dev.turnstile.machine.Message;
import dev.turnstile.machine.Node;
import dev.turnstile.machine.NodeSystem;
import dev.turnstile.machine.Outbox;
import dev.turnstile.machine.Process;
import dev.turnstile.machine.ProcessSystem;
import dev.turnstile.machine.Region;
import dev.turnstile.machine.Step;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The nodes of a message-passing algorithm as actors in one JVM, made to look like processes: so that the rest of the thread
 * driver runs them, with its line, its giving up and its changing limit.
 *
 * <p>No thread is set aside for the nodes. Whoever asks, leaves or gives up makes its own node act, and then delivers what was
 * sent, what the receivers send, and so on until it has nothing left to deliver. A node is locked while it acts; what it sends
 * stands in the mailbox of the receiver before the lock is given back, which keeps every channel in order. Who finds a receiver
 * locked leaves its messages to the one who has the lock, and who looks again after giving it back: so every message is
 * delivered by somebody who has not returned yet. Whoever has delivered serves the line after it ({@link Door}), and
 * sees there whom the messages let in.
 *
 * <p>A node may get inside while a thread that knows nothing of it delivers. For the driver it is inside when its process has
 * taken a step after that; if it gives up before, the node leaves.
 */
final class Actors<M extends Message> implements ProcessSystem {
    private final NodeSystem<M> system;
    private final List<Actor> actors = new ArrayList<>();
    private final AtomicInteger away = new AtomicInteger(); // processes that have begun and are not back in REMAINDER

    private Actors(NodeSystem<M> system) {
        this.system = system;
        for (int i = 0; i < system.nodes(); i++) {
            actors.add(new Actor(system.node(i), i));
        }
    }

    /** The algorithm in the form that the thread driver runs. */
    static Algorithm.SharedMemory onThreads(Algorithm algorithm) {
        return switch (algorithm) {
            case Algorithm.SharedMemory shared -> shared;
            case Algorithm.MessagePassing messages
            when messages.labOnly().isPresent() ->
                throw new IllegalArgumentException(messages.name() + " is for the lab only: "
                        + messages.labOnly().get());
            case Algorithm.MessagePassing messages ->
                new Algorithm.SharedMemory(
                        messages.name(),
                        messages.title(),
                        messages.source(),
                        messages.assumptions(),
                        messages.guarantees(),
                        messages.cost(),
                        (nodes, places) -> new Actors<>(messages.system(nodes, places)));
        };
    }

    @Override
    public int processes() {
        return system.nodes();
    }

    @Override
    public int places() {
        return system.places();
    }

    /** None: the nodes have all that there is. */
    @Override
    public int cells() {
        return 0;
    }

    @Override
    public void initialise(Cells shared) {}

    @Override
    public Process process(int index) {
        return actors.get(index);
    }

    @Override
    public void shared(Cells shared, Fields fields) {}

    /** Requests are ordered by the algorithm, if at all, not by who was first at the door. */
    @Override
    public boolean fifo() {
        return false;
    }

    @Override
    public boolean holdersBlockOthers() {
        return system.holdersBlockOthers();
    }

    @Override
    public int free(Cells shared) {
        return places() - away.get();
    }

    private record Letter<M>(int from, M message) {}

    /** What a node is to do of its own accord. */
    private enum Task {
        NOTHING,
        ACQUIRE,
        ATTEMPT,
        RELEASE,
        CANCEL
    }

    /** One node, its mailbox, and what the driver sees of it. */
    private final class Actor implements Process {
        private final Node<M> node;
        private final int index;
        private final Queue<Letter<M>> mailbox = new ConcurrentLinkedQueue<>();
        private final Lock acting = new ReentrantLock();
        private volatile Region reached = Region.REMAINDER; // by the node; written under the lock
        private Region region = Region.REMAINDER; // as the driver sees it; changed only by its calls
        private Task task = Task.NOTHING;
        private boolean isAway; // has begun, and is counted

        Actor(Node<M> node, int index) {
            this.node = node;
            this.index = index;
        }

        @Override
        public Region region() {
            return region;
        }

        @Override
        public void acquire(int units) {
            begin(Task.ACQUIRE);
        }

        @Override
        public void attempt(int units) {
            begin(Task.ATTEMPT);
        }

        private void begin(Task wanted) {
            if (region != Region.REMAINDER) {
                throw new IllegalStateException("the node is in " + region);
            }
            region = Region.TRYING;
            task = wanted;
        }

        @Override
        public void release() {
            region = Region.EXIT;
            task = Task.RELEASE;
        }

        /** One that has not begun has nothing to give up. */
        @Override
        public void cancel() {
            region = Region.EXIT;
            task = task == Task.NOTHING ? Task.CANCEL : Task.NOTHING;
        }

        @Override
        public Step step(Cells shared) {
            Task now = task;
            task = Task.NOTHING;
            switch (now) {
                case NOTHING -> {}
                case ACQUIRE -> ask();
                case RELEASE -> act(node::release);
                case CANCEL -> act(this::leaveOrGiveUp);
                case ATTEMPT -> attemptNow();
            }
            return look();
        }

        private void ask() {
            isAway = true;
            away.incrementAndGet();
            act(out -> node.acquire(1, out));
        }

        private void attemptNow() {
            ask();
            if (reached != Region.CRITICAL) {
                region = Region.EXIT;
                act(this::leaveOrGiveUp);
            }
        }

        /** It may have got inside without anybody having seen it. */
        private void leaveOrGiveUp(Outbox<M> out) {
            if (node.region() == Region.CRITICAL) {
                node.release(out);
            } else {
                node.cancel(out);
            }
        }

        private Step look() {
            Region now = reached;
            boolean through = region == Region.TRYING ? now == Region.CRITICAL : now == Region.REMAINDER;
            if (!through) {
                return Step.WAITS;
            }
            region = now;
            if (region == Region.REMAINDER && isAway) {
                isAway = false;
                away.decrementAndGet();
            }
            return Step.TAKEN;
        }

        /** The node does something of its own accord; then all that follows from it is delivered. */
        private void act(Act<M> deed) {
            Round round = new Round();
            takeTheNode();
            try {
                deed.on(round.from(index));
                reached = node.region();
            } finally {
                acting.unlock();
            }
            round.add(this); // what came in the meantime was left to us
            round.deliverAll();
        }

        /**
         * Never parks: this may be called under the lock of the line, for which others spin. Whoever has the node only computes, and
         * so is not a virtual thread without a carrier; a virtual thread that yielded here might not be run again.
         */
        @SuppressWarnings("ThreadPriorityCheck") // whoever has the node may need this processor to go on
        private void takeTheNode() {
            boolean mayYield = !Thread.currentThread().isVirtual();
            while (!acting.tryLock()) {
                if (mayYield) {
                    Thread.yield();
                } else {
                    Thread.onSpinWait();
                }
            }
        }

        /** Takes what is in the mailbox, unless somebody else does. */
        private void takeLetters(Round round) {
            while (!mailbox.isEmpty() && acting.tryLock()) {
                try {
                    Outbox<M> out = round.from(index);
                    for (Letter<M> letter = mailbox.poll(); letter != null; letter = mailbox.poll()) {
                        node.receive(letter.from(), letter.message(), out);
                    }
                    reached = node.region();
                } finally {
                    acting.unlock();
                }
            }
        }

        @Override
        public int ahead(Cells shared) {
            return 0;
        }

        @Override
        public void state(Fields fields) {
            acting.lock();
            try {
                node.state(fields);
            } finally {
                acting.unlock();
            }
            Round round = new Round();
            round.add(this); // what came in the meantime was left to us
            round.deliverAll();
        }
    }

    @FunctionalInterface
    private interface Act<M extends Message> {
        void on(Outbox<M> out);
    }

    /** One thread delivers. */
    private final class Round {
        private final Deque<Actor> addressed = new ArrayDeque<>();

        Outbox<M> from(int sender) {
            return new Outbox<>() {
                @Override
                public void send(int to, M message) {
                    Actor receiver = actors.get(to);
                    receiver.mailbox.add(new Letter<>(sender, message));
                    addressed.add(receiver);
                }

                @Override
                public int choose(int bound) {
                    return ThreadLocalRandom.current().nextInt(bound);
                }

                @Override
                public void restartTimer() {} // no algorithm that needs one may be used here
            };
        }

        void add(Actor actor) {
            addressed.add(actor);
        }

        void deliverAll() {
            for (Actor next = addressed.poll(); next != null; next = addressed.poll()) {
                next.takeLetters(this);
            }
        }
    }
}
