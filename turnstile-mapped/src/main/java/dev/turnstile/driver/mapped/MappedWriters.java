package dev.turnstile.driver.mapped;

import dev.turnstile.algorithm.ledger.Ledger;
import dev.turnstile.algorithm.ledger.LedgerWriter;
import dev.turnstile.algorithm.ledger.LedgerWriters;
import dev.turnstile.algorithm.ledger.PageWriter;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The two pens of a process: one for the first of its threads to come, without any locking, one for all others in
 * turns. Most processes that meet others come with one thread.
 */
@SuppressWarnings("ReferenceEquality") // of threads and pens, which are none but themselves
final class MappedWriters implements LedgerWriters {
    private final PageWriter first;
    private final PageWriter others;
    private final AtomicBoolean othersTaken = new AtomicBoolean();
    private final Thread firstThread;
    private final int pageWords;

    MappedWriters(Geometry geometry, int member) {
        first = geometry.pen(member * Geometry.PENS);
        others = geometry.pen(member * Geometry.PENS + 1);
        firstThread = Thread.currentThread();
        pageWords = Ledger.words(geometry.entries());
    }

    boolean isFirst() {
        return Thread.currentThread() == firstThread;
    }

    @Override
    public LedgerWriter take() {
        return isFirst() ? first : takeOthers();
    }

    @SuppressWarnings("ThreadPriorityCheck") // the one who has the pen may need this processor
    private PageWriter takeOthers() {
        while (!othersTaken.compareAndSet(false, true)) {
            for (int i = 0; i < 64 && othersTaken.get(); i++) {
                Thread.onSpinWait();
            }
            if (othersTaken.get()) {
                Thread.yield();
            }
        }
        return others;
    }

    @Override
    public void giveBack(LedgerWriter pen) {
        if (pen == others) {
            othersTaken.set(false);
        }
    }

    @Override
    public int pageWords() {
        return pageWords;
    }
}
