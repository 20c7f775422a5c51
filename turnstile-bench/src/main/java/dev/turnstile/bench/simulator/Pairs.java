package dev.turnstile.bench.simulator;

import dev.turnstile.machine.Fields;
import dev.turnstile.machine.Message;
import dev.turnstile.machine.Node;
import dev.turnstile.machine.NodeSystem;
import dev.turnstile.machine.Outbox;
import dev.turnstile.machine.Region;
import dev.turnstile.machine.Sizes;

/**
 * As little of an algorithm as can be: whoever wants to enter throws a ball to its partner, who throws it back, and
 * enters when it has come. Everybody may be inside.
 */
final class Pairs implements NodeSystem<Pairs.Ball> {
    /** What is thrown. */
    sealed interface Ball extends Message {
        /** To the partner. */
        record There() implements Ball {}

        /** From the partner. */
        record Back() implements Ball {}
    }

    private static final Ball THERE = new Ball.There();
    private static final Ball BACK = new Ball.Back();

    private final int n;

    /** For n nodes, an even number. */
    Pairs(int nodes) {
        if (nodes < 2 || nodes % 2 != 0) {
            throw new IllegalArgumentException("n must be even, and at least 2, not " + nodes);
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
            throw new UnsupportedOperationException("nobody gives up here");
        }

        @Override
        public void state(Fields fields) {
            region = fields.choice("region", region, Region.values());
        }
    }
}
