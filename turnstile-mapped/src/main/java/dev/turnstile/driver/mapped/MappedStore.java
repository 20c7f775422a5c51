package dev.turnstile.driver.mapped;

import dev.turnstile.algorithm.ledger.LedgerWriters;
import dev.turnstile.algorithm.ledger.RequestWord;
import dev.turnstile.driver.ledger.Bell;
import dev.turnstile.driver.ledger.LedgerStore;
import dev.turnstile.driver.mapped.os.Kernel;
import dev.turnstile.machine.Cells;
import java.util.concurrent.atomic.AtomicInteger;

/** The store of a ledger in a mapped file, as one process uses it. */
final class MappedStore implements LedgerStore {
    private static final long NAME_NANOS = 500_000_000;

    private final Kernel kernel;
    private final MappedFile file;
    private final MappedMembers members;
    private final int self;
    private final Cells cells;
    private final MappedWriters writers;
    private int firstThreads; // even numbers, for requests of the thread with a writer of its own
    private final AtomicInteger others = new AtomicInteger(); // odd numbers, for requests of all other threads
    private volatile long lookedForName = System.nanoTime();

    MappedStore(Kernel kernel, MappedFile file, MappedMembers members, int self) {
        this.kernel = kernel;
        this.file = file;
        this.members = members;
        this.self = self;
        cells = new LedgerCells(file.memory(), file.geometry(), file.path());
        writers = new MappedWriters(file.geometry(), self);
    }

    MappedFile file() {
        return file;
    }

    @Override
    public int self() {
        return self;
    }

    @Override
    public int nextNumber() {
        int number = writers.isFirst() ? firstThreads++ << 1 : others.getAndIncrement() << 1 | 1;
        return number & (RequestWord.REQUESTS_MAX - 1);
    }

    @Override
    public LedgerWriters writers() {
        return writers;
    }

    @Override
    public Cells cells() {
        return cells;
    }

    @Override
    public void wake(long request) {
        ring(request, RequestWord.bell(request));
    }

    /** Wakes the request early, unless the waiter thread waits for it, which would not spin. */
    @Override
    public void nudge(long request) {
        if (RequestWord.bell(request) != 0) {
            wake(request);
        }
    }

    /** Wakes the owner of a holder, which listens to its first bell only. */
    void wakeHolder(long request) {
        ring(request, 0);
    }

    private void ring(long request, int bell) {
        MappedBell.ring(file.memory(), file.geometry().bell(RequestWord.member(request), bell), kernel);
    }

    @Override
    public int bells() {
        return RequestWord.BELLS_MAX;
    }

    @Override
    public Bell bell(int number) {
        return new MappedBell(file.memory(), file.geometry().bell(self, number), kernel);
    }

    @Override
    public MappedMembers members() {
        return members;
    }

    /**
     * Puts the file out of use if its name refers to another file or none, because processes that arrive now would not
     * meet those that are here. Checks at most twice a second.
     */
    @Override
    public void checkUsable() {
        long now = System.nanoTime();
        if (now - lookedForName > NAME_NANOS) {
            lookedForName = now;
            if (!file.isCurrent()) {
                file.putOutOfUse();
            }
        }
    }

    @Override
    public String advice(String name) {
        return "To use the bounds in force, open it with Mapped.join; to change them for all, use"
                + " Builder.changingLimit(); to start over when no process uses it, call Operator.remove(\"" + name
                + "\")";
    }

    @Override
    public String toString() {
        return file.path().toString();
    }
}
