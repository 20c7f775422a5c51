package dev.turnstile.driver.ledger;

import dev.turnstile.TurnstileUnusableException;
import dev.turnstile.algorithm.ledger.DamagedException;
import dev.turnstile.algorithm.ledger.Ledger;
import dev.turnstile.algorithm.ledger.RequestWord;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

/**
 * The one thread of a process that sleeps on behalf of others. It serves virtual threads, which would otherwise block
 * their carrier, futures, and holders that want to know when their permit is lost. It starts when first needed.
 */
final class WaiterThread {
    private static final long FOR_LONG = 60_000_000_000L;
    private static final long SOON = 1_000_000_000;

    private final OpenLedger open;
    private final Set<LedgerWaiter> waiters = ConcurrentHashMap.newKeySet();
    private final Map<LedgerPermit, List<Runnable>> precious = new ConcurrentHashMap<>();
    private final AtomicBoolean started = new AtomicBoolean();

    WaiterThread(OpenLedger open) {
        this.open = open;
    }

    /** Steps this waiter until it has ended. */
    void add(LedgerWaiter waiter) {
        waiters.add(waiter);
        try {
            lookAgain();
        } catch (RuntimeException | Error noThread) {
            waiters.remove(waiter);
            waiter.withdraw(open.cells());
            throw noThread;
        }
    }

    /** Runs the task, on a thread of its own, when the permit is lost or its holder is asked to leave. */
    void watch(LedgerPermit permit, Runnable task) {
        precious.merge(
                permit,
                List.of(task),
                (some, more) -> Stream.concat(some.stream(), more.stream()).toList());
        lookAgain();
    }

    void forget(LedgerPermit permit) {
        precious.remove(permit);
    }

    private void lookAgain() {
        if (started.compareAndSet(false, true)) {
            start();
        } else {
            open.store().bell(0).ring();
        }
    }

    private void start() {
        String where = open.store().toString();
        boolean running = false;
        try {
            Thread.ofPlatform()
                    .daemon()
                    .name("turnstile-waiter-" + where.substring(where.lastIndexOf('/') + 1))
                    .start(this::keep);
            running = true;
        } finally {
            started.set(running);
        }
    }

    /** Runs until the ledger is out of use, which ends all waiters and loses all permits. */
    private void keep() {
        try {
            keepOn();
        } catch (TurnstileUnusableException | DamagedException unusable) {
            started.set(false);
            precious.forEach(this::tell); // before a leaving waiter can forget its permit
            waiters.removeIf(waiter -> {
                waiter.fail(unusable);
                return true;
            });
        }
    }

    @SuppressWarnings("InfiniteLoopStatement") // a daemon thread
    private void keepOn() {
        Bell bell = open.store().bell(0);
        long looked = System.nanoTime();
        while (true) {
            bell.quiet();
            open.store().checkUsable();
            serve();
            bell.sleep(nap());
            long now = System.nanoTime();
            if (!waiters.isEmpty() && now - looked >= LedgerWaiting.LOOK_NANOS) {
                looked = now;
                open.clearUp();
            }
        }
    }

    private long nap() {
        if (!waiters.isEmpty()) {
            return LedgerWaiting.LOOK_NANOS;
        }
        return precious.isEmpty() ? FOR_LONG : SOON;
    }

    private void serve() {
        if (!waiters.isEmpty()) {
            Set<Long> still = open.inspect(this::waiting);
            waiters.removeIf(waiter -> {
                if (!still.contains(RequestWord.id(waiter.process.who()))) {
                    waiter.look(open.cells());
                }
                return waiter.hasEnded();
            });
        }
        precious.forEach((permit, tasks) -> {
            if (permit.isInDanger()) {
                tell(permit, tasks);
            }
        });
    }

    private void tell(LedgerPermit permit, List<Runnable> tasks) {
        if (precious.remove(permit, tasks)) {
            tasks.forEach(Thread.ofVirtual()::start);
        }
    }

    /** Returns the requests of this process that wait to enter or to leave. */
    private Set<Long> waiting(Ledger ledger) {
        Set<Long> still = new HashSet<>();
        for (int entry = 0; entry < ledger.entries(); entry++) {
            if (open.isOwn(ledger.who(entry)) && (entry >= ledger.inside() || ledger.wantsOut(entry))) {
                still.add(RequestWord.id(ledger.who(entry)));
            }
        }
        return still;
    }
}
