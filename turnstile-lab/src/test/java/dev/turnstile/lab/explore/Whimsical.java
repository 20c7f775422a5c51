package dev.turnstile.lab.explore;

import dev.turnstile.machine.Fields;
import dev.turnstile.machine.Message;
import dev.turnstile.machine.Node;
import dev.turnstile.machine.NodeSystem;
import dev.turnstile.machine.Outbox;
import dev.turnstile.machine.Region;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Two nodes who do whatever a number says: what they send, whom they let in, how many tokens they have, and when they have a timer. Every other of
 * these systems has room for both, and hands tokens on, but makes none.
 */
record Whimsical(long seed) implements NodeSystem<Whimsical.Telling> {
    private static final int MOODS = 2;
    private static final int HEARS_TOKEN = 6;
    private static final int SAYINGS = 3; // nothing, and two types

    sealed interface Telling extends Message {
        /** No timeout comes while one is on its way, unless timers are hasty. */
        record Slow() implements Telling {}

        record Token() implements Telling {
            @Override
            public long tokens() {
                return 1;
            }
        }
    }

    @Override
    public int nodes() {
        return 2;
    }

    @Override
    public int places() {
        return isStrict() ? 1 : 2;
    }

    @Override
    public long tokens() {
        return isStrict() ? 1 : 0;
    }

    private boolean isStrict() {
        return seed % 2 == 0;
    }

    @Override
    public boolean stabilises() {
        return true;
    }

    @Override
    public Set<Class<? extends Telling>> timersOutlast() {
        return Set.of(Telling.Slow.class);
    }

    @Override
    public Class<Telling> messages() {
        return Telling.class;
    }

    @Override
    public Node<Telling> node(int index) {
        return new Moody(index);
    }

    /** Always the same number below a bound, for the same question. */
    private int whim(int bound, int... question) {
        long mixed = seed;
        for (int word : question) {
            mixed = new SplittableRandom(mixed * 31 + word).nextLong();
        }
        return (int) Long.remainderUnsigned(mixed, bound);
    }

    private final class Moody implements Node<Telling> {
        private final int i;
        private Region region = Region.REMAINDER;
        private int mood;

        Moody(int index) {
            i = index;
        }

        private void does(int what, Outbox<Telling> out) {
            int before = mood;
            mood = whim(MOODS, i, what, before, 1);
            int says = whim(SAYINGS, i, what, before, 2);
            if (says == 1) {
                out.send(1 - i, new Telling.Slow());
            } else if (says == 2 && (isStrict() || what == HEARS_TOKEN)) {
                out.send(1 - i, new Telling.Token());
            }
            if (region == Region.TRYING && whim(4, i, what, before, 3) != 0) {
                region = Region.CRITICAL;
            }
        }

        @Override
        public Region region() {
            return region;
        }

        @Override
        public long tokens() {
            return isStrict() ? whim(2, i, mood, 4) : 0;
        }

        @Override
        public void acquire(int units, Outbox<Telling> out) {
            region = Region.TRYING;
            does(1, out);
        }

        @Override
        public void release(Outbox<Telling> out) {
            region = Region.REMAINDER;
            does(2, out);
        }

        @Override
        public void cancel(Outbox<Telling> out) {
            region = Region.REMAINDER;
            does(3, out);
        }

        @Override
        public boolean awaitsTimeout() {
            return whim(2, i, mood, 5) == 0;
        }

        @Override
        public void timeout(Outbox<Telling> out) {
            does(4, out);
        }

        @Override
        public void receive(int from, Telling message, Outbox<Telling> out) {
            does(message instanceof Telling.Slow ? 5 : HEARS_TOKEN, out);
        }

        @Override
        public void state(Fields fields) {
            region = fields.choice("region", region, new Region[] {Region.REMAINDER, Region.TRYING, Region.CRITICAL});
            mood = fields.range("mood", mood, 0, MOODS - 1);
        }
    }
}
