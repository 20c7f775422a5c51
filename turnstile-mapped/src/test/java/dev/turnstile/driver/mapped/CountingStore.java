package dev.turnstile.driver.mapped;

import dev.turnstile.algorithm.ledger.Ledger;
import dev.turnstile.algorithm.ledger.LedgerWriter;
import dev.turnstile.algorithm.ledger.LedgerWriters;
import dev.turnstile.driver.ledger.Bell;
import dev.turnstile.driver.ledger.LedgerStore;
import dev.turnstile.driver.ledger.Membership;
import dev.turnstile.machine.Cells;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/** A store that counts the operations on the ledger of another store, until the first thread sleeps. */
final class CountingStore implements LedgerStore {
    private final LedgerStore counted;
    private final AtomicInteger requests = new AtomicInteger();
    private final AtomicInteger reads = new AtomicInteger();
    private final AtomicInteger commits = new AtomicInteger();
    private volatile CompletableFuture<Count> beforeSleep = new CompletableFuture<>();

    /**
     * The operations counted.
     *
     * @param requests the number of requests
     * @param reads the number of reads of the ledger
     * @param commits the number of attempts to replace it
     */
    record Count(int requests, int reads, int commits) {}

    CountingStore(LedgerStore counted) {
        this.counted = counted;
    }

    /** Restarts counting from 0. */
    void restart() {
        requests.set(0);
        reads.set(0);
        commits.set(0);
        beforeSleep = new CompletableFuture<>();
    }

    Count count() {
        return new Count(requests.get(), reads.get(), commits.get());
    }

    /** Returns the operations between {@link #restart} and the first sleep of any thread. */
    CompletableFuture<Count> beforeSleep() {
        return beforeSleep;
    }

    @Override
    public int self() {
        return counted.self();
    }

    /** Counts a request, because this is called once for each. */
    @Override
    public int nextNumber() {
        requests.incrementAndGet();
        return counted.nextNumber();
    }

    @Override
    public LedgerWriters writers() {
        LedgerWriters writers = counted.writers();
        return new LedgerWriters() {
            @Override
            public LedgerWriter borrow() {
                return new CountingWriter(writers.borrow());
            }

            @Override
            public void recycle(LedgerWriter writer) {
                writers.recycle(((CountingWriter) writer).counted);
            }

            @Override
            public int pageWords() {
                return writers.pageWords();
            }
        };
    }

    private final class CountingWriter implements LedgerWriter {
        private final LedgerWriter counted;

        CountingWriter(LedgerWriter counted) {
            this.counted = counted;
        }

        @Override
        public void read(Cells shared) {
            reads.incrementAndGet();
            counted.read(shared);
        }

        @Override
        public Ledger ledger() {
            return counted.ledger();
        }

        @Override
        public boolean commit(Cells shared) {
            commits.incrementAndGet();
            return counted.commit(shared);
        }
    }

    @Override
    public Bell bell(int number) {
        Bell bell = counted.bell(number);
        return new Bell() {
            @Override
            public void quiet() {
                bell.quiet();
            }

            @Override
            public boolean isRung() {
                return bell.isRung();
            }

            @Override
            public void sleep(long nanos) {
                beforeSleep.complete(count());
                bell.sleep(nanos);
            }

            @Override
            public void ring() {
                bell.ring();
            }
        };
    }

    @Override
    public Cells cells() {
        return counted.cells();
    }

    @Override
    public void wake(long request) {
        counted.wake(request);
    }

    @Override
    public void nudge(long request) {
        counted.nudge(request);
    }

    @Override
    public int bells() {
        return counted.bells();
    }

    @Override
    public Membership members() {
        return counted.members();
    }

    @Override
    public void checkUsable() {
        counted.checkUsable();
    }

    @Override
    public String advice(String name) {
        return counted.advice(name);
    }

    @Override
    public String toString() {
        return counted.toString();
    }
}
