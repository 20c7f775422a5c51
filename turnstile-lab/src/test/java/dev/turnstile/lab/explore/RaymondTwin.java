package dev.turnstile.lab.explore;

import dev.turnstile.machine.Fields;
import dev.turnstile.machine.Message;
import dev.turnstile.machine.Node;
import dev.turnstile.machine.NodeSystem;
import dev.turnstile.machine.Outbox;
import dev.turnstile.machine.Region;
import dev.turnstile.machine.Sizes;
import java.util.Arrays;

/** Raymond's algorithm, small and with one flaw. */
record RaymondTwin(int nodes, int places, Flaw flaw) implements NodeSystem<RaymondTwin.TwinMessage> {
    enum Flaw {
        /** None: the twin behaves like the original. */
        NONE,
        /** One permission too few is enough. */
        EAGER,
        /** A late answer to an earlier request counts for the current one. */
        FORGETS_WHAT_IS_OWED,
        /** A node that gives up does not answer the requests it deferred. */
        GIVES_UP_SILENTLY,
        /** Ties between equal numbers are not broken. */
        DEFERS_TO_EQUALS,
        /** A node sends an answer to itself. */
        ANSWERS_ITSELF
    }

    sealed interface TwinMessage extends Message {
        record Request(int number) implements TwinMessage {}

        record Reply(int count) implements TwinMessage {}
    }

    @Override
    public Class<TwinMessage> messages() {
        return TwinMessage.class;
    }

    @Override
    public Sizes sizes() {
        return new Sizes(nodes, places, 0, 1);
    }

    @Override
    public boolean fits(TwinMessage message) {
        return true;
    }

    @Override
    public Node<TwinMessage> node(int index) {
        return new Twin(index);
    }

    private final class Twin implements Node<TwinMessage> {
        private final int i;
        private Region region = Region.REMAINDER;
        private int highest;
        private int last;
        private int permissions;
        private final int[] owed = new int[nodes];
        private final int[] deferred = new int[nodes];

        Twin(int index) {
            i = index;
        }

        @Override
        public Region region() {
            return region;
        }

        @Override
        public void acquire(int units, Outbox<TwinMessage> out) {
            region = Region.TRYING;
            last = ++highest;
            permissions = 0;
            if (flaw == Flaw.FORGETS_WHAT_IS_OWED) {
                Arrays.fill(owed, 0);
            }
            for (int j = 0; j < nodes; j++) {
                if (j != i) {
                    owed[j]++;
                    out.send(j, new TwinMessage.Request(last));
                }
            }
            enterIfPermitted();
        }

        @Override
        public void receive(int from, TwinMessage message, Outbox<TwinMessage> out) {
            switch (message) {
                case TwinMessage.Request(int number) -> {
                    highest = Math.max(highest, number);
                    boolean first = last < number || (last == number && (i < from || flaw == Flaw.DEFERS_TO_EQUALS));
                    if (region == Region.CRITICAL || (region == Region.TRYING && first)) {
                        deferred[from]++;
                    } else {
                        out.send(flaw == Flaw.ANSWERS_ITSELF ? i : from, new TwinMessage.Reply(1));
                    }
                }
                case TwinMessage.Reply(int count) -> {
                    owed[from] = Math.max(0, owed[from] - count);
                    if (region == Region.TRYING && owed[from] == 0) {
                        permissions++;
                        enterIfPermitted();
                    }
                }
            }
        }

        private void enterIfPermitted() {
            if (permissions >= nodes - places - (flaw == Flaw.EAGER ? 1 : 0)) {
                region = Region.CRITICAL;
            }
        }

        @Override
        public void release(Outbox<TwinMessage> out) {
            region = Region.REMAINDER;
            permissions = 0;
            for (int j = 0; j < nodes; j++) {
                if (deferred[j] > 0) {
                    out.send(j, new TwinMessage.Reply(deferred[j]));
                    deferred[j] = 0;
                }
            }
        }

        @Override
        public void cancel(Outbox<TwinMessage> out) {
            if (flaw == Flaw.GIVES_UP_SILENTLY) {
                region = Region.REMAINDER;
                Arrays.fill(deferred, 0);
            } else {
                release(out);
            }
        }

        @Override
        public void state(Fields fields) {
            region = fields.choice("region", region, Region.values());
            highest = fields.range("H", highest, 0, 100);
            last = fields.range("last", last, 0, 100);
            permissions = fields.range("permissions", permissions, 0, nodes);
            for (int j = 0; j < nodes; j++) {
                owed[j] = fields.range("owed" + j, owed[j], 0, 100);
                deferred[j] = fields.range("deferred" + j, deferred[j], 0, 100);
            }
        }
    }
}
