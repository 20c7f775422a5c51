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
 * A store that keeps the ledger as one versioned value, such as a row, a node or a key. A subclass reads the value,
 * replaces it, and waits until its version changes. One thread of the process waits on behalf of all its requests.
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
    private final LedgerWriters writers;
    private final Bell bell = new VersionBell();

    /** Creates a store for the member with the given number and a ledger of at most {@code entries} entries. */
    @SuppressWarnings("this-escape") // the writers use it later
    protected RegisterStore(int self, int entries) {
        this.self = self;
        writers = new RegisterWriters(this, entries);
    }

    /**
     * Waits until the version differs from this one, the given time has elapsed, or {@link #interruptWait} is called.
     * May return early.
     */
    protected abstract void await(long version, long nanos);

    /** Makes the thread of this process that is in {@link #await} return, now or on its next call. */
    protected abstract void interruptWait();

    /** Returns the version of the current value. The default reads the whole value. */
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
    public final LedgerWriters writers() {
        return writers;
    }

    /** Returns cells that reject every access, because the ledger is in the register. */
    @Override
    public final Cells cells() {
        return NoCells.INSTANCE;
    }

    /** Does nothing. A waiter notices the change of the version by itself. */
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

    /** A bell on which a thread sleeps until the version changes. */
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

    /** A pool with as many writers as are in use at once. */
    private static final class RegisterWriters implements LedgerWriters {
        private final LedgerRegister register;
        private final int entries;
        private final Queue<LedgerWriter> idle = new ConcurrentLinkedQueue<>();

        RegisterWriters(LedgerRegister register, int entries) {
            this.register = register;
            this.entries = entries;
        }

        @Override
        public LedgerWriter borrow() {
            LedgerWriter writer = idle.poll();
            return writer == null ? new RegisterWriter(register, entries) : writer;
        }

        @Override
        public void recycle(LedgerWriter writer) {
            idle.add(writer);
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
            return new IllegalStateException("a ledger in a register has no shared cells");
        }
    }
}
