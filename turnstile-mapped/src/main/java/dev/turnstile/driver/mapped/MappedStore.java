package dev.turnstile.driver.mapped;

import dev.turnstile.algorithm.ledger.LedgerWriters;
import dev.turnstile.algorithm.ledger.RequestWord;
import dev.turnstile.driver.ledger.Bell;
import dev.turnstile.driver.ledger.Bounds;
import dev.turnstile.driver.ledger.LedgerStore;
import dev.turnstile.driver.mapped.os.Kernel;
import dev.turnstile.machine.Cells;
import java.util.concurrent.atomic.AtomicInteger;

/** The ledger in a mapped file, as one process uses it. */
final class MappedStore implements LedgerStore {
    private static final long NAME_NANOS = 500_000_000;

    private final Kernel kernel;
    private final MappedFile file;
    private final MappedMembers members;
    private final int self;
    private final Cells cells;
    private final MappedWriters pens;
    private int firstThreads; // requests of the thread that has a pen of its own: even numbers
    private final AtomicInteger others = new AtomicInteger(); // odd numbers
    private volatile long lookedForName = System.nanoTime();

    MappedStore(Kernel kernel, MappedFile file, MappedMembers members, int self) {
        this.kernel = kernel;
        this.file = file;
        this.members = members;
        this.self = self;
        cells = new LedgerCells(file.memory(), file.geometry(), file.path());
        pens = new MappedWriters(file.geometry(), self);
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
        int number = pens.isFirst() ? firstThreads++ << 1 : others.getAndIncrement() << 1 | 1;
        return number & (RequestWord.REQUESTS_MAX - 1);
    }

    @Override
    public LedgerWriters pens() {
        return pens;
    }

    @Override
    public Cells cells() {
        return cells;
    }

    @Override
    public void wake(long request) {
        ring(request, RequestWord.bell(request));
    }

    /** One for whom the keeper waits would not spin. */
    @Override
    public void nudge(long request) {
        if (RequestWord.bell(request) != 0) {
            wake(request);
        }
    }

    /** As {@link #wake}, when it concerns a holder: its owner listens at its first bell only. */
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
     * Puts the file out of use if its name means another one, or none, since processes that come now do not meet those
     * that are here. Looks twice a second at most.
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
    public String advice(String name, Bounds wanted, Bounds inForce) {
        String change =
                wanted.floor() == inForce.floor() ? "'turnstile limit " + name + " " + wanted.limit() + "' or " : "";
        return "To follow, leave out --at-most (in Java: Mapped.join); to change it for all, use " + change
                + "Builder.changingLimit(); to begin anew when no process uses it, use 'turnstile remove " + name
                + "'";
    }

    @Override
    public String toString() {
        return file.path().toString();
    }
}
