package dev.turnstile.bench.simulator;

import dev.turnstile.machine.Fields;
import dev.turnstile.machine.Message;
import dev.turnstile.machine.Node;
import dev.turnstile.machine.NodeSystem;
import dev.turnstile.machine.Outbox;
import dev.turnstile.machine.Region;
import dev.turnstile.machine.Sizes;

/**
 * A minimal algorithm: a node that wants to enter throws a ball to its partner, which throws it back, and enters when
 * the ball returns. All nodes may be inside at once.
 */
final class Pairs implements NodeSystem<Pairs.Ball> {
    /** The messages. */
    sealed interface Ball extends Message {
        /** The ball on its way to the partner. */
        record There() implements Ball {}

        /** The ball on its way back. */
        record Back() implements Ball {}
    }

    private static final Ball THERE = new Ball.There();
    private static final Ball BACK = new Ball.Back();

    private final int n;

    /**
     * Creates a system of nodes.
     *
     * @throws IllegalArgumentException if the number of nodes is odd or less than 2
     */
    Pairs(int nodes) {
        if (nodes < 2 || nodes % 2 != 0) {
            throw new IllegalArgumentException("the number of nodes must be even and at least 2, not " + nodes);
        }
        n = nodes;
    }

    @Override
    public Sizes sizes() {
        return new Sizes(n, n, 0, 1);
    }

    @Override
    public boolean fits(Ball message) {
        return true;
    }

    @Override
    public Class<Ball> messages() {
        return Ball.class;
    }

    @Override
    public Node<Ball> node(int index) {
        return new Player(index ^ 1);
    }

    private static final class Player implements Node<Ball> {
        private final int partner;
        private Region region = Region.REMAINDER;

        Player(int partner) {
            this.partner = partner;
        }

        @Override
        public Region region() {
            return region;
        }

        @Override
        public void acquire(int units, Outbox<Ball> out) {
            region = Region.TRYING;
            out.send(partner, THERE);
        }

        @Override
        public void receive(int from, Ball message, Outbox<Ball> out) {
            switch (message) {
                case Ball.There() -> out.send(from, BACK);
                case Ball.Back() -> region = Region.CRITICAL;
            }
        }

        @Override
        public void release(Outbox<Ball> out) {
            region = Region.REMAINDER;
        }

        @Override
        public void cancel(Outbox<Ball> out) {
            throw new UnsupportedOperationException("requests cannot be cancelled in this benchmark");
        }

        @Override
        public void state(Fields fields) {
            region = fields.choice("region", region, Region.values());
        }
    }
}
