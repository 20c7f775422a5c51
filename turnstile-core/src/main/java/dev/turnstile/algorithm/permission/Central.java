package dev.turnstile.algorithm.permission;

import dev.turnstile.machine.AbstractNodeSystem;
import dev.turnstile.machine.Fields;
import dev.turnstile.machine.Message;
import dev.turnstile.machine.Node;
import dev.turnstile.machine.Outbox;
import dev.turnstile.machine.Region;
import dev.turnstile.machine.facts.NodeFacts;
import dev.turnstile.machine.wire.Tag;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A coordinator with a queue. Node 0 has all units, and serves requests in the order in which they reach it. This is
 * the baseline that the papers' figures leave out.
 *
 * <p><b>The idea.</b> An entry takes three messages: a request, a grant and a release. It takes none at the coordinator
 * itself. The head of the queue gets its units as soon as they are free. Requests behind it wait with it, so that small
 * requests never overtake a large one.
 *
 * <p><b>Giving up.</b> A node that withdraws its request may have been granted it in the meantime. The node does not
 * wait to find out. Each withdrawn request is answered once: by the grant that was on its way, or by Withdrawn if it
 * was still in the queue. Channels are FIFO, so the node counts the answers that it still has to ignore. If the
 * withdrawn request was granted, the coordinator takes the units back.
 *
 * <p>The coordinator must not fail, and carries the load of all nodes.
 */
public final class Central extends AbstractNodeSystem<Central.CentralMessage> {
    private static final int COORDINATOR = 0;
    private static final int UNITS_MAX = 1 << 28;

    /** The messages between the nodes and the coordinator. */
    public sealed interface CentralMessage extends Message {
        /** A request for units. */
        @Tag(0)
        record Request(int units) implements CentralMessage {}

        /** The grant of the requested units. */
        @Tag(1)
        record Grant() implements CentralMessage {}

        /** The return of units. */
        @Tag(2)
        record Release(int units) implements CentralMessage {}

        /** The withdrawal of a request. If the request was granted, the coordinator takes the units back. */
        @Tag(3)
        record Withdraw() implements CentralMessage {}

        /** The confirmation that a request was removed from the queue. */
        @Tag(4)
        record Withdrawn() implements CentralMessage {}
    }

    private static final CentralMessage GRANT = new CentralMessage.Grant();
    private static final CentralMessage WITHDRAW = new CentralMessage.Withdraw();
    private static final CentralMessage WITHDRAWN = new CentralMessage.Withdrawn();

    /** Creates a system of n nodes that share k units. Node 0 is the coordinator. */
    public Central(int nodes, int limit) {
        super(checked(nodes, limit, UNITS_MAX), CentralMessage.class);
    }

    @Override
    public boolean fits(CentralMessage message) {
        return switch (message) {
            case CentralMessage.Request(int units) -> units >= 1 && units <= k;
            case CentralMessage.Release(int units) -> units >= 1 && units <= k;
            case CentralMessage.Grant unused -> true;
            case CentralMessage.Withdraw unused -> true;
            case CentralMessage.Withdrawn unused -> true;
        };
    }

    @Override
    public boolean isDivisible() {
        return true;
    }

    @Override
    public NodeFacts<CentralMessage> facts() {
        return super.facts()
                .withNeighbours(
                        node -> node == COORDINATOR ? IntStream.range(1, n).toArray() : new int[] {COORDINATOR});
    }

    @Override
    public Node<CentralMessage> node(int index) {
        return index == COORDINATOR ? new Coordinator() : new Client();
    }

    /** The common part of both kinds of nodes: the region, and the units requested or held. */
    private abstract class Participant implements Node<CentralMessage> {
        Region region = Region.REMAINDER;
        int units; // asked for or held

        @Override
        public final Region region() {
            return region;
        }

        @Override
        public final int units() {
            return units;
        }

        @Override
        public final void acquire(int wanted, Outbox<CentralMessage> out) {
            expect(Region.REMAINDER, region);
            checkUnits(wanted, k);
            region = Region.TRYING;
            units = wanted;
            ask(out);
        }

        @Override
        public final void release(Outbox<CentralMessage> out) {
            expect(Region.CRITICAL, region);
            int all = units;
            region = Region.REMAINDER;
            units = 0;
            returnUnits(all, out);
        }

        @Override
        public final void releasePart(int part, Outbox<CentralMessage> out) {
            expect(Region.CRITICAL, region);
            if (part < 1 || part >= units) {
                throw new IllegalArgumentException(
                        "the units to give back must be at least 1 and less than " + units + ", not " + part);
            }
            units -= part;
            returnUnits(part, out);
        }

        @Override
        public final void cancel(Outbox<CentralMessage> out) {
            expect(Region.TRYING, region);
            region = Region.REMAINDER;
            units = 0;
            withdraw(out);
        }

        abstract void ask(Outbox<CentralMessage> out);

        abstract void returnUnits(int count, Outbox<CentralMessage> out);

        abstract void withdraw(Outbox<CentralMessage> out);

        @Override
        public void state(Fields fields) {
            region = regionOf(fields, region);
            units = fields.range("units", units, 0, k);
        }
    }

    private final class Client extends Participant {
        private int ignored; // pending answers to withdrawn requests

        @Override
        void ask(Outbox<CentralMessage> out) {
            out.send(COORDINATOR, new CentralMessage.Request(units));
        }

        @Override
        void returnUnits(int count, Outbox<CentralMessage> out) {
            out.send(COORDINATOR, new CentralMessage.Release(count));
        }

        @Override
        void withdraw(Outbox<CentralMessage> out) {
            ignored++;
            out.send(COORDINATOR, WITHDRAW);
        }

        @Override
        public void receive(int from, CentralMessage message, Outbox<CentralMessage> out) {
            switch (message) {
                case CentralMessage.Grant unused -> {
                    if (ignored > 0) {
                        ignored--;
                    } else {
                        region = Region.CRITICAL;
                    }
                }
                case CentralMessage.Withdrawn unused -> ignored--;
                case CentralMessage.Request unused -> throw onlyForTheCoordinator(message);
                case CentralMessage.Release unused -> throw onlyForTheCoordinator(message);
                case CentralMessage.Withdraw unused -> throw onlyForTheCoordinator(message);
            }
        }

        private static IllegalStateException onlyForTheCoordinator(CentralMessage message) {
            return new IllegalStateException(message + " is for the coordinator");
        }

        @Override
        public void state(Fields fields) {
            super.state(fields);
            ignored = fields.range("ignored", ignored, 0, Integer.MAX_VALUE);
        }
    }

    private final class Coordinator extends Participant {
        private int free = k;
        private List<Integer> queue = new ArrayList<>(); // nodes, in the order of their arrival
        private final int[] wanted = new int[n]; // units that each node waits for
        private final int[] held = new int[n]; // units that each node holds

        @Override
        void ask(Outbox<CentralMessage> out) {
            enqueue(COORDINATOR, units, out);
        }

        @Override
        void returnUnits(int count, Outbox<CentralMessage> out) {
            takeBack(COORDINATOR, count, out);
        }

        @Override
        void withdraw(Outbox<CentralMessage> out) {
            forget(COORDINATOR, out);
        }

        @Override
        public void receive(int from, CentralMessage message, Outbox<CentralMessage> out) {
            switch (message) {
                case CentralMessage.Request(int count) -> enqueue(from, count, out);
                case CentralMessage.Release(int count) -> takeBack(from, count, out);
                case CentralMessage.Withdraw unused -> {
                    if (wanted[from] > 0) {
                        out.send(from, WITHDRAWN);
                        forget(from, out);
                    } else {
                        takeBack(from, held[from], out); // its grant is on its way
                    }
                }
                case CentralMessage.Grant unused -> throw notForTheCoordinator(message);
                case CentralMessage.Withdrawn unused -> throw notForTheCoordinator(message);
            }
        }

        private static IllegalStateException notForTheCoordinator(CentralMessage message) {
            return new IllegalStateException(message + " comes from the coordinator");
        }

        private void enqueue(int node, int count, Outbox<CentralMessage> out) {
            wanted[node] = count;
            queue.add(node);
            serve(out);
        }

        private void takeBack(int node, int count, Outbox<CentralMessage> out) {
            held[node] -= count;
            free += count;
            serve(out);
        }

        /** Removes a request from the queue, and serves requests that were only waiting behind it. */
        private void forget(int node, Outbox<CentralMessage> out) {
            queue.remove(Integer.valueOf(node));
            wanted[node] = 0;
            serve(out);
        }

        private void serve(Outbox<CentralMessage> out) {
            while (!queue.isEmpty() && wanted[queue.getFirst()] <= free) {
                int next = queue.removeFirst();
                held[next] = wanted[next];
                free -= wanted[next];
                wanted[next] = 0;
                if (next == COORDINATOR) {
                    region = Region.CRITICAL;
                } else {
                    out.send(next, GRANT);
                }
            }
        }

        @Override
        public void state(Fields fields) {
            super.state(fields);
            free = fields.range("free", free, 0, k);
            queue = fields.list("queue", queue, n, 0, n - 1);
            for (int i = 0; i < n; i++) {
                wanted[i] = fields.range("wanted[" + i + "]", wanted[i], 0, k);
                held[i] = fields.range("held[" + i + "]", held[i], 0, k);
            }
        }
    }
}
