package dev.turnstile.lab.explore;

import dev.turnstile.lab.toy.Toy;
import dev.turnstile.machine.Outbox;
import dev.turnstile.machine.Region;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Two nodes whose behaviour a seed determines: what they send, when they enter, how many tokens they have, and when
 * they have a timer. In every second system both fit inside, and nodes pass tokens on but create none. No timeout comes
 * while a note is in flight, unless timers are hasty.
 */
record Whimsical(long seed) {
    private static final int MOODS = 2;
    private static final int HEARS_NOTE = 5;
    private static final int HEARS_TOKEN = 6;
    private static final int SAYINGS = 3; // nothing, and two types

    private boolean isStrict() {
        return seed % 2 == 0;
    }

    Toy system() {
        return Toy.of(toString(), 2)
                .limit(isStrict() ? 1 : 2)
                .variable("mood", 0, 0, MOODS - 1)
                .tokens(isStrict() ? 1 : 0, me -> isStrict() ? whim(2, me.index(), mood(me), 4) : 0)
                .stabilising()
                .timersOutlast(Set.of(Toy.ToyMessage.Note.class))
                .onAcquire((me, units, out) -> react(1, me, out))
                .onRelease((me, out) -> react(2, me, out))
                .onCancel((me, out) -> react(3, me, out))
                .onTimeout(me -> whim(2, me.index(), mood(me), 5) == 0, (me, out) -> react(4, me, out))
                .onReceive((me, from, message, out) ->
                        react(message instanceof Toy.ToyMessage.Note ? HEARS_NOTE : HEARS_TOKEN, me, out));
    }

    private static int mood(Toy.Self me) {
        return (int) me.get("mood");
    }

    /** Returns a number below the bound, always the same for the same question. */
    private int whim(int bound, int... question) {
        long mixed = seed;
        for (int word : question) {
            mixed = new SplittableRandom(mixed * 31 + word).nextLong();
        }
        return (int) Long.remainderUnsigned(mixed, bound);
    }

    private void react(int event, Toy.Self me, Outbox<Toy.ToyMessage> out) {
        int i = me.index();
        int before = mood(me);
        me.set("mood", whim(MOODS, i, event, before, 1));
        int says = whim(SAYINGS, i, event, before, 2);
        if (says == 1) {
            out.send(1 - i, new Toy.ToyMessage.Note());
        } else if (says == 2 && (isStrict() || event == HEARS_TOKEN)) {
            out.send(1 - i, new Toy.ToyMessage.Token());
        }
        if (me.region() == Region.TRYING && whim(4, i, event, before, 3) != 0) {
            me.moveTo(Region.CRITICAL);
        }
    }
}
