package dev.turnstile.driver.ledger;

import dev.turnstile.algorithm.ledger.LedgerRegister;
import dev.turnstile.algorithm.ledger.LedgerWriter;
import dev.turnstile.algorithm.ledger.LedgerWriters;
import dev.turnstile.algorithm.ledger.RegisterWriter;
import dev.turnstile.algorithm.ledger.RequestWord;
import dev.turnstile.machine.Cells;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A ledger that is kept as one versioned value: a row, a node, a key. A subclass reads it, replaces it and waits until
 * its version has changed; one thread of the process does the waiting, for all its requests.
 *
 * <pre>{@code
 * final class RowStore extends RegisterStore {
 *     public LedgerValue read() { ... }
 *     public Commit replace(LedgerValue seen, LedgerValue next) { ... }
 *     protected void await(long version, long nanos) { ... }
 * }
 * }</pre>
 */
public abstract class RegisterStore implements LedgerStore, LedgerRegister {
    private final int self;
    private final AtomicInteger numbers = new AtomicInteger();
    private final AtomicLong newest = new AtomicLong(); // the newest version that this process has read
    private final LedgerWriters pens;
    private final Bell bell = new VersionBell();

    /** For the member of that number, and a ledger of at most so many entries. */
    @SuppressWarnings("this-escape") // the pens use it later
    protected RegisterStore(int self, int entries) {
        this.self = self;
        pens = new ValuePens(this, entries);
    }

    /**
     * Waits until the version is not this one any more, or this much time is over, or {@link #interruptWait}. May
     * return early.
     */
    protected abstract void await(long version, long nanos);

    /** Makes the thread of this process return that is in {@link #await}, now or with its next call. */
    protected abstract void interruptWait();

    /** Returns the version of the current value; default: reads all of it. */
    protected long version() {
        return read().version();
    }

    @Override
    public final int self() {
        return self;
    }

    @Override
    public final int nextNumber() {
        return numbers.getAndIncrement() & (RequestWord.REQUESTS_MAX - 1);
    }

    @Override
    public final LedgerWriters pens() {
        return pens;
    }

    /** There are none: the ledger is in the register. */
    @Override
    public final Cells cells() {
        return NoCells.INSTANCE;
    }

    /** Those who wait for a change of the version need not be woken. */
    @Override
    public void wake(long request) {}

    @Override
    public final int bells() {
        return 1;
    }

    @Override
    public final Bell bell(int number) {
        return bell;
    }

    /** Sleeps until the version is another one. */
    private final class VersionBell implements Bell {
        @Override
        public void quiet() {
            newest.set(version());
        }

        @Override
        public boolean isRung() {
            return false;
        }

        @Override
        public void sleep(long nanos) {
            await(newest.get(), nanos);
        }

        @Override
        public void ring() {
            interruptWait();
        }
    }

    /** As many pens as are used at once. */
    private static final class ValuePens implements LedgerWriters {
        private final LedgerRegister register;
        private final int entries;
        private final Queue<LedgerWriter> idle = new ConcurrentLinkedQueue<>();

        ValuePens(LedgerRegister register, int entries) {
            this.register = register;
            this.entries = entries;
        }

        @Override
        public LedgerWriter take() {
            LedgerWriter pen = idle.poll();
            return pen == null ? new RegisterWriter(register, entries) : pen;
        }

        @Override
        public void giveBack(LedgerWriter pen) {
            idle.add(pen);
        }
    }

    private enum NoCells implements Cells {
        INSTANCE;

        @Override
        public long read(int cell) {
            throw none();
        }

        @Override
        public void write(int cell, long value) {
            throw none();
        }

        @Override
        public boolean replace(int cell, long seen, long next) {
            throw none();
        }

        @Override
        public long add(int cell, long delta) {
            throw none();
        }

        private static IllegalStateException none() {
            return new IllegalStateException("a ledger in a register has no cells");
        }
    }
}
