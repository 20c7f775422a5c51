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
import dev.turnstile.machine.Sizes;
import dev.turnstile.machine.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The nodes of a message-passing algorithm as actors in one JVM, made to look like processes: so that the rest of the thread
 * driver runs them, with its line, its giving up and its changing limit.
 *
 * <p>No thread is set aside for the nodes. Whoever asks, leaves or gives up makes its own node act, and what follows from it is
 * delivered before the call returns, by that thread or by another one ({@link Mail}). Whoever has delivered serves the line after it
 * ({@link Door}), and sees there whom the messages let in.
 *
 * <p>A node may get inside while a thread that knows nothing of it delivers. For the driver it is inside when its process has
 * taken a step after that; if it gives up before, the node leaves.
 */
final class Actors<M extends Message> implements ProcessSystem {
    private final NodeSystem<M> system;
    private final List<Node<M>> nodes = new ArrayList<>();
    private final Mail<M> mail;
    private final int[] inside; // by node: the units that it asks for or has, also of its parts; changed while it acts
    private final AtomicInteger away = new AtomicInteger(); // units of processes that are not in REMAINDER

    private Actors(NodeSystem<M> system) {
        this.system = system;
        for (int i = 0; i < system.sizes().participants(); i++) {
            nodes.add(system.node(i));
        }
        inside = new int[system.sizes().participants()];
        mail = system.arrivalsToSettle() > 0
                ? new Carousel<>(nodes, i -> inside[i], system.arrivalsToSettle())
                : new Mailboxes<>(nodes);
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
                        messages.traits(),
                        limit -> messages.largest(Sizes.of(Integer.MAX_VALUE, limit))
                                .participants(),
                        (nodes, places) -> new Actors<>(messages.system(nodes, places)).outside(messages.name()));
        };
    }

    /** All must be, at first, and free to go there. */
    private Actors<M> outside(String algorithm) {
        if (system.sizes().floor() > 0 || nodes.stream().anyMatch(node -> node.region() != Region.REMAINDER)) {
            throw new IllegalArgumentException(algorithm
                    + ": nobody must stay inside here; a window is opened with Turnstile.between(least, most)");
        }
        return this;
    }

    /** A permit must be able to give back some of its units: where nodes can't, several units are several nodes. */
    @Override
    public Sizes sizes() {
        return system.isDivisible() ? system.sizes() : system.sizes().withUnitsEach(1);
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
        return new Actor(index);
    }

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
        return system.sizes().limit() - away.get();
    }

    /** What a node is to do of its own accord. */
    private enum Task {
        NOTHING,
        ACQUIRE,
        ATTEMPT,
        SEIZE,
        RELEASE,
        CANCEL
    }

    /** So many units of a node leave; true, and the node leaves, when they are the last. */
    private boolean leave(int index, int units, Outbox<M> out) {
        inside[index] -= units;
        if (inside[index] == 0) {
            nodes.get(index).release(out);
        } else {
            nodes.get(index).giveBack(units, out);
        }
        return inside[index] == 0;
    }

    /** Some or all units of a node, as the driver sees them: one process. */
    private abstract class Share implements Process {
        final int index;
        Region region; // changed only by the driver's calls
        int units; // without those that were split off
        boolean othersStay; // inside, of the same node, when this has left

        Share(int index, Region region, int units) {
            this.index = index;
            this.region = region;
            this.units = units;
        }

        @Override
        public final Region region() {
            return region;
        }

        @Override
        public final int units() {
            return units;
        }

        @Override
        public final Process split(int part) {
            if (part < 1 || part >= units) {
                throw new IllegalArgumentException("of " + units + " units some can go and some stay, not " + part);
            }
            units -= part;
            return new Part(index, part);
        }

        @Override
        public final Optional<Process> again() {
            return othersStay ? Optional.empty() : Optional.of(new Actor(index));
        }

        @Override
        public final int ahead(Cells shared) {
            return 0;
        }

        @Override
        public final void state(Fields fields) {
            mail.act(index, out -> nodes.get(index).state(fields));
        }
    }

    /** One node, from when it asks until it is back. */
    private final class Actor extends Share {
        private final Node<M> node;
        private Task task = Task.NOTHING;
        private boolean isAway; // has begun, and its units are counted

        Actor(int index) {
            super(index, Region.REMAINDER, 0);
            node = nodes.get(index);
        }

        @Override
        public void acquire(int wanted) {
            begin(Task.ACQUIRE, wanted);
        }

        @Override
        public void attempt(int wanted) {
            begin(Task.ATTEMPT, wanted);
        }

        @Override
        public void seize(int wanted) {
            begin(Task.SEIZE, wanted);
        }

        private void begin(Task wanted, int howMany) {
            if (region != Region.REMAINDER) {
                throw new IllegalStateException("the node is in " + region);
            }
            region = Region.TRYING;
            task = wanted;
            units = howMany;
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
                case ACQUIRE -> {
                    counted();
                    mail.act(index, this::ask);
                }
                case RELEASE -> mail.act(index, out -> othersStay = !leave(index, units, out));
                case CANCEL -> mail.act(index, this::giveUpUnlessInside);
                case ATTEMPT -> attemptNow();
                case SEIZE -> seizeNow();
            }
            return look();
        }

        private void counted() {
            isAway = true;
            away.addAndGet(units);
        }

        private void ask(Outbox<M> out) {
            inside[index] = units;
            node.acquire(units, out);
        }

        private void attemptNow() {
            mail.act(index, this::ask);
            mail.act(index, this::giveUpUnlessInside);
            region = Region.EXIT; // unless it is inside
        }

        /** All of them, or one less, and so on. */
        private void seizeNow() {
            List<Mail.Act<M>> tries = new ArrayList<>();
            for (int most = units; most > 0; most--) {
                int wanted = most;
                tries.add(out -> {
                    units = wanted;
                    ask(out);
                });
                tries.add(this::giveUpUnlessInside);
            }
            mail.tryBeforeOthers(index, tries);
            region = Region.EXIT; // unless it is inside
        }

        /** It may have got inside without anybody having seen it: then it must leave like everybody who is inside. */
        private void giveUpUnlessInside(Outbox<M> out) {
            if (node.region() == Region.TRYING) {
                node.cancel(out);
            }
        }

        /**
         * Whoever waits, and whoever has given up, may find itself inside. Whoever leaves is out, whatever becomes of other parts of its node. One who
         * waits may be out for a moment, while others go before it.
         */
        private Step look() {
            Region now = othersStay ? Region.REMAINDER : mail.reached(index);
            boolean isBack = now == Region.REMAINDER && region == Region.EXIT;
            if (now != Region.CRITICAL && !isBack) {
                return Step.WAITS;
            }
            region = now;
            if (region == Region.CRITICAL && !isAway) {
                counted();
            } else if (region == Region.REMAINDER && isAway) {
                isAway = false;
                away.addAndGet(-units);
            }
            return Step.TAKEN;
        }
    }

    /** Some of the units of a node that is inside, which leave on their own. */
    private final class Part extends Share {
        Part(int index, int units) {
            super(index, Region.CRITICAL, units);
        }

        @Override
        public void acquire(int wanted) {
            throw onlyLeaves();
        }

        @Override
        public void attempt(int wanted) {
            throw onlyLeaves();
        }

        @Override
        public void cancel() {
            throw onlyLeaves();
        }

        private IllegalStateException onlyLeaves() {
            return new IllegalStateException("what was split off only leaves");
        }

        @Override
        public void release() {
            region = Region.EXIT;
        }

        @Override
        public Step step(Cells shared) {
            mail.act(index, out -> othersStay = !leave(index, units, out));
            away.addAndGet(-units);
            region = Region.REMAINDER;
            return Step.TAKEN;
        }
    }
}
