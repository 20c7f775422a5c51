package dev.turnstile.lab.simulate;

import dev.turnstile.machine.Fields;
import dev.turnstile.machine.Message;
import dev.turnstile.machine.Node;
import dev.turnstile.machine.NodeSystem;
import dev.turnstile.machine.Outbox;
import dev.turnstile.machine.Region;

/** Whoever asks restarts its timer and enters when it times out; before that it hears so often from the next one, and restarts it. */
record Sleeper(int nodes, int restarts) implements NodeSystem<Sleeper.Telling> {
    sealed interface Telling extends Message {
        record Ping() implements Telling {}

        record Pong() implements Telling {}
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

    private final class One implements Node<Telling> {
        private final int i;
        private Region region = Region.REMAINDER;
        private int restarted;

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
            restarted = 0;
            out.restartTimer();
            ping(out);
        }

        private void ping(Outbox<Telling> out) {
            if (restarted < restarts) {
                out.send((i + 1) % nodes, new Telling.Ping());
            }
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
        public boolean awaitsTimeout() {
            return region == Region.TRYING;
        }

        @Override
        public void timeout(Outbox<Telling> out) {
            region = Region.CRITICAL;
        }

        @Override
        public void receive(int from, Telling message, Outbox<Telling> out) {
            switch (message) {
                case Telling.Ping() -> out.send(from, new Telling.Pong());
                case Telling.Pong() -> {
                    restarted++;
                    out.restartTimer();
                    ping(out);
                }
            }
        }

        @Override
        public void state(Fields fields) {
            region = fields.choice("region", region, Region.values());
            restarted = fields.range("restarted", restarted, 0, restarts);
        }
    }
}
