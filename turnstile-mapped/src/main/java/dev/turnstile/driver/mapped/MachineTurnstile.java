package dev.turnstile.driver.mapped;

import dev.turnstile.LimitExceededException;
import dev.turnstile.Permit;
import dev.turnstile.SemaphoreView;
import dev.turnstile.Snapshot;
import dev.turnstile.Turnstile;
import dev.turnstile.TurnstileClosedException;
import dev.turnstile.driver.Leaving;
import dev.turnstile.driver.Patience;
import dev.turnstile.machine.Process;
import dev.turnstile.machine.ProcessSystem;
import dev.turnstile.machine.Region;
import dev.turnstile.machine.Step;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/**
 * A published algorithm between processes, as its paper has it: nobody clears up after the dead, who keep their places for good,
 * and it goes on as long as fewer than k have died. Each process steps its own machine; whoever waits sleeps until anything was
 * written.
 *
 * <p>One unit at a time, and a limit that stays. For study, and for those who want nothing but registers: the ledger is
 * better in everything else.
 */
final class MachineTurnstile implements Turnstile {
    private static final long LOOK_NANOS = 20_000_000; // for interrupts and the dead
    private static final long NAME_NANOS = 500_000_000; // for a file that was deleted or replaced

    private final String name;
    private final MappedFile file;
    private final Members members;
    private final ProcessSystem system;
    private final MachineCells cells;
    private final Participants participants;
    private final AtomicInteger users = new AtomicInteger(); // inside or trying
    private volatile boolean closed;

    MachineTurnstile(String name, MappedFile file, Members members, ProcessSystem system, MachineCells cells) {
        this.name = name;
        this.file = file;
        this.members = members;
        this.system = system;
        this.cells = cells;
        participants = new Participants(file, members);
        participants.buryOwn();
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Permit acquire(int units) throws InterruptedException {
        return enter(units, Patience.INTERRUPTIBLE).orElseThrow();
    }

    @Override
    public Permit acquireUninterruptibly(int units) {
        try {
            return enter(units, Patience.UNINTERRUPTIBLE).orElseThrow();
        } catch (InterruptedException e) {
            throw new IllegalStateException("an uninterruptible wait was interrupted", e);
        }
    }

    @Override
    public Optional<Permit> tryAcquire(int units) {
        check(units);
        int participant = participant();
        Process process = system.process(participant);
        process.attempt(1);
        process.go(cells);
        return inside(process, participant);
    }

    @Override
    public Optional<Permit> tryAcquire(int units, Duration timeout) throws InterruptedException {
        Objects.requireNonNull(timeout, "the timeout must not be null");
        if (timeout.isPositive()) {
            return enter(units, Patience.until(timeout));
        }
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        return tryAcquire(units);
    }

    /** A thread of its own waits for each: the system wakes threads, not futures. */
    @Override
    public CompletableFuture<Permit> acquireAsync(int units) {
        check(units);
        CompletableFuture<Permit> future = new CompletableFuture<>();
        Thread thread = Thread.ofPlatform().daemon().unstarted(() -> complete(future, units));
        var _ = future.whenComplete((permit, failure) -> thread.interrupt());
        thread.start();
        return future;
    }

    private void complete(CompletableFuture<Permit> future, int units) {
        try {
            Permit permit = acquire(units);
            if (!future.complete(permit)) {
                permit.close();
            }
        } catch (InterruptedException | IllegalStateException | IllegalArgumentException refused) {
            future.completeExceptionally(new CompletionException(refused));
        }
    }

    private void check(int units) {
        if (closed) {
            throw new TurnstileClosedException(name);
        }
        if (units < 1) {
            throw new IllegalArgumentException("units must be at least 1, not " + units);
        }
        if (units > limit()) {
            throw new LimitExceededException(name, units, limit());
        }
        if (units > 1) {
            throw new IllegalArgumentException(file.geometry().algorithm()
                    + " gives one unit at a time between processes," + " not " + units + "; the ledger gives more");
        }
    }

    private int participant() {
        users.incrementAndGet(); // before the look: who closes it sees us, or we see that it is closed
        OptionalInt taken = closed ? OptionalInt.empty() : participants.take();
        if (taken.isEmpty()) {
            users.decrementAndGet();
            endIfUnused();
            check(1);
            throw new IllegalStateException("all " + file.geometry().entries()
                    + " participants are inside, waiting, or dead; open '" + name + "' with more participants(..)");
        }
        return taken.getAsInt();
    }

    private Optional<Permit> enter(int units, Patience patience) throws InterruptedException {
        if (patience.interruptible() && Thread.interrupted()) {
            throw new InterruptedException();
        }
        check(units);
        int participant = participant();
        Process process = system.process(participant);
        process.acquire(1);
        process.go(cells);
        if (process.region() != Region.CRITICAL) {
            await(process, patience);
        }
        Optional<Permit> permit = inside(process, participant);
        if (permit.isEmpty()) {
            explain(patience);
        }
        return permit;
    }

    private void explain(Patience patience) throws InterruptedException {
        if (closed) {
            throw new TurnstileClosedException(name);
        }
        if (patience.interruptible() && Thread.interrupted()) {
            throw new InterruptedException();
        }
        if (!file.isCurrent()) {
            throw MappedFile.replaced(file.path());
        }
        if (effectiveLimit() == 0) {
            throw new IllegalStateException("the dead keep all " + limit() + " places of '" + name
                    + "'; 'turnstile remove " + name + "' makes way for a new one");
        }
    }

    /** Steps and sleeps until it is inside, or has given up. */
    private void await(Process process, Patience patience) {
        boolean interrupted = false;
        boolean current = true;
        long looked = System.nanoTime();
        int seen = cells.beginToWait();
        try {
            while (process.region() == Region.TRYING) {
                process.go(cells);
                interrupted |= Thread.interrupted();
                if (System.nanoTime() - looked > NAME_NANOS) {
                    looked = System.nanoTime();
                    current = file.isCurrent();
                }
                boolean over = !current || closed || patience.isOver() || (interrupted && patience.interruptible());
                if (process.region() == Region.TRYING && (over || effectiveLimit() == 0)) {
                    process.cancel();
                    process.go(cells);
                } else if (process.region() == Region.TRYING) {
                    cells.sleep(seen, LOOK_NANOS);
                    participants.bury();
                    seen = cells.seen();
                }
            }
        } finally {
            cells.endToWait();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Steps until it is out: one who passes a place on may have to wait for its turn. */
    private void finish(Process process) {
        while (process.region() == Region.EXIT) {
            int seen = cells.beginToWait();
            if (process.step(cells) == Step.WAITS) {
                cells.sleep(seen, LOOK_NANOS);
            }
            cells.endToWait();
        }
    }

    private Optional<Permit> inside(Process process, int participant) {
        if (process.region() == Region.CRITICAL) {
            participants.inside(participant);
            return Optional.of(new Seat(process, participant, participants.takeSlot(participant)));
        }
        if (process.region() == Region.EXIT) {
            passOn(process, participant);
        } else {
            giveBack(participant);
        }
        return Optional.empty();
    }

    /**
     * A place in line that was given up can be passed on only when its turn comes. The caller does not wait
     * for that.
     */
    private void passOn(Process process, int participant) {
        participants.passing(participant);
        Thread.ofPlatform().daemon().name("turnstile-passing-" + name).start(() -> {
            finish(process);
            giveBack(participant);
        });
    }

    private void giveBack(int participant) {
        participants.giveBack(participant);
        users.decrementAndGet();
        endIfUnused();
    }

    private int effectiveLimit() {
        return Math.max(0, limit() - participants.dead());
    }

    @Override
    public int limit() {
        return file.geometry().places();
    }

    @Override
    public void limit(int wanted) {
        if (wanted != limit()) {
            throw new IllegalArgumentException(file.geometry().algorithm() + " has a fixed number of places between"
                    + " processes: " + limit() + ", not " + wanted);
        }
    }

    @Override
    public Snapshot snapshot() {
        participants.bury();
        return look();
    }

    /** As {@link #snapshot}, and changes nothing. */
    Snapshot look() {
        List<Snapshot.Holder> holders = participants
                .inside()
                .filter(i -> !participants.isLeft(i))
                .mapToObj(this::holder)
                .toList();
        List<Snapshot.Waiter> waiters = participants
                .trying()
                .filter(i -> !participants.isLeft(i))
                .mapToObj(i -> new Snapshot.Waiter(1, Optional.empty(), since(i), Optional.of(owner(i))))
                .toList();
        long left = IntStream.range(0, file.geometry().entries())
                .filter(participants::isLeft)
                .count();
        int effective = (int) Math.max(0, effectiveLimit() - left);
        return new Snapshot(name, file.geometry().algorithm(), 0, limit(), effective, holders.size(), holders, waiters);
    }

    private Snapshot.Holder holder(int participant) {
        OptionalInt slot = participants.slotOf(participant);
        return new Snapshot.Holder(
                slot.orElse(-1),
                slot.stream().boxed().toList(),
                slot.isPresent() ? participants.fence(slot.getAsInt()) : 0,
                1,
                Optional.empty(),
                Optional.of(since(participant)),
                Snapshot.Standing.INSIDE,
                Optional.of(owner(participant)));
    }

    private Snapshot.Owner owner(int participant) {
        return members.owner(participants.memberOf(participant));
    }

    private Duration since(int participant) {
        return Duration.ofMillis(Math.max(0, System.currentTimeMillis() - participants.since(participant)));
    }

    @Override
    public SemaphoreView asSemaphore() {
        throw new UnsupportedOperationException(
                file.geometry().algorithm() + " gives one unit at a time between processes; the ledger counts");
    }

    @Override
    public void close() {
        closed = true;
        endIfUnused();
    }

    /** Gives the membership back when nobody is inside or tries any more. */
    private void endIfUnused() {
        if (closed && users.get() == 0) {
            file.close();
        }
    }

    @Override
    public String toString() {
        return "Turnstile['" + name + "', at most " + limit() + ", "
                + file.geometry().algorithm() + ", " + file.path() + "]";
    }

    private final class Seat extends Leaving {
        private final Process process;
        private final int participant;
        private final Participants.Slot slot;

        Seat(Process process, int participant, Participants.Slot slot) {
            this.process = process;
            this.participant = participant;
            this.slot = slot;
        }

        @Override
        public int units() {
            return 1;
        }

        @Override
        public int slot() {
            ask(name);
            return slot.number();
        }

        @Override
        public List<Integer> slots() {
            return List.of(slot());
        }

        @Override
        public long fence() {
            ask(name);
            return slot.fence();
        }

        @Override
        public boolean isHeld() {
            return !isClosed();
        }

        /** Nobody is held back: there is no floor. */
        @Override
        protected boolean leave(Patience patience) {
            return leaveAtOnce();
        }

        @Override
        protected boolean leaveAtOnce() {
            participants.giveSlotBack(slot);
            process.release();
            finish(process);
            return true;
        }

        @Override
        protected void hasLeft() {
            MachineTurnstile.this.giveBack(participant);
        }

        @Override
        public String toString() {
            return "Permit[" + name + ", units=1, slot=" + slot.number() + ", fence=" + slot.fence()
                    + (isClosed() ? ", closed]" : "]");
        }
    }
}
