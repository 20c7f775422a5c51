package dev.turnstile.lab.simulate;

import dev.turnstile.machine.Fields;
import dev.turnstile.machine.Message;
import dev.turnstile.machine.Node;
import dev.turnstile.machine.NodeSystem;
import dev.turnstile.machine.Outbox;
import dev.turnstile.machine.Region;

/** Nodes that enter as they like and number what they send; they fail when numbers come out of order. */
record Numbered(int nodes) implements NodeSystem<Numbered.Counted> {
    sealed interface Counted extends Message {
        record Count(long number) implements Counted {}
    }

    @Override
    public int places() {
        return nodes;
    }

    @Override
    public Class<Counted> messages() {
        return Counted.class;
    }

    @Override
    public Node<Counted> node(int index) {
        return new Counter(index);
    }

    private final class Counter implements Node<Counted> {
        private final int i;
        private Region region = Region.REMAINDER;
        private long sent;
        private final long[] received = new long[nodes];

        Counter(int index) {
            i = index;
        }

        @Override
        public Region region() {
            return region;
        }

        @Override
        public void acquire(int units, Outbox<Counted> out) {
            region = Region.CRITICAL;
            sent++;
            for (int j = 0; j < nodes; j++) {
                if (j != i) {
                    out.send(j, new Counted.Count(sent));
                }
            }
        }

        @Override
        public void release(Outbox<Counted> out) {
            region = Region.REMAINDER;
        }

        @Override
        public void cancel(Outbox<Counted> out) {
            region = Region.REMAINDER;
        }

        @Override
        public void receive(int from, Counted message, Outbox<Counted> out) {
            switch (message) {
                case Counted.Count(long number) -> {
                    if (number != received[from] + 1) {
                        throw new IllegalStateException(number + " comes after " + received[from]);
                    }
                    received[from] = number;
                }
            }
        }

        @Override
        public void state(Fields fields) {
            region = fields.choice("region", region, Region.values());
            sent = fields.range("sent", sent, 0, Long.MAX_VALUE);
        }
    }
}
