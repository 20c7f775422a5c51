package dev.turnstile.driver.mapped;

import dev.turnstile.LimitExceededException;
import dev.turnstile.Permit;
import dev.turnstile.PermitLostException;
import dev.turnstile.SemaphoreView;
import dev.turnstile.Snapshot;
import dev.turnstile.Turnstile;
import dev.turnstile.TurnstileClosedException;
import dev.turnstile.algorithm.ledger.Ledger;
import dev.turnstile.algorithm.ledger.LedgerProcess;
import dev.turnstile.algorithm.ledger.Who;
import dev.turnstile.driver.Patience;
import dev.turnstile.driver.Semaphores;
import dev.turnstile.machine.Region;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * The turnstile between processes: a view of the {@link Site} that all turnstiles of this process share that are open under
 * the same name. It steps requests through the ledger on the caller's thread; whoever leaves lets the next one in.
 */
final class MappedTurnstile implements Turnstile {
    private final String name;
    private final Site site;
    private final LedgerDoor door;
    private final boolean watched;
    private final Semaphores semaphore = new Semaphores(this, this::free, this::queueLength);
    private final Set<Waiter> waiting = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean released = new AtomicBoolean();
    private volatile boolean closed;

    MappedTurnstile(String name, Site site, boolean watched) {
        this.name = name;
        this.site = site;
        this.watched = watched;
        door = site.door();
    }

    @Override
    public String name() {
        return name;
    }

    Site site() {
        return site;
    }

    @Override
    public Permit acquire(int units) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        LedgerProcess process = enter(units);
        if (process.region() == Region.CRITICAL) {
            return permit(process, units);
        }
        return await(units, Patience.INTERRUPTIBLE).orElseThrow();
    }

    @Override
    public void run(Runnable task) throws InterruptedException {
        if (watched) {
            Turnstile.super.run(task);
            return;
        }
        LedgerProcess process = enterOrWait();
        try {
            task.run();
        } catch (Throwable failure) {
            leaveAfter(process, failure);
            throw failure;
        }
        leaveForGood(process);
    }

    @Override
    public <T> T call(Callable<T> task) throws Exception {
        if (watched) {
            return Turnstile.super.call(task);
        }
        LedgerProcess process = enterOrWait();
        T result;
        try {
            result = task.call();
        } catch (Throwable failure) {
            leaveAfter(process, failure);
            throw failure;
        }
        leaveForGood(process);
        return result;
    }

    private void leaveAfter(LedgerProcess process, Throwable failure) {
        try {
            leaveForGood(process);
        } catch (RuntimeException lost) {
            failure.addSuppressed(lost);
        }
    }

    /** As acquire of one unit, but nobody gets a permit: the caller must make the process leave, once. */
    private LedgerProcess enterOrWait() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        LedgerProcess process = enter(1);
        return process.region() == Region.CRITICAL
                ? process
                : request(1, Patience.INTERRUPTIBLE).orElseThrow();
    }

    private void leaveForGood(LedgerProcess process) {
        process.release();
        leave(process, Patience.UNINTERRUPTIBLE);
        if (process.isLost()) {
            throw new PermitLostException(name);
        }
    }

    @Override
    public Permit acquireUninterruptibly(int units) {
        LedgerProcess process = enter(units);
        if (process.region() == Region.CRITICAL) {
            return permit(process, units);
        }
        try {
            return await(units, Patience.UNINTERRUPTIBLE).orElseThrow();
        } catch (InterruptedException e) {
            throw new IllegalStateException("an uninterruptible wait was interrupted", e);
        }
    }

    @Override
    public Optional<Permit> tryAcquire(int units) {
        LedgerProcess process = enter(units);
        if (process.region() != Region.CRITICAL) {
            checkLimit(units);
            if (!door.clearUp()) {
                return Optional.empty();
            }
            process = enter(units); // the dead have made room
        }
        return process.region() == Region.CRITICAL ? Optional.of(permit(process, units)) : Optional.empty();
    }

    @Override
    public Optional<Permit> tryAcquire(int units, Duration timeout) throws InterruptedException {
        Objects.requireNonNull(timeout, "the timeout must not be null");
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        if (!timeout.isPositive()) {
            return tryAcquire(units);
        }
        LedgerProcess process = enter(units);
        if (process.region() == Region.CRITICAL) {
            return Optional.of(permit(process, units));
        }
        return await(units, Patience.until(timeout));
    }

    @Override
    public CompletableFuture<Permit> acquireAsync(int units) {
        LedgerProcess process = enter(units);
        if (process.region() == Region.CRITICAL) {
            return CompletableFuture.completedFuture(permit(process, units));
        }
        CompletableFuture<Permit> future = new CompletableFuture<>();
        door.clearUpNowAndThen();
        LedgerProcess request = arrive(0, units);
        if (request.region() == Region.CRITICAL) {
            return CompletableFuture.completedFuture(permit(request, units));
        }
        Waiter waiter = new Waiter(
                request,
                Optional.empty(),
                () -> future.defaultExecutor().execute(() -> complete(future, request, units)));
        waiting.add(waiter);
        site.keeper().add(waiter);
        if (closed) {
            waiter.giveUp(door.cells());
        }
        var _ = future.whenComplete((permit, failure) -> {
            waiter.giveUp(door.cells());
            waiting.remove(waiter);
        });
        return future;
    }

    private void complete(CompletableFuture<Permit> future, LedgerProcess request, int units) {
        if (request.region() != Region.CRITICAL) {
            future.completeExceptionally(refusal(units));
            return;
        }
        Permit permit = permit(request, units);
        if (!future.complete(permit)) {
            permit.close();
        }
    }

    /** A request that is inside, if that can be had at once without overtaking anybody. */
    private LedgerProcess enter(int units) {
        check(units);
        LedgerProcess process = door.request(0);
        if (watched) {
            process.since(System.currentTimeMillis());
        }
        process.attempt(units);
        process.go(door.cells());
        return process;
    }

    private void check(int units) {
        if (closed) {
            throw new TurnstileClosedException(name);
        }
        if (units < 1) {
            throw new IllegalArgumentException("units must be at least 1, not " + units);
        }
        if (units > Who.UNITS_MAX) {
            throw new LimitExceededException(name, units, limit());
        }
    }

    private void checkLimit(int units) {
        int limit = limit();
        if (units > limit) {
            throw new LimitExceededException(name, units, limit);
        }
    }

    /** A request that has its place in line, or is inside. */
    private LedgerProcess arrive(int bell, int units) {
        LedgerProcess request = door.request(bell);
        request.since(System.currentTimeMillis());
        request.acquire(units);
        request.go(door.cells());
        if (request.region() == Region.REMAINDER) {
            throw refusal(units);
        }
        return request;
    }

    private IllegalArgumentException overLimit(int units) {
        return new LimitExceededException(name, units, limit());
    }

    private RuntimeException refusal(int units) {
        return closed ? new TurnstileClosedException(name) : overLimit(units);
    }

    private Optional<Permit> await(int units, Patience patience) throws InterruptedException {
        return request(units, patience).map(process -> permit(process, units));
    }

    /**
     * A request that is inside; empty if time was over first. If the permit comes together with the end of patience, the permit
     * counts.
     */
    private Optional<LedgerProcess> request(int units, Patience patience) throws InterruptedException {
        door.clearUpNowAndThen();
        int bell = site.hasFloor() ? 0 : site.patiently().takeBell();
        try {
            return await(arrive(bell, units), bell, units, patience);
        } finally {
            site.patiently().giveBack(bell);
        }
    }

    private Optional<LedgerProcess> await(LedgerProcess request, int bell, int units, Patience patience)
            throws InterruptedException {
        if (request.region() == Region.CRITICAL) {
            return Optional.of(request);
        }
        Thread thread = Thread.currentThread();
        Waiter waiter = new Waiter(request, Optional.of(thread), () -> wake(thread));
        waiting.add(waiter);
        boolean interrupted;
        try {
            interrupted = site.patiently().await(waiter, bell, patience, () -> closed);
        } finally {
            waiting.remove(waiter);
        }
        waiter.rethrow();
        if (request.region() == Region.CRITICAL) {
            if (interrupted) {
                thread.interrupt();
            }
            return Optional.of(request);
        }
        if (closed) {
            throw new TurnstileClosedException(name);
        }
        if (interrupted && patience.interruptible()) {
            throw new InterruptedException();
        }
        if (patience.isOver()) {
            return Optional.empty();
        }
        throw overLimit(units); // somebody removed it from the line
    }

    private Permit permit(LedgerProcess process, int units) {
        if (watched) {
            site.name(process.who(), Thread.currentThread().getName());
        }
        return new MappedPermit(this, process, units);
    }

    /** Steps a process that wants to leave; it may have to wait, and stays inside if patience is over first. */
    void leave(LedgerProcess process, Patience patience) {
        process.go(door.cells());
        if (!process.isHeldBack()) {
            return;
        }
        Thread thread = Thread.currentThread();
        Waiter waiter = new Waiter(process, Optional.of(thread), () -> wake(thread));
        if (site.patiently().await(waiter, 0, patience, () -> false)) {
            thread.interrupt();
        }
        waiter.rethrow();
    }

    /** A thread that has found out by itself is awake. */
    @SuppressWarnings("ReferenceEquality") // a thread is none but itself
    private static void wake(Thread thread) {
        if (thread != Thread.currentThread()) {
            LockSupport.unpark(thread);
        }
    }

    void left(long who) {
        if (watched) {
            site.forgetName(who);
        }
    }

    void forget(MappedPermit permit) {
        site.keeper().forget(permit);
    }

    void watch(MappedPermit permit, Runnable task) {
        site.keeper().watch(permit, task);
    }

    boolean isInside(long who) {
        return door.look(ledger -> ledger.outcome(who) == Ledger.Outcome.INSIDE);
    }

    /** Whether it is inside and nobody has asked it to leave. */
    boolean isUndisturbed(long who) {
        return door.look(ledger -> {
            int entry = ledger.find(who);
            return entry >= 0 && !Who.isAsked(ledger.who(entry));
        });
    }

    @Override
    public int limit() {
        return door.look(Ledger::limit);
    }

    @Override
    public void limit(int wanted) {
        site.limit(wanted);
    }

    private int free() {
        return Math.max(0, door.look(Ledger::free));
    }

    private int queueLength() {
        return door.look(ledger -> ledger.entries() - ledger.inside());
    }

    @Override
    public Snapshot snapshot() {
        return site.snapshot(name, this::threadOf);
    }

    private Optional<String> threadOf(long who) {
        return waiting.stream()
                .filter(waiter -> Who.id(waiter.process.who()) == Who.id(who))
                .findFirst()
                .flatMap(waiter -> waiter.thread)
                .map(Thread::getName);
    }

    @Override
    public SemaphoreView asSemaphore() {
        if (site.hasFloor()) {
            throw new UnsupportedOperationException("a release from a window can wait; a semaphore's can't");
        }
        return semaphore;
    }

    /** Of this turnstile only: other processes, and other turnstiles of this process, go on. */
    @Override
    public void close() {
        closed = true;
        if (released.compareAndSet(false, true)) {
            try {
                waiting.forEach(waiter -> {
                    waiter.giveUp(door.cells());
                    waiter.thread.ifPresent(LockSupport::unpark);
                });
            } finally {
                site.release();
            }
        }
    }

    @Override
    public String toString() {
        return "Turnstile['" + name + "', " + site.bounds() + ", " + Geometry.LEDGER + ", "
                + door.file().path() + "]";
    }
}
