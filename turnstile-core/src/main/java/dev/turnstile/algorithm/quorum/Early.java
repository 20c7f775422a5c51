package dev.turnstile.algorithm.quorum;

import dev.turnstile.machine.Fields;
import dev.turnstile.machine.Outbox;
import java.util.Arrays;

/**
 * The messages of a view that this member has not installed yet, reduced to the side and the pending request of each
 * sender. No other message can arrive, because this member has sent nothing in that view that could be answered. Of
 * several such views only the newest counts, because the others will be over.
 */
final class Early {
    private final Word[] words; // by sender
    private int view; // 0 if there is none

    private enum Side {
        UNKNOWN,
        INSIDE,
        OUTSIDE
    }

    private enum Wish {
        NOTHING,
        OUT,
        IN
    }

    /** The current side and request of one sender. */
    private record Word(Side side, Wish wish, long clock) {
        static final Word NONE = new Word(Side.UNKNOWN, Wish.NOTHING, 0);

        Word is(Side where) {
            return new Word(where, wish, clock);
        }

        Word wants(Wish what, long when) {
            return new Word(side, what, when);
        }
    }

    Early(int members) {
        words = new Word[members];
        Arrays.fill(words, Word.NONE);
    }

    void keep(int from, int its, Window.WindowMessage told) {
        if (its < view) {
            return;
        }
        if (its > view) {
            forget();
        }
        view = its;
        words[from] = after(words[from], told);
    }

    private static Word after(Word before, Window.WindowMessage told) {
        return switch (told) {
            case Window.WindowMessage.Here(Window.Way way) -> before.is(from(way));
            case Window.WindowMessage.Request(Window.Way way, long clock) ->
                before.wants(way == Window.Way.OUT ? Wish.OUT : Wish.IN, clock);
            case Window.WindowMessage.Release(Window.Way way, boolean crossed) -> {
                Word after = before.wants(Wish.NOTHING, 0);
                yield crossed ? after.is(from(other(way))) : after;
            }
            case Window.WindowMessage.Locked answer -> throw unasked(answer);
            case Window.WindowMessage.Update answer -> throw unasked(answer);
            case Window.WindowMessage.Inquire answer -> throw unasked(answer);
            case Window.WindowMessage.Yield answer -> throw unasked(answer);
        };
    }

    private static IllegalStateException unasked(Window.WindowMessage answer) {
        return new IllegalStateException(answer + " is an answer, but this member has sent no request in that view");
    }

    /** Returns the side that a crossing in this direction leaves. */
    private static Side from(Window.Way way) {
        return way == Window.Way.OUT ? Side.INSIDE : Side.OUTSIDE;
    }

    private static Window.Way other(Window.Way way) {
        return way == Window.Way.OUT ? Window.Way.IN : Window.Way.OUT;
    }

    private void forget() {
        Arrays.fill(words, Word.NONE);
        view = 0;
    }

    /** Delivers what was sent in the installed view, and drops what is older. */
    void arrive(int installed, WindowProcess process, Outbox<Window.WindowMessage> out) {
        if (view > installed) {
            return;
        }
        Word[] told = view == installed ? words.clone() : new Word[0];
        forget();
        for (int from = 0; from < told.length; from++) {
            Word word = told[from];
            if (word.side() != Side.UNKNOWN) {
                Window.Way way = word.side() == Side.INSIDE ? Window.Way.OUT : Window.Way.IN;
                process.receive(from, new Window.WindowMessage.Here(way), out);
            }
            if (word.wish() != Wish.NOTHING) {
                Window.Way way = word.wish() == Wish.OUT ? Window.Way.OUT : Window.Way.IN;
                process.receive(from, new Window.WindowMessage.Request(way, word.clock()), out);
            }
        }
    }

    void state(Fields fields, int viewsMost) {
        view = fields.range("early.view", view, 0, viewsMost);
        for (int from = 0; from < words.length; from++) {
            String name = "early[" + from + "].";
            words[from] = new Word(
                    fields.choice(name + "side", words[from].side(), Side.values()),
                    fields.choice(name + "wish", words[from].wish(), Wish.values()),
                    fields.range(name + "clock", words[from].clock(), 0, Long.MAX_VALUE));
        }
    }
}
