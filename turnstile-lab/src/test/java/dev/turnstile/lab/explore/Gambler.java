package dev.turnstile.lab.explore;

import dev.turnstile.machine.Fields;
import dev.turnstile.machine.Message;
import dev.turnstile.machine.Node;
import dev.turnstile.machine.NodeSystem;
import dev.turnstile.machine.Outbox;
import dev.turnstile.machine.Region;

/**
 * Nodes that enter as they like, draw twice when they do, and tell the next one: first 0 or 1, then one of two, or of three after a 1. That
 * can turn out in five ways. Some have a flaw.
 */
record Gambler(int nodes, Flaw flaw) implements NodeSystem<Gambler.Telling> {
    enum Flaw {
        NONE,
        /** Who draws 1 and 2 waits for ever. */
        WAITS,
        /** Who draws 1 and 2 fails. */
        FAILS,
        /** Who draws 1 fails before it draws again. */
        FAILS_SOONER,
        /** Draws when a message arrives. */
        DRAWS_LATE,
        /** Says that nothing is left to chance. */
        DENIES
    }

    sealed interface Telling extends Message {
        record Drawn(int number) implements Telling {}
    }

    @Override
    public int places() {
        return nodes;
    }

    @Override
    public int outcomes() {
        return flaw == Flaw.DENIES ? 1 : 6;
    }

    @Override
    public Class<Telling> messages() {
        return Telling.class;
    }

    @Override
    public Node<Telling> node(int index) {
        return new Player(index);
    }

    private final class Player implements Node<Telling> {
        private final int i;
        private Region region = Region.REMAINDER;
        private int drawn;
        private int heard;

        Player(int index) {
            i = index;
        }

        @Override
        public Region region() {
            return region;
        }

        @Override
        public void acquire(int units, Outbox<Telling> out) {
            int first = out.choose(2);
            if (first == 1 && flaw == Flaw.FAILS_SOONER) {
                throw new IllegalStateException("bad luck");
            }
            drawn = 10 * first + out.choose(2 + first);
            if (drawn == 12 && flaw == Flaw.FAILS) {
                throw new IllegalStateException("bad luck");
            }
            region = drawn == 12 && flaw == Flaw.WAITS ? Region.TRYING : Region.CRITICAL;
            if (nodes > 1) {
                out.send((i + 1) % nodes, new Telling.Drawn(drawn));
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
        public void receive(int from, Telling message, Outbox<Telling> out) {
            heard = message instanceof Telling.Drawn(int number) ? number : 0;
            if (flaw == Flaw.DRAWS_LATE) {
                heard = out.choose(2);
            }
        }

        @Override
        public void state(Fields fields) {
            region = fields.choice("region", region, Region.values());
            drawn = fields.range("drawn", drawn, 0, 12);
            heard = fields.range("heard", heard, 0, 12);
        }
    }
}
