package dev.turnstile.lab.explore;

import dev.turnstile.lab.toy.Forwarding;
import dev.turnstile.machine.Fields;
import dev.turnstile.machine.Message;
import dev.turnstile.machine.Node;
import dev.turnstile.machine.NodeSystem;
import dev.turnstile.machine.Outbox;
import dev.turnstile.machine.Region;

/** A system in which a token is lost, or duplicated, whenever a given node sends it. */
final class Leaky<M extends Message> extends Forwarding<M> {
    private final int times;
    private final int sender;

    Leaky(NodeSystem<M> real, int times, int sender) {
        super(real);
        this.times = times;
        this.sender = sender;
    }

    @Override
    public Node<M> node(int index) {
        return new Leaking(index, real.node(index));
    }

    private final class Leaking implements Node<M> {
        private final int i;
        private final Node<M> node;

        Leaking(int index, Node<M> node) {
            i = index;
            this.node = node;
        }

        private Outbox<M> leak(Outbox<M> out) {
            return new Outbox<>() {
                @Override
                public void send(int to, M message) {
                    for (int copy = 0; copy < (message.tokens() > 0 && i == sender ? times : 1); copy++) {
                        out.send(to, message);
                    }
                }

                @Override
                public int choose(int bound) {
                    return out.choose(bound);
                }

                @Override
                public void restartTimer() {
                    out.restartTimer();
                }
            };
        }

        @Override
        public Region region() {
            return node.region();
        }

        @Override
        public long tokens() {
            return node.tokens();
        }

        @Override
        public void acquire(int units, Outbox<M> out) {
            node.acquire(units, leak(out));
        }

        @Override
        public void release(Outbox<M> out) {
            node.release(leak(out));
        }

        @Override
        public void cancel(Outbox<M> out) {
            node.cancel(leak(out));
        }

        @Override
        public void receive(int from, M message, Outbox<M> out) {
            node.receive(from, message, leak(out));
        }

        @Override
        public void state(Fields fields) {
            node.state(fields);
        }
    }
}
