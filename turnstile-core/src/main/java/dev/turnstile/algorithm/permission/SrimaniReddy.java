package dev.turnstile.algorithm.permission;

import dev.turnstile.machine.AbstractNodeSystem;
import dev.turnstile.machine.Fields;
import dev.turnstile.machine.Message;
import dev.turnstile.machine.Node;
import dev.turnstile.machine.Numbers;
import dev.turnstile.machine.Outbox;
import dev.turnstile.machine.Region;
import dev.turnstile.machine.facts.NodeFacts;
import dev.turnstile.machine.wire.Tag;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * Srimani and Reddy 1992, "Another distributed algorithm for multiple entries to a critical section". There are k
 * privileges, each held by one node. A node that wants one sends a request to all others, and a node that has one to
 * spare sends it.
 *
 * <p><b>The idea</b> is that of Suzuki and Kasami (1985), k times over. No node knows where the privileges are, so a
 * request goes to all nodes and stays known there: RN. A privilege carries LN, the requests known to be served, so that
 * none is served twice. It also carries Q, the nodes that are to have it next.
 *
 * <p>An entry takes about n-1 messages for the request, and a privilege. It takes none at a node that has kept a
 * privilege, and a few more under load, when two privileges are sent to the same node.
 *
 * <p>The listing is that of the corrections to bulgannawar-1995. That paper simulates this algorithm without bounds on
 * the counters, and so do we. Privileges have no names, because nothing depends on which is which. Beyond the listing,
 * a node that gives up counts its request as served. If a privilege arrives after all, the node passes it on, or keeps
 * it like one that no node requests.
 */
public final class SrimaniReddy extends AbstractNodeSystem<SrimaniReddy.SrimaniReddyMessage> {
    /** The messages of this algorithm. */
    public sealed interface SrimaniReddyMessage extends Message {
        /** A request for a privilege, with its number. */
        @Tag(0)
        record Request(long number) implements SrimaniReddyMessage {}

        /** A privilege, with Q, the nodes that are to have it next, and LN, the requests that have been served. */
        @Tag(1)
        record Privilege(Numbers queue, Numbers served) implements SrimaniReddyMessage {
            @Override
            public long tokens() {
                return 1;
            }
        }
    }

    /** Creates a system of n nodes and k privileges. Nodes 0 to k-1 hold one at the start. */
    public SrimaniReddy(int nodes, int places) {
        super(nodes, places, SrimaniReddyMessage.class);
    }

    @Override
    public NodeFacts<SrimaniReddyMessage> facts() {
        return super.facts().withTokens(k).withArbitrary(this::message);
    }

    @Override
    public boolean fits(SrimaniReddyMessage message) {
        return switch (message) {
            case SrimaniReddyMessage.Request(long number) -> number >= 1;
            case SrimaniReddyMessage.Privilege(Numbers queue, Numbers served) ->
                served.size() == n
                        && queue.size() <= n
                        && queue.stream().distinct().count() == queue.size()
                        && queue.stream().allMatch(j -> j >= 0 && j < n)
                        && served.stream().allMatch(number -> number >= 0);
        };
    }

    @Override
    public Node<SrimaniReddyMessage> node(int index) {
        return new Asker(index);
    }

    private SrimaniReddyMessage message(Fields fields) {
        if (fields.range("type", 0, 0, 1) == 0) {
            return new SrimaniReddyMessage.Request(fields.range("number", 1, 1, Long.MAX_VALUE));
        }
        int length = fields.range("queue.length", 0, 0, n);
        Numbers order = Numbers.of(n, at -> fields.range("queue[" + at + "]", 0, 0, n - 1));
        return new SrimaniReddyMessage.Privilege(
                Numbers.of(order.stream().limit(length).distinct().toArray()),
                Numbers.of(n, j -> fields.range("served[" + j + "]", 0, 0, Long.MAX_VALUE)));
    }

    /** A privilege at the node that holds it. */
    private static final class Held {
        int[] queue; // Q
        final long[] served; // LN

        Held(int[] queue, long[] served) {
            this.queue = queue;
            this.served = served;
        }
    }

    private final class Asker implements Node<SrimaniReddyMessage> {
        private final int i;
        private Region region = Region.REMAINDER;
        private final Tally requested = new Tally(n); // RN: the highest known request number of each node
        private final Tally served = new Tally(n); // P: the highest known served number of each node
        private final List<Held> held = new ArrayList<>(); // while inside, the first is in use

        Asker(int index) {
            i = index;
            if (i < k) {
                held.add(new Held(new int[0], new long[n]));
            }
        }

        @Override
        public Region region() {
            return region;
        }

        @Override
        public long tokens() {
            return held.size();
        }

        @Override
        public void acquire(int units, Outbox<SrimaniReddyMessage> out) {
            expect(Region.REMAINDER, region);
            checkUnits(units, 1);
            if (!held.isEmpty()) {
                region = Region.CRITICAL;
                return;
            }
            region = Region.TRYING;
            requested.add(i, 1);
            tellAll(i, new SrimaniReddyMessage.Request(requested.get(i)), out);
        }

        @Override
        public void receive(int from, SrimaniReddyMessage message, Outbox<SrimaniReddyMessage> out) {
            switch (message) {
                case SrimaniReddyMessage.Request(long number) -> requested.raise(from, number);
                case SrimaniReddyMessage.Privilege(Numbers queue, Numbers ln) -> {
                    held.add(new Held(
                            queue.stream().mapToInt(Math::toIntExact).toArray(),
                            ln.stream().toArray()));
                    learn(held.getLast());
                    if (region == Region.TRYING) {
                        region = Region.CRITICAL;
                    }
                }
            }
            pass(out);
        }

        @Override
        public void release(Outbox<SrimaniReddyMessage> out) {
            expect(Region.CRITICAL, region);
            region = Region.REMAINDER;
            settle();
            held.getFirst().served[i] = requested.get(i);
            pass(out);
        }

        /**
         * Counts the request as served, so that a node that learns of it in time does not serve it. Not in the paper.
         */
        @Override
        public void cancel(Outbox<SrimaniReddyMessage> out) {
            expect(Region.TRYING, region);
            region = Region.REMAINDER;
            settle();
        }

        private void settle() {
            served.raise(i, requested.get(i));
        }

        /** P := max(P, LN). */
        private void learn(Held privilege) {
            for (int j = 0; j < n; j++) {
                served.raise(j, privilege.served[j]);
            }
        }

        private void pass(Outbox<SrimaniReddyMessage> out) {
            int using = region == Region.CRITICAL ? 1 : 0;
            while (held.size() > using) {
                Held privilege = held.getLast();
                learn(privilege);
                int[] waiting = waiting(privilege);
                if (waiting.length == 0) {
                    privilege.queue = waiting;
                    return;
                }
                held.removeLast();
                int first = waiting[0];
                served.set(first, requested.get(first));
                Numbers queue = Numbers.of(waiting.length - 1, at -> waiting[(int) at + 1]);
                Numbers ln = Numbers.of(n, j -> Math.max(privilege.served[(int) j], served.get((int) j)));
                out.send(first, new SrimaniReddyMessage.Privilege(queue, ln));
            }
        }

        /** Returns q: the unserved nodes of Q, then all other unserved nodes, in the order i+1, i+2, .. */
        private int[] waiting(Held privilege) {
            int[] queued = Arrays.stream(privilege.queue).filter(this::waits).toArray();
            int[] all = Arrays.stream(requested.nonZero()).filter(this::waits).toArray();
            BitSet taken = new BitSet();
            Arrays.stream(queued).forEach(taken::set);
            int[] order = Arrays.copyOf(queued, queued.length + all.length);
            int count = queued.length;
            int after = -Arrays.binarySearch(all, i) - 1; // where i would be: i itself never waits here
            for (int at = 0; at < all.length; at++) {
                int j = all[(after + at) % all.length];
                if (!taken.get(j)) {
                    order[count++] = j;
                }
            }
            return Arrays.copyOf(order, count);
        }

        private boolean waits(int j) {
            return j != i && requested.get(j) > served.get(j);
        }

        @Override
        public void state(Fields fields) {
            region = regionOf(fields, region);
            requested.state(fields, "RN", n, Long.MAX_VALUE);
            served.state(fields, "P", n, Long.MAX_VALUE);
            int count = fields.range("held", held.size(), 0, k);
            while (held.size() > count) {
                held.removeLast();
            }
            for (int t = 0; t < k; t++) {
                if (t < count && t == held.size()) {
                    held.add(new Held(new int[0], new long[n]));
                }
                state(fields, "held[" + t + "].", t < count ? held.get(t) : new Held(new int[0], new long[n]));
            }
        }

        /**
         * Visits a privilege, always with the same number of fields. A privilege that is not held has an empty Q, and
         * nothing served.
         */
        private void state(Fields fields, String name, Held privilege) {
            int length = fields.range(name + "Q.length", privilege.queue.length, 0, n);
            int[] queue = new int[length];
            for (int at = 0; at < n; at++) {
                int entry = fields.range(
                        name + "Q[" + at + "]", at < privilege.queue.length ? privilege.queue[at] : 0, 0, n - 1);
                if (at < length) {
                    queue[at] = entry;
                }
            }
            privilege.queue = queue;
            for (int j = 0; j < n; j++) {
                privilege.served[j] = fields.range(name + "LN[" + j + "]", privilege.served[j], 0, Long.MAX_VALUE);
            }
        }
    }
}
