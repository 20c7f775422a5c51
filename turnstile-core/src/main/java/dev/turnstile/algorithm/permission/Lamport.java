package dev.turnstile.algorithm.permission;

import dev.turnstile.machine.AbstractNodeSystem;
import dev.turnstile.machine.Fields;
import dev.turnstile.machine.Message;
import dev.turnstile.machine.Node;
import dev.turnstile.machine.Outbox;
import dev.turnstile.machine.Region;
import dev.turnstile.machine.facts.NodeFacts;
import dev.turnstile.machine.wire.Tag;

/**
 * Lamport 1978, "Time, clocks, and the ordering of events in a distributed system", the example of mutual exclusion,
 * for k units instead of one. Each node knows the requests of all nodes, in one order, and serves them in that order.
 *
 * <p><b>The idea.</b> A node stamps its request with a logical clock and sends it to all others. Once all have
 * acknowledged it, its owner knows every request that comes before it. The reason is that channels are FIFO. A request
 * that the acknowledging node made earlier has arrived before the acknowledgement, and a later one has a larger stamp.
 * The owner enters when the units of the requests before its own leave enough. A small request never overtakes a large
 * one.
 *
 * <p>An entry takes 3(n-1) messages. Sharing k units is our generalisation: the paper has one place. The
 * acknowledgement needs no stamp of its own. It only has to be counted, since each request gets exactly one, in order.
 * A node that gives up tells all others, as a node that leaves does.
 */
public final class Lamport extends AbstractNodeSystem<Lamport.LamportMessage> {
    /** The messages of this algorithm. */
    public sealed interface LamportMessage extends Message {
        /** A request for units, with a stamp. */
        @Tag(0)
        record Request(long stamp, int units) implements LamportMessage {}

        /** The acknowledgement of a request. */
        @Tag(1)
        record Acknowledge() implements LamportMessage {}

        /** The end of a request: the sender has left, or given up. */
        @Tag(2)
        record Release() implements LamportMessage {}
    }

    private static final LamportMessage ACKNOWLEDGE = new LamportMessage.Acknowledge();
    private static final LamportMessage RELEASE = new LamportMessage.Release();

    /** Creates a system of n nodes that share k units. */
    public Lamport(int nodes, int places) {
        super(checked(nodes, places), LamportMessage.class);
    }

    @Override
    public boolean fits(LamportMessage message) {
        return !(message instanceof LamportMessage.Request(long stamp, int units))
                || (stamp >= 1 && units >= 1 && units <= k);
    }

    @Override
    public NodeFacts<LamportMessage> facts() {
        return super.facts().withArbitrary(this::message);
    }

    private LamportMessage message(Fields fields) {
        return switch (fields.range("type", 0, 0, 2)) {
            case 0 ->
                new LamportMessage.Request(fields.range("stamp", 1, 1, Long.MAX_VALUE), fields.range("units", 1, 1, k));
            case 1 -> ACKNOWLEDGE;
            default -> RELEASE;
        };
    }

    @Override
    public Node<LamportMessage> node(int index) {
        return new Asker(index);
    }

    private final class Asker implements Node<LamportMessage> {
        private final int i;
        private Region region = Region.REMAINDER;
        private long clock;
        private int missing; // nodes that have not acknowledged our current request, while we wait
        private final Tally owed = new Tally(n); // acknowledgements that each node owes us, also of older requests
        private final Tally stamps = new Tally(n); // stamp of each node's request, 0 if it has none
        private final Tally units = new Tally(n); // units that each node requests

        Asker(int index) {
            i = index;
        }

        @Override
        public Region region() {
            return region;
        }

        @Override
        public int units() {
            return (int) units.get(i);
        }

        @Override
        public void acquire(int wanted, Outbox<LamportMessage> out) {
            expect(Region.REMAINDER, region);
            checkUnits(wanted, k);
            region = Region.TRYING;
            clock++;
            stamps.set(i, clock);
            units.set(i, wanted);
            missing = n - 1;
            owed.addToAll(1, i);
            tellAll(i, new LamportMessage.Request(clock, wanted), out);
            enterIfFirst();
        }

        @Override
        public void receive(int from, LamportMessage message, Outbox<LamportMessage> out) {
            switch (message) {
                case LamportMessage.Request(long stamp, int wanted) -> {
                    clock = Math.max(clock, stamp);
                    stamps.set(from, stamp);
                    units.set(from, wanted);
                    out.send(from, ACKNOWLEDGE);
                }
                case LamportMessage.Acknowledge() -> {
                    owed.add(from, -1);
                    if (region == Region.TRYING && owed.get(from) == 0) {
                        missing--;
                        enterIfFirst();
                    }
                }
                case LamportMessage.Release() -> {
                    forget(from);
                    enterIfFirst();
                }
            }
        }

        private void enterIfFirst() {
            if (region == Region.TRYING && missing == 0 && unitsBefore() + units.get(i) <= k) {
                region = Region.CRITICAL;
            }
        }

        /** Returns the units of all known requests that come before ours. */
        private long unitsBefore() {
            long before = 0;
            long own = stamps.get(i);
            for (int j : stamps.nonZero()) {
                long stamp = stamps.get(j);
                before += stamp < own || (stamp == own && j < i) ? units.get(j) : 0;
            }
            return before;
        }

        @Override
        public void release(Outbox<LamportMessage> out) {
            expect(Region.CRITICAL, region);
            withdraw(out);
        }

        @Override
        public void cancel(Outbox<LamportMessage> out) {
            expect(Region.TRYING, region);
            withdraw(out);
        }

        private void withdraw(Outbox<LamportMessage> out) {
            region = Region.REMAINDER;
            missing = 0;
            forget(i);
            tellAll(i, RELEASE, out);
        }

        private void forget(int j) {
            stamps.set(j, 0);
            units.set(j, 0);
        }

        @Override
        public void state(Fields fields) {
            region = regionOf(fields, region);
            clock = fields.range("clock", clock, 0, Long.MAX_VALUE);
            missing = fields.range("missing", missing, 0, n - 1);
            owed.state(fields, "owed", i, Integer.MAX_VALUE);
            stamps.state(fields, "stamp", n, Long.MAX_VALUE);
            units.state(fields, "units", n, k);
        }
    }
}
