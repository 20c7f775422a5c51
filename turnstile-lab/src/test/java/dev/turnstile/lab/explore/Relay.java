package dev.turnstile.lab.explore;

import dev.turnstile.machine.Fields;
import dev.turnstile.machine.Message;
import dev.turnstile.machine.Node;
import dev.turnstile.machine.NodeSystem;
import dev.turnstile.machine.Outbox;
import dev.turnstile.machine.Region;

/**
 * Two nodes and a baton that goes round for ever; whoever has it and wants to enter does. In the variant with a timeout, node 0 begins only
 * when nothing has happened for long; in the unfair one, node 1 hands the baton on without looking whether it wants it.
 */
record Relay(boolean timed, boolean unfair) implements NodeSystem<Relay.Baton> {
    sealed interface Baton extends Message {
        record Pass() implements Baton {}
    }

    @Override
    public int nodes() {
        return 2;
    }

    @Override
    public int places() {
        return 1;
    }

    @Override
    public Class<Baton> messages() {
        return Baton.class;
    }

    @Override
    public Baton message(Fields fields) {
        return new Baton.Pass();
    }

    @Override
    public Node<Baton> node(int index) {
        return new Runner(index);
    }

    private final class Runner implements Node<Baton> {
        private final int i;
        private Region region = Region.REMAINDER;
        private boolean begun;

        Runner(int index) {
            i = index;
        }

        @Override
        public Region region() {
            return region;
        }

        @Override
        public void acquire(int units, Outbox<Baton> out) {
            region = Region.TRYING;
            if (i == 0 && !begun && !timed) {
                timeout(out);
            }
        }

        @Override
        public void release(Outbox<Baton> out) {
            region = Region.REMAINDER;
            out.send(1 - i, new Baton.Pass());
        }

        @Override
        public void cancel(Outbox<Baton> out) {
            region = Region.REMAINDER;
        }

        @Override
        public void receive(int from, Baton message, Outbox<Baton> out) {
            if (region == Region.TRYING && !(unfair && i == 1)) {
                region = Region.CRITICAL;
            } else {
                out.send(1 - i, message);
            }
        }

        @Override
        public boolean awaitsTimeout() {
            return timed && i == 0 && !begun;
        }

        @Override
        public void timeout(Outbox<Baton> out) {
            begun = true;
            out.send(1, new Baton.Pass());
        }

        @Override
        public void state(Fields fields) {
            region = fields.choice("region", region, new Region[] {Region.REMAINDER, Region.TRYING, Region.CRITICAL});
            begun = fields.flag("begun", begun);
        }
    }
}
