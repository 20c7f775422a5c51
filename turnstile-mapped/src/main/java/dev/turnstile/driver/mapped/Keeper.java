package dev.turnstile.driver.mapped;

import dev.turnstile.TurnstileUnusableException;
import dev.turnstile.algorithm.ledger.DamagedException;
import dev.turnstile.algorithm.ledger.Ledger;
import dev.turnstile.algorithm.ledger.Who;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

/**
 * The one thread of a process that sleeps on behalf of the others: of virtual threads, whose carrier it would keep, of
 * futures, and of permits whose holders want to hear when they are lost. It starts when first needed.
 */
final class Keeper {
    private static final long FOR_LONG = 60_000_000_000L;
    private static final long SOON = 1_000_000_000;

    private final LedgerDoor door;
    private final Set<Waiter> waiters = ConcurrentHashMap.newKeySet();
    private final Map<MappedPermit, List<Runnable>> precious = new ConcurrentHashMap<>();
    private final AtomicBoolean started = new AtomicBoolean();

    Keeper(LedgerDoor door) {
        this.door = door;
    }

    /** Looks after one who waits, until it has ended. */
    void add(Waiter waiter) {
        waiters.add(waiter);
        try {
            lookAgain();
        } catch (RuntimeException | Error noThread) {
            waiters.remove(waiter);
            waiter.withdraw(door.cells());
            throw noThread;
        }
    }

    /** Runs the task, on a thread of its own, when the permit is lost, or its holder is asked to leave. */
    void watch(MappedPermit permit, Runnable task) {
        precious.merge(
                permit,
                List.of(task),
                (some, more) -> Stream.concat(some.stream(), more.stream()).toList());
        lookAgain();
    }

    void forget(MappedPermit permit) {
        precious.remove(permit);
    }

    private void lookAgain() {
        if (started.compareAndSet(false, true)) {
            start();
        } else {
            door.bell(0).ring();
        }
    }

    private void start() {
        boolean running = false;
        try {
            Thread.ofPlatform()
                    .daemon()
                    .name("turnstile-keeper-" + door.file().path().getFileName())
                    .start(this::keep);
            running = true;
        } finally {
            started.set(running);
        }
    }

    /** Until the file is out of use, which ends all waiters and loses all permits. */
    private void keep() {
        try {
            keepOn();
        } catch (TurnstileUnusableException | DamagedException unusable) {
            started.set(false);
            precious.forEach(this::tell); // before a waiter that leaves may forget its permit
            waiters.removeIf(waiter -> {
                waiter.fail(unusable);
                return true;
            });
        }
    }

    @SuppressWarnings("InfiniteLoopStatement") // a daemon
    private void keepOn() {
        Bell bell = door.bell(0);
        long looked = System.nanoTime();
        while (true) {
            bell.quiet();
            door.checkName();
            serve();
            bell.sleep(nap());
            long now = System.nanoTime();
            if (!waiters.isEmpty() && now - looked >= Patiently.LOOK_NANOS) {
                looked = now;
                door.clearUp();
            }
        }
    }

    private long nap() {
        if (!waiters.isEmpty()) {
            return Patiently.LOOK_NANOS;
        }
        return precious.isEmpty() ? FOR_LONG : SOON;
    }

    private void serve() {
        if (!waiters.isEmpty()) {
            Set<Long> still = door.look(this::waiting);
            waiters.removeIf(waiter -> {
                if (!still.contains(Who.id(waiter.process.who()))) {
                    waiter.look(door.cells());
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

    private void tell(MappedPermit permit, List<Runnable> tasks) {
        if (precious.remove(permit, tasks)) {
            tasks.forEach(Thread.ofVirtual()::start);
        }
    }

    /** Those of this process who wait, to enter or to leave. */
    private Set<Long> waiting(Ledger ledger) {
        Set<Long> still = new HashSet<>();
        for (int entry = 0; entry < ledger.entries(); entry++) {
            if (door.isOwn(ledger.who(entry)) && (entry >= ledger.inside() || ledger.wantsOut(entry))) {
                still.add(Who.id(ledger.who(entry)));
            }
        }
        return still;
    }
}
