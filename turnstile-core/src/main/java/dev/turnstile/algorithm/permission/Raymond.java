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
 * Raymond 1989, "A distributed algorithm for multiple entries to a critical section": whoever wants to enter asks
 * everybody else, and enters with n-k permissions.
 *
 * <p>The idea. At most k-1 others can be inside if n-k of them have said that they are neither inside nor before us. It
 * is the algorithm of Ricart and Agrawala (1981), where k = 1 and all must answer, cut short: the last k-1 answers are
 * not waited for. They come later, perhaps when their receiver has asked again. That is why each node counts, for every
 * other, how many answers are still owed: only the last one is about the present request.
 *
 * <p>Between 2n-k-1 messages per entry (k-1 of those who defer answer two requests with one reply) and 2(n-1).
 *
 * <p>The listing is that of the corrections to bulgannawar-1995, which simulates this algorithm. Beyond it: a node that
 * gives up answers those whom it kept waiting, and goes on counting what it is owed. With n = k nobody needs to be
 * asked, and yet is, so that all clocks keep up.
 */
public final class Raymond extends AbstractNodeSystem<Raymond.RaymondMessage> {
    /** What nodes tell each other. */
    public sealed interface RaymondMessage extends Message {
        /** May I enter? This is my request of that number. */
        @Tag(0)
        record Request(long number) implements RaymondMessage {}

        /** As far as I am concerned, yes: to so many of your requests. */
        @Tag(1)
        record Reply(int count) implements RaymondMessage {}
    }

    private static final RaymondMessage ONE_REPLY = new RaymondMessage.Reply(1);

    /** For n nodes, of which k may be inside. */
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
        private int permissions; // those who have answered all our requests, while we wait
        private final Tally owed = new Tally(n); // by node: how many answers it owes us
        private final Tally deferred = new Tally(n); // by node: how many of its requests we have not answered

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

        /** Whether our request comes before that one: (last, i) < (number, j). */
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

        /**
         * Not in the paper: whoever gives up lets the others go first. Answers that are still owed keep being counted.
         */
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
