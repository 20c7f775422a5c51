package dev.turnstile.driver.mapped;

import dev.turnstile.Permit;
import dev.turnstile.PermitLostException;
import dev.turnstile.SemaphoreView;
import dev.turnstile.Snapshot;
import dev.turnstile.Turnstile;
import dev.turnstile.TurnstileUnusableException;
import dev.turnstile.algorithm.ledger.DamagedException;
import dev.turnstile.algorithm.ledger.Ledger;
import dev.turnstile.algorithm.ledger.LedgerProcess;
import dev.turnstile.algorithm.ledger.Who;
import dev.turnstile.driver.Patience;
import dev.turnstile.driver.Semaphores;
import dev.turnstile.machine.Region;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The turnstile between processes: a view of the {@link Site} that all turnstiles of this process share that are open under
 * the same name. It steps requests through the ledger on the caller's thread; whoever leaves lets the next one in.
 */
final class MappedTurnstile implements Turnstile {
    private final String name;
    private final Site site;
    private final LedgerDoor door;
    private final boolean watched;
    private final Semaphores semaphore =
            new Semaphores(this, this::free, this::queueLength, () -> Integer.MAX_VALUE, () -> true);
    private final Requests requests;
    private final AtomicBoolean closed = new AtomicBoolean();

    MappedTurnstile(String name, Site site, boolean watched, boolean countsWhenReady) {
        this.name = name;
        this.site = site;
        this.watched = watched;
        door = site.door();
        requests = new Requests(name, site, watched, countsWhenReady);
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
        Requests.checkUnits(units);
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        LedgerProcess process = requests.enter(units);
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
        LedgerProcess process = requests.enter(1);
        return process.region() == Region.CRITICAL
                ? process
                : requests.request(1, Patience.INTERRUPTIBLE).orElseThrow();
    }

    private void leaveForGood(LedgerProcess process) {
        process.release();
        try {
            requests.leave(process, Patience.UNINTERRUPTIBLE);
        } catch (TurnstileUnusableException replaced) {
            throw new PermitLostException(name, replaced);
        }
        if (process.isLost()) {
            throw new PermitLostException(name);
        }
    }

    @Override
    public Permit acquireUninterruptibly(int units) {
        LedgerProcess process = requests.enter(units);
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
        LedgerProcess process = requests.enter(units);
        if (process.region() != Region.CRITICAL) {
            requests.checkLimit(units);
            if (!door.clearUp()) {
                return Optional.empty();
            }
            process = requests.enter(units); // the dead have made room
        }
        return process.region() == Region.CRITICAL ? Optional.of(permit(process, units)) : Optional.empty();
    }

    @Override
    public Optional<Permit> tryAcquire(int units, Duration timeout) throws InterruptedException {
        Objects.requireNonNull(timeout, "the timeout must not be null");
        Requests.checkUnits(units);
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        if (!timeout.isPositive()) {
            return tryAcquire(units);
        }
        LedgerProcess process = requests.enter(units);
        if (process.region() == Region.CRITICAL) {
            return Optional.of(permit(process, units));
        }
        return await(units, Patience.until(timeout));
    }

    @Override
    public CompletableFuture<Permit> acquireAsync(int units) {
        LedgerProcess process = requests.enter(units);
        if (process.region() == Region.CRITICAL) {
            return CompletableFuture.completedFuture(permit(process, units));
        }
        CompletableFuture<Permit> future = new CompletableFuture<>();
        door.clearUpNowAndThen();
        LedgerProcess request = requests.arrive(0, units);
        if (request.region() == Region.CRITICAL) {
            return CompletableFuture.completedFuture(permit(request, units));
        }
        Waiter waiter = new Waiter(
                request,
                Optional.empty(),
                () -> future.defaultExecutor().execute(() -> complete(future, request, units)));
        requests.keep(waiter);
        var _ = future.whenComplete((permit, failure) -> requests.drop(waiter));
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

    private RuntimeException refusal(int units) {
        try {
            return requests.refusal(units);
        } catch (TurnstileUnusableException | DamagedException unusable) {
            return unusable;
        }
    }

    private Optional<Permit> await(int units, Patience patience) throws InterruptedException {
        return requests.request(units, patience).map(process -> permit(process, units));
    }

    private Permit permit(LedgerProcess process, int units) {
        if (watched) {
            site.name(process.who(), Thread.currentThread().getName());
        }
        return new MappedPermit(this, process, units);
    }

    void leave(LedgerProcess process, Patience patience) {
        requests.leave(process, patience);
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
        try {
            door.checkName();
            return door.look(ledger -> ledger.outcome(who) == Ledger.Outcome.INSIDE);
        } catch (TurnstileUnusableException replaced) {
            return false;
        }
    }

    /** What threatens a holder. */
    enum Trouble {
        NONE,
        ASKED,
        GONE
    }

    Trouble trouble(long who) {
        return door.look(ledger -> {
            int entry = ledger.find(who);
            if (entry < 0) {
                return Trouble.GONE;
            }
            return Who.isAsked(ledger.who(entry)) ? Trouble.ASKED : Trouble.NONE;
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
        return site.snapshot(name, requests::threadOf);
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
        if (closed.compareAndSet(false, true)) {
            try {
                requests.close();
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
