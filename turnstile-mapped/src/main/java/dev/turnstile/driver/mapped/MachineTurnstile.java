package dev.turnstile.driver.mapped;

import dev.turnstile.SemaphoreView;
import dev.turnstile.Snapshot;
import dev.turnstile.driver.AbstractPermit;
import dev.turnstile.driver.AbstractTurnstile;
import dev.turnstile.driver.Patience;
import dev.turnstile.driver.PatientPermit;
import dev.turnstile.machine.Process;
import dev.turnstile.machine.ProcessSystem;
import dev.turnstile.machine.Region;
import dev.turnstile.machine.Step;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/**
 * A published algorithm between processes, as in its paper. Crashed processes are not cleared up after. They keep their
 * places permanently, and the algorithm continues as long as fewer than k have crashed. Each process steps its own
 * machine, and a waiter sleeps until any cell is written.
 *
 * <p>It grants one unit at a time, and its limit is fixed. It is meant for study, and for users that want registers
 * only. The ledger is better in every other respect.
 */
final class MachineTurnstile extends AbstractTurnstile<MachineTurnstile.Request> {
    private static final long LOOK_NANOS = 20_000_000; // to check for interrupts and crashes
    private static final long NAME_NANOS = 500_000_000; // to check for a deleted or replaced file

    private final MappedFile file;
    private final MappedMembers members;
    private final ProcessSystem system;
    private final MachineCells cells;
    private final MappedParticipants participants;
    private final AtomicInteger users = new AtomicInteger(); // requests that are inside or trying

    /** A process of the algorithm, and its number among the participants in the file. */
    record Request(Process process, int participant) {}

    MachineTurnstile(String name, MappedFile file, MappedMembers members, ProcessSystem system, MachineCells cells) {
        super(name, file.geometry().places(), true);
        this.file = file;
        this.members = members;
        this.system = system;
        this.cells = cells;
        participants = new MappedParticipants(file, members);
        participants.buryOwn();
    }

    @Override
    protected Request enter(int units) {
        Request request = request(units);
        request.process().acquire(1);
        request.process().runUntilBlocked(cells);
        if (!isInside(request)) {
            participants.waits(request.participant());
        }
        return request;
    }

    @Override
    protected Optional<Request> attempt(int units) {
        Request request = request(units);
        request.process().attempt(1);
        request.process().runUntilBlocked(cells);
        if (isInside(request)) {
            return Optional.of(request);
        }
        end(request);
        return Optional.empty();
    }

    private Request request(int units) {
        if (units > 1) {
            throw new IllegalArgumentException(file.geometry().algorithm()
                    + " gives one unit at a time between processes, not " + units + "; use the ledger for more");
        }
        int participant = participant();
        return new Request(system.process(participant), participant);
    }

    private int participant() {
        users.incrementAndGet(); // before the check, so that a closing thread sees this request or this request sees
        // the close
        OptionalInt taken = isClosed() ? OptionalInt.empty() : participants.take();
        if (taken.isEmpty()) {
            users.decrementAndGet();
            endIfUnused();
            checkAdmissible(1);
            throw new IllegalStateException("all " + file.geometry().entries()
                    + " participants are inside, waiting or crashed; open '" + name() + "' with more participants(..)");
        }
        return taken.getAsInt();
    }

    @Override
    protected boolean isInside(Request request) {
        return request.process().region() == Region.CRITICAL;
    }

    @Override
    protected boolean await(Request request, int units, Patience patience) {
        await(request.process(), patience);
        if (isInside(request)) {
            return true;
        }
        end(request);
        checkAdmissible(units);
        if (!patience.interruptible() || !Thread.currentThread().isInterrupted()) {
            checkUsable();
        }
        return false;
    }

    private void checkUsable() {
        if (!file.isCurrent()) {
            throw MappedFile.replaced(file.path());
        }
        if (effectiveLimit() == 0) {
            throw new IllegalStateException("crashed processes keep all " + limit() + " places of '" + name()
                    + "'; remove it with 'turnstile remove " + name() + "' and open it again");
        }
    }

    /** Steps and sleeps until the process is inside or has given up. */
    private void await(Process process, Patience patience) {
        boolean interrupted = false;
        boolean current = true;
        long looked = System.nanoTime();
        int seen = cells.beginToWait();
        try {
            while (process.region() == Region.TRYING) {
                process.runUntilBlocked(cells);
                interrupted |= Thread.interrupted();
                if (System.nanoTime() - looked > NAME_NANOS) {
                    looked = System.nanoTime();
                    current = file.isCurrent();
                }
                boolean over = !current || isClosed() || patience.isOver() || (interrupted && patience.interruptible());
                if (process.region() == Region.TRYING && (over || effectiveLimit() == 0)) {
                    process.cancel();
                    process.runUntilBlocked(cells);
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

    /** Steps until the process is out. A process that passes on its place may have to wait for its turn. */
    private void finish(Process process) {
        while (process.region() == Region.EXIT) {
            int seen = cells.beginToWait();
            if (process.step(cells) == Step.WAITS) {
                cells.sleep(seen, LOOK_NANOS);
            }
            cells.endToWait();
        }
    }

    /** Ends a request that is not inside and will not be. */
    private void end(Request request) {
        if (request.process().region() == Region.EXIT) {
            passOn(request);
        } else {
            returnParticipant(request.participant());
        }
    }

    /**
     * Passes on an abandoned place in line, which is possible only when its turn comes. The caller does not wait for
     * that.
     */
    private void passOn(Request request) {
        participants.passing(request.participant());
        Thread.ofPlatform().daemon().name("turnstile-passing-" + name()).start(() -> {
            finish(request.process());
            returnParticipant(request.participant());
        });
    }

    @Override
    protected AbstractPermit permit(Request request, int units) {
        participants.inside(request.participant());
        return new Seat(request, participants.takeSlot(request.participant()));
    }

    @Override
    protected void leave(Request request) {
        request.process().release();
        finish(request.process());
        returnParticipant(request.participant());
    }

    private void returnParticipant(int participant) {
        participants.returnParticipant(participant);
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
    protected void changeLimit(int wanted) {
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

    /** Returns a snapshot as {@link #snapshot} does, without changing anything. */
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
        return new Snapshot(
                name(), file.geometry().algorithm(), 0, limit(), effective, holders.size(), holders, waiters);
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
        throw new UnsupportedOperationException(file.geometry().algorithm()
                + " gives one unit at a time between processes; use the ledger for a semaphore");
    }

    /**
     * Returns whether the algorithm is fair. Each waiter steps its own machine, and the algorithm decides which one may
     * proceed.
     */
    @Override
    protected boolean isFair() {
        return system.fifo();
    }

    /** Closes the file unless it is in use. Waiters check from time to time whether this turnstile is closed. */
    @Override
    protected void whenClosed() {
        endIfUnused();
    }

    /** Gives up the membership once no request is inside or trying. */
    private void endIfUnused() {
        if (isClosed() && users.get() == 0) {
            file.close();
        }
    }

    @Override
    public String toString() {
        return "Turnstile['" + name() + "', at most " + limit() + ", "
                + file.geometry().algorithm() + ", " + file.path() + "]";
    }

    private final class Seat extends PatientPermit {
        private final Request request;
        private final MappedParticipants.Slot slot;

        Seat(Request request, MappedParticipants.Slot slot) {
            super(1);
            this.request = request;
            this.slot = slot;
        }

        @Override
        protected String gateName() {
            return name();
        }

        @Override
        public List<Integer> slots() {
            ask();
            return List.of(slot.number());
        }

        @Override
        public long fence() {
            ask();
            return slot.fence();
        }

        /** Leaves without waiting, because there is no floor. */
        @Override
        protected boolean leave(Patience patience) {
            return leaveAtOnce();
        }

        @Override
        protected boolean leaveAtOnce() {
            participants.giveSlotBack(slot);
            MachineTurnstile.this.leave(request);
            return true;
        }

        @Override
        public String toString() {
            return "Permit[" + name() + ", units=1, slot=" + slot.number() + ", fence=" + slot.fence()
                    + (isClosed() ? ", closed]" : "]");
        }
    }
}
