package dev.turnstile.driver.mapped;

import dev.turnstile.algorithm.ledger.Ledger;
import dev.turnstile.algorithm.ledger.LedgerWriter;
import dev.turnstile.algorithm.ledger.LedgerWriters;
import dev.turnstile.algorithm.ledger.PageWriter;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The two writers of a process. The first of its threads to arrive uses one without any locking, and all other threads
 * take turns with the other. Most processes that contend with others have one such thread.
 */
@SuppressWarnings("ReferenceEquality") // compares threads and writers by identity
final class MappedWriters implements LedgerWriters {
    private final PageWriter first;
    private final PageWriter others;
    private final AtomicBoolean othersTaken = new AtomicBoolean();
    private final Thread firstThread;
    private final int pageWords;

    MappedWriters(Geometry geometry, int member) {
        first = geometry.writer(member * Geometry.WRITERS);
        others = geometry.writer(member * Geometry.WRITERS + 1);
        firstThread = Thread.currentThread();
        pageWords = Ledger.words(geometry.entries());
    }

    boolean isFirst() {
        return Thread.currentThread() == firstThread;
    }

    @Override
    public LedgerWriter borrow() {
        return isFirst() ? first : takeOthers();
    }

    @SuppressWarnings("ThreadPriorityCheck") // the thread that has the writer may need this processor
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
    public void recycle(LedgerWriter writer) {
        if (writer == others) {
            othersTaken.set(false);
        }
    }

    @Override
    public int pageWords() {
        return pageWords;
    }
}
