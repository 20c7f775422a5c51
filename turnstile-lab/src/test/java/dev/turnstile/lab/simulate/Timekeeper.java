package dev.turnstile.lab.simulate;

import dev.turnstile.machine.Fields;
import dev.turnstile.machine.Message;
import dev.turnstile.machine.Node;
import dev.turnstile.machine.NodeSystem;
import dev.turnstile.machine.Outbox;
import dev.turnstile.machine.Region;
import java.util.Set;

/** Whoever asks tells the next one so much that does not matter, asks it, and enters when it says yes. */
record Timekeeper(int nodes, int chatter) implements NodeSystem<Timekeeper.Telling> {
    sealed interface Telling extends Message {
        record Ask() implements Telling {}

        record Yes() implements Telling {}

        record Chatter() implements Telling {}
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
    public Set<Class<? extends Telling>> mayOvertake() {
        return Set.of(Telling.Ask.class, Telling.Yes.class);
    }

    @Override
    public Node<Telling> node(int index) {
        return new One(index);
    }

    private final class One implements Node<Telling> {
        private final int i;
        private Region region = Region.REMAINDER;

        One(int index) {
            i = index;
        }

        @Override
        public Region region() {
            return region;
        }

        @Override
        public void acquire(int units, Outbox<Telling> out) {
            region = Region.TRYING;
            for (int copy = 0; copy < chatter; copy++) {
                out.send((i + 1) % nodes, new Telling.Chatter());
            }
            out.send((i + 1) % nodes, new Telling.Ask());
        }

        @Override
        public void release(Outbox<Telling> out) {
            region = Region.REMAINDER;
        }

        @Override
        public void cancel(Outbox<Telling> out) {
            region = Region.REMAINDER;
        }

        @Override
        public void receive(int from, Telling message, Outbox<Telling> out) {
            switch (message) {
                case Telling.Ask() -> out.send(from, new Telling.Yes());
                case Telling.Yes() -> region = region == Region.TRYING ? Region.CRITICAL : region;
                case Telling.Chatter() -> {}
            }
        }

        @Override
        public void state(Fields fields) {
            region = fields.choice("region", region, Region.values());
        }
    }
}
