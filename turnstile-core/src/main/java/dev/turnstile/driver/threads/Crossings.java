package dev.turnstile.driver.threads;

import dev.turnstile.driver.Patience;
import dev.turnstile.machine.Message;
import dev.turnstile.machine.Node;
import dev.turnstile.machine.NodeSystem;
import dev.turnstile.machine.Outbox;
import dev.turnstile.machine.Region;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * The nodes of a window as actors in one JVM, each for one caller at a time, who crosses with it: in, and, which may have to wait
 * as well, out. No thread is set aside for them: whoever makes its node act delivers what follows from it ({@link Mailboxes}), and wakes
 * those whose nodes have crossed by that.
 *
 * <p>Who waits first says so, then looks where its node is, then parks; who delivers first moves the node, then looks who waits. So one of the
 * two sees the other.
 */
final class Crossings<M extends Message> {
    private static final Runnable NOTHING = Crossings::doNothing;

    private final List<Node<M>> nodes = new ArrayList<>();
    private final List<Traveller> travellers = new ArrayList<>();
    private final Mailboxes<M> mail;
    private final AtomicInteger inside = new AtomicInteger();
    private final Queue<Traveller> idle = new ConcurrentLinkedQueue<>();
    private volatile boolean closed;

    Crossings(NodeSystem<M> system) {
        for (int i = 0; i < system.sizes().participants(); i++) {
            nodes.add(system.node(i));
            travellers.add(new Traveller(i));
        }
        idle.addAll(travellers);
        mail = new Mailboxes<>(nodes, new Mailboxes.Watcher() {
            @Override
            public void moves(Region from, Region to) {
                inside.addAndGet(count(to) - count(from));
            }

            @Override
            public void hasMoved(int node) {
                travellers.get(node).hasMoved();
            }
        });
    }

    /** A node that waits to leave is inside still. */
    private static int count(Region region) {
        return switch (region) {
            case CRITICAL, EXIT -> 1;
            case TRYING, REMAINDER -> 0;
        };
    }

    /**
     * How many are inside. Each is counted before another node can know that it has come in or gone out, so
     * the count is within the window whenever the algorithm is.
     */
    int inside() {
        return inside.get();
    }

    private static void doNothing() {}

    /** One who is outside, and at nobody's service. */
    Optional<Traveller> take() {
        return Optional.ofNullable(idle.poll());
    }

    int participants() {
        return nodes.size();
    }

    List<Traveller> travellers() {
        return travellers;
    }

    /** Nobody comes in any more, and nobody is held back by the floor. */
    void close() {
        closed = true;
        travellers.forEach(Traveller::wake);
    }

    boolean isClosed() {
        return closed;
    }

    /** A node, and the caller who crosses with it. */
    final class Traveller {
        private final int index;
        private volatile Optional<Thread> waiter = Optional.empty();
        private volatile long since; // it waits to come in
        private final AtomicReference<Runnable> whenOut = new AtomicReference<>(NOTHING);

        private Traveller(int index) {
            this.index = index;
        }

        /** Where its node is. */
        Region region() {
            return mail.reached(index);
        }

        Optional<Thread> waiter() {
            return waiter;
        }

        long since() {
            return since;
        }

        /** Runs the task, once, as soon as its node is outside, by whoever sees that first. */
        void whenOut(Runnable task) {
            whenOut.set(task);
        }

        /** What was to be done then is done now. */
        void isOut() {
            whenOut.getAndSet(NOTHING).run();
        }

        /** Another stay may begin as soon as this one is over; what is to be done after that one is not done now. */
        private void hasMoved() {
            Runnable task = whenOut.get();
            if (region() == Region.REMAINDER && whenOut.compareAndSet(task, NOTHING)) {
                task.run();
            }
            wake();
        }

        private void wake() {
            waiter.ifPresent(LockSupport::unpark);
        }

        /** Asks to come in. */
        void ask() {
            since = System.nanoTime();
            mail.act(index, out -> nodes.get(index).acquire(1, out));
        }

        /** Asks to go out. */
        void askToLeave() {
            mail.act(index, out -> nodes.get(index).release(out));
        }

        /**
         * Waits until it has crossed, as long as patience allows; else it stays where it was. Whether it has crossed; the interrupt status is kept.
         */
        boolean await(Region waiting, Region beyond, Patience patience) {
            waiter = Optional.of(Thread.currentThread());
            boolean interrupted = false;
            boolean patient = true;
            while (region() == waiting && patient) {
                park(patience.deadlineNanos());
                interrupted |= Thread.interrupted();
                patient = !closed && !patience.isOver() && !(interrupted && patience.interruptible());
            }
            waiter = Optional.empty();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
            return region() == beyond || stays(waiting, beyond);
        }

        /** For those who will not wait, or no longer; whether it has crossed after all. */
        boolean stays(Region waiting, Region beyond) {
            act(waiting, out -> nodes.get(index).cancel(out));
            return region() == beyond;
        }

        private void act(Region expected, Consumer<Outbox<M>> deed) {
            mail.act(index, out -> {
                if (nodes.get(index).region() == expected) {
                    deed.accept(out);
                }
            });
        }

        private void park(long deadlineNanos) {
            if (closed || Thread.currentThread().isInterrupted()) {
                return;
            }
            if (deadlineNanos == Patience.FOR_EVER) {
                LockSupport.park(this);
            } else {
                LockSupport.parkNanos(this, deadlineNanos - System.nanoTime());
            }
        }

        /** Its caller goes although the node must stay: the turnstile is closed. */
        void leaveNodeBehind() {
            inside.decrementAndGet();
        }

        /** It is outside, and whoever comes next may have it. */
        void giveBack() {
            idle.add(this);
        }
    }
}
