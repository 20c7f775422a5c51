package dev.turnstile.lab.simulate;

import dev.turnstile.machine.Fields;
import dev.turnstile.machine.Message;
import dev.turnstile.machine.Node;
import dev.turnstile.machine.NodeSystem;
import dev.turnstile.machine.Outbox;
import dev.turnstile.machine.Region;

/** Nodes that enter as they like and tell node 0, which awaits a timeout unless it has heard something since it left; it fails at one that it does not await. */
record Drowsy(int nodes) implements NodeSystem<Drowsy.Telling> {
    sealed interface Telling extends Message {
        record Awake() implements Telling {}
    }

    @Override
    public int places() {
        return nodes;
    }

    @Override
    public Class<Telling> messages() {
        return Telling.class;
    }

    @Override
    public Node<Telling> node(int index) {
        return new One(index);
    }

    private static final class One implements Node<Telling> {
        private final int i;
        private Region region = Region.REMAINDER;
        private boolean awaits;

        One(int index) {
            i = index;
        }

        @Override
        public Region region() {
            return region;
        }

        @Override
        public void acquire(int units, Outbox<Telling> out) {
            region = Region.CRITICAL;
            if (i > 0) {
                out.send(0, new Telling.Awake());
            }
        }

        @Override
        public void release(Outbox<Telling> out) {
            region = Region.REMAINDER;
            awaits = i == 0;
            out.restartTimer();
        }

        @Override
        public void cancel(Outbox<Telling> out) {
            region = Region.REMAINDER;
        }

        @Override
        public void receive(int from, Telling message, Outbox<Telling> out) {
            awaits = false;
        }

        @Override
        public boolean awaitsTimeout() {
            return awaits;
        }

        @Override
        public void timeout(Outbox<Telling> out) {
            if (!awaits) {
                throw new IllegalStateException("nobody awaits this");
            }
        }

        @Override
        public void state(Fields fields) {
            region = fields.choice("region", region, Region.values());
            awaits = fields.flag("awaits", awaits);
        }
    }
}
