package dev.turnstile.driver.mapped;

import dev.turnstile.Snapshot;
import dev.turnstile.algorithm.ledger.Bells;
import dev.turnstile.algorithm.ledger.Ledger;
import dev.turnstile.algorithm.ledger.LedgerProcess;
import dev.turnstile.algorithm.ledger.LedgerSystem;
import dev.turnstile.algorithm.ledger.Pen;
import dev.turnstile.algorithm.ledger.Who;
import dev.turnstile.machine.Cells;
import java.util.BitSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.Predicate;

/**
 * The ledger at work, for one process and one file: makes requests, changes the bounds, and clears up after the dead. All
 * turnstiles of this process that are open under the same name share one.
 */
final class LedgerDoor {
    private static final long CLEAR_UP_NANOS = 1_000_000;
    private static final long NAME_NANOS = 500_000_000;

    private final Kernel kernel;
    private final MappedFile file;
    private final Members members;
    private final int self;
    private final Cells cells;
    private final MappedPens pens;
    private final Bells bells = new Bells() {
        @Override
        public void ring(long who) {
            Bell.ring(file.memory(), file.geometry().bell(Who.member(who), Who.bell(who)), kernel);
        }

        @Override
        public void nudge(long who) { // one for whom the keeper waits would not spin
            if (Who.bell(who) != 0) {
                ring(who);
            }
        }
    };
    private int firstThreads; // requests of the thread that has a pen of its own: even numbers
    private volatile long lookedForName = System.nanoTime();
    private volatile long clearedUp = System.nanoTime() - CLEAR_UP_NANOS; // when it last looked for the dead
    private final AtomicInteger others = new AtomicInteger(); // odd numbers
    private final IntSupplier numbers = this::number;

    LedgerDoor(Kernel kernel, MappedFile file, Members members, int self) {
        this.kernel = kernel;
        this.file = file;
        this.members = members;
        this.self = self;
        cells = new LedgerCells(file.memory(), file.geometry(), file.path());
        pens = new MappedPens(file.geometry(), self);
    }

    Cells cells() {
        return cells;
    }

    Members members() {
        return members;
    }

    MappedFile file() {
        return file;
    }

    /** A request of this process, for which that bell is rung. */
    LedgerProcess request(int bell) {
        return new LedgerProcess(self, numbers, bell, Who.UNITS_MAX, pens, bells);
    }

    private int number() {
        int number = pens.isFirst() ? firstThreads++ << 1 : others.getAndIncrement() << 1 | 1;
        return number & (Who.REQUESTS_MAX - 1);
    }

    /** This process's bell of that number. */
    Bell bell(int number) {
        return new Bell(file.memory(), file.geometry().bell(self, number), kernel);
    }

    /** Lets a move happen, made by nobody in particular. */
    boolean change(Predicate<Ledger> move) {
        return LedgerSystem.change(cells, pens, bells, move);
    }

    /** As {@link #change}, when it concerns those inside: their owners listen at their first bell only. */
    boolean changeInside(long who, Predicate<Ledger> move) {
        boolean changed = change(move);
        if (changed) {
            Bell.ring(file.memory(), file.geometry().bell(Who.member(who), 0), kernel);
        }
        return changed;
    }

    /** What can be learnt from the ledger as it is now; the function must not keep it. */
    <T> T look(Function<Ledger, T> look) {
        Pen pen = pens.take();
        try {
            pen.read(cells);
            return look.apply(pen.ledger());
        } finally {
            pens.giveBack(pen);
        }
    }

    /**
     * Puts the file out of use if its name means another one, or none, since processes that come now do not
     * meet those that are here. To be called by those who wait and watch; looks twice a second at most.
     */
    void checkName() {
        long now = System.nanoTime();
        if (now - lookedForName > NAME_NANOS) {
            lookedForName = now;
            if (!file.isCurrent()) {
                file.putOutOfUse();
            }
        }
    }

    /** As {@link #clearUp()}, unless this process has just done so. */
    void clearUpNowAndThen() {
        if (System.nanoTime() - clearedUp > CLEAR_UP_NANOS) {
            clearUp();
        }
    }

    /** Clears up after all dead members that are in the ledger; says whether there were any. */
    boolean clearUp() {
        checkName();
        clearedUp = System.nanoTime();
        BitSet there = look(ledger -> {
            BitSet seen = new BitSet();
            for (int entry = 0; entry < ledger.entries(); entry++) {
                seen.set(Who.member(ledger.who(entry)));
            }
            return seen;
        });
        return there.stream().filter(this::clearUp).count() > 0;
    }

    /** Clears up after a member, if it is dead: its requests are removed, then its record is free. */
    boolean clearUp(int member) {
        long seen = members.state(member);
        if (!members.isDead(member)) {
            return false;
        }
        LedgerProcess corpse = LedgerProcess.corpse(member, pens, bells, () -> members.state(member) == seen);
        corpse.go(cells);
        members.free(member, seen);
        return true;
    }

    /** Clears up after all dead members, also where they have left nothing but their record. */
    void clearUpAll() {
        for (int member = 0; member < members.count(); member++) {
            clearUp(member);
        }
    }

    /** Clears what the one has left whose record this process has taken over. */
    void clearUpOwn() {
        LedgerProcess.corpse(self, pens, bells, () -> true).go(cells);
    }

    /** Who has made the request of an entry. */
    Snapshot.Owner owner(long who) {
        return members.owner(Who.member(who));
    }

    boolean isOwn(long who) {
        return Who.member(who) == self;
    }
}
