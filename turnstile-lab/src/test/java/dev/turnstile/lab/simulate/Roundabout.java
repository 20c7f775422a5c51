package dev.turnstile.lab.simulate;

import dev.turnstile.machine.Fields;
import dev.turnstile.machine.Message;
import dev.turnstile.machine.Node;
import dev.turnstile.machine.NodeSystem;
import dev.turnstile.machine.Outbox;
import dev.turnstile.machine.Region;
import java.util.function.IntConsumer;

/**
 * A token goes round forever, and lets in whoever waits where it comes by; except one, whom it passes. Somebody hears for how many units
 * each asks.
 */
record Roundabout(int nodes, int passed, IntConsumer heard, long arrivalsToSettle)
        implements NodeSystem<Roundabout.Telling> {
    static final int NOBODY = -1;

    Roundabout(int nodes, int passed) {
        this(nodes, passed, units -> {});
    }

    Roundabout(int nodes, int passed, IntConsumer heard) {
        this(nodes, passed, heard, 2L * nodes);
    }

    /** The same, which does not say that its token goes round. */
    Roundabout silent() {
        return new Roundabout(nodes, passed, heard, 0);
    }

    sealed interface Telling extends Message {
        record Token() implements Telling {
            @Override
            public long tokens() {
                return 1;
            }
        }
    }

    @Override
    public int places() {
        return 4;
    }

    @Override
    public int unitsMax() {
        return 4;
    }

    @Override
    public long tokens() {
        return 1;
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
        private boolean has;

        One(int index) {
            i = index;
            has = index == 0;
        }

        @Override
        public Region region() {
            return region;
        }

        @Override
        public long tokens() {
            return has ? 1 : 0;
        }

        @Override
        public void acquire(int units, Outbox<Telling> out) {
            heard.accept(units);
            region = Region.TRYING;
        }

        @Override
        public void release(Outbox<Telling> out) {
            region = Region.REMAINDER;
            pass(out);
        }

        @Override
        public void cancel(Outbox<Telling> out) {
            region = Region.REMAINDER;
        }

        @Override
        public boolean awaitsTimeout() {
            return has && region != Region.CRITICAL; // only at the start
        }

        @Override
        public void timeout(Outbox<Telling> out) {
            pass(out);
        }

        @Override
        public void receive(int from, Telling message, Outbox<Telling> out) {
            has = true;
            if (region == Region.TRYING && i != passed) {
                region = Region.CRITICAL;
            } else {
                pass(out);
            }
        }

        private void pass(Outbox<Telling> out) {
            has = false;
            out.send((i + 1) % nodes, new Telling.Token());
        }

        @Override
        public void state(Fields fields) {
            region = fields.choice("region", region, Region.values());
            has = fields.flag("has", has);
        }
    }
}
