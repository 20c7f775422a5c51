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
 * Raymond 1989, "A distributed algorithm for multiple entries to a critical section": a node that wants to enter asks
 * all other nodes, and enters with n-k permissions.
 *
 * <p><b>The idea.</b> If n-k others have replied that they are neither inside nor before us, at most k-1 others can be
 * inside. The algorithm is that of Ricart and Agrawala (1981), where k = 1 and all must answer, cut short: a node does
 * not wait for the last k-1 answers. They arrive later, perhaps when their receiver has asked again. Each node
 * therefore counts, for every other node, the answers that are still owed. Only the last one is about the current
 * request.
 *
 * <p>An entry takes between 2n-k-1 messages and 2(n-1). It takes 2n-k-1 if k-1 of the deferring nodes answer two
 * requests with one reply.
 *
 * <p>The listing is that of the corrections to bulgannawar-1995, which simulates this algorithm. Beyond it, a node that
 * gives up answers the nodes that it kept waiting, and continues to count what it is owed. With n = k, a node needs no
 * permission. It asks all the same, so that all clocks keep up.
 */
public final class Raymond extends AbstractNodeSystem<Raymond.RaymondMessage> {
    /** The messages of this algorithm. */
    public sealed interface RaymondMessage extends Message {
        /** A request for permission, with its number. */
        @Tag(0)
        record Request(long number) implements RaymondMessage {}

        /** Permission for {@code count} requests of the receiver. */
        @Tag(1)
        record Reply(int count) implements RaymondMessage {}
    }

    private static final RaymondMessage ONE_REPLY = new RaymondMessage.Reply(1);

    /** Creates a system of n nodes, of which k may be inside. */
    public Raymond(int nodes, int places) {
        super(nodes, places, RaymondMessage.class);
    }

    @Override
    public boolean fits(RaymondMessage message) {
        return switch (message) {
            case RaymondMessage.Request(long number) -> number >= 1;
            case RaymondMessage.Reply(int count) -> count >= 1;
        };
    }

    @Override
    public Node<RaymondMessage> node(int index) {
        return new Asker(index);
    }

    @Override
    public NodeFacts<RaymondMessage> facts() {
        return super.facts().withArbitrary(Raymond::message);
    }

    private static RaymondMessage message(Fields fields) {
        return switch (fields.range("type", 0, 0, 1)) {
            case 0 -> new RaymondMessage.Request(fields.range("number", 1, 1, Long.MAX_VALUE));
            default -> new RaymondMessage.Reply(fields.range("count", 1, 1, Integer.MAX_VALUE));
        };
    }

    private final class Asker implements Node<RaymondMessage> {
        private final int i;
        private Region region = Region.REMAINDER;
        private long highest; // H: the highest request number seen
        private long last; // the number of our own last request
        private int permissions; // nodes that have answered all our requests, while we wait
        private final Tally owed = new Tally(n); // answers that each node owes us
        private final Tally deferred = new Tally(n); // requests of each node that we have not answered

        Asker(int index) {
            i = index;
        }

        @Override
        public Region region() {
            return region;
        }

        @Override
        public void acquire(int units, Outbox<RaymondMessage> out) {
            expect(Region.REMAINDER, region);
            checkUnits(units, 1);
            region = Region.TRYING;
            last = highest + 1;
            highest = last; // our own number is one that we have seen; the next must be larger
            permissions = 0;
            owed.addToAll(1, i);
            tellAll(i, new RaymondMessage.Request(last), out);
            enterIfPermitted();
        }

        @Override
        public void receive(int from, RaymondMessage message, Outbox<RaymondMessage> out) {
            switch (message) {
                case RaymondMessage.Request(long number) -> {
                    highest = Math.max(highest, number);
                    if (region == Region.CRITICAL || (region == Region.TRYING && isBefore(number, from))) {
                        deferred.add(from, 1);
                    } else {
                        out.send(from, ONE_REPLY);
                    }
                }
                case RaymondMessage.Reply(int count) -> {
                    owed.add(from, -count);
                    if (region == Region.TRYING && owed.get(from) == 0) {
                        permissions++;
                        enterIfPermitted();
                    }
                }
            }
        }

        /** Returns whether our request comes before that one: (last, i) < (number, j). */
        private boolean isBefore(long number, int j) {
            return last < number || (last == number && i < j);
        }

        private void enterIfPermitted() {
            if (permissions >= n - k) {
                region = Region.CRITICAL;
            }
        }

        @Override
        public void release(Outbox<RaymondMessage> out) {
            expect(Region.CRITICAL, region);
            answer(out);
        }

        /** Lets the other nodes go first. Not in the paper. Answers that are still owed continue to be counted. */
        @Override
        public void cancel(Outbox<RaymondMessage> out) {
            expect(Region.TRYING, region);
            answer(out);
        }

        private void answer(Outbox<RaymondMessage> out) {
            region = Region.REMAINDER;
            permissions = 0;
            for (int j : deferred.nonZero()) {
                int count = (int) deferred.get(j);
                deferred.set(j, 0);
                out.send(j, count == 1 ? ONE_REPLY : new RaymondMessage.Reply(count));
            }
        }

        @Override
        public void state(Fields fields) {
            region = regionOf(fields, region);
            highest = fields.range("H", highest, 0, Long.MAX_VALUE);
            last = fields.range("last", last, 0, Long.MAX_VALUE);
            permissions = fields.range("permissions", permissions, 0, n - 1);
            owed.state(fields, "owed", i, Integer.MAX_VALUE);
            deferred.state(fields, "deferred", i, Integer.MAX_VALUE);
        }
    }
}
