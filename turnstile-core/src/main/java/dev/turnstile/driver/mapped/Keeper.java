package dev.turnstile.driver.mapped;

import dev.turnstile.algorithm.ledger.Ledger;
import dev.turnstile.algorithm.ledger.Who;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The one thread of a process that sleeps on behalf of the others: of virtual threads, whose carrier it would keep, of
 * futures, and of permits whose holders want to hear when they are lost. It starts when first needed.
 */
final class Keeper {
    private static final long FOR_LONG = 60_000_000_000L;

    private final LedgerDoor door;
    private final Set<Waiter> waiters = ConcurrentHashMap.newKeySet();
    private final Map<MappedPermit, Runnable> precious = new ConcurrentHashMap<>();
    private final AtomicBoolean started = new AtomicBoolean();

    Keeper(LedgerDoor door) {
        this.door = door;
    }

    /** Looks after one who waits, until it has ended. */
    void add(Waiter waiter) {
        waiters.add(waiter);
        lookAgain();
    }

    /** Runs the task when the permit is lost, or its holder is asked to leave. */
    void watch(MappedPermit permit, Runnable task) {
        precious.put(permit, task);
        lookAgain();
    }

    void forget(MappedPermit permit) {
        precious.remove(permit);
    }

    private void lookAgain() {
        if (started.compareAndSet(false, true)) {
            Thread.ofPlatform()
                    .daemon()
                    .name("turnstile-keeper-" + door.file().path().getFileName())
                    .start(this::keep);
        } else {
            door.bell(0).ring();
        }
    }

    @SuppressWarnings("InfiniteLoopStatement") // a daemon
    private void keep() {
        Bell bell = door.bell(0);
        while (true) {
            bell.quiet();
            serve();
            long before = System.nanoTime();
            bell.sleep(waiters.isEmpty() ? FOR_LONG : Patiently.LOOK_NANOS);
            if (!waiters.isEmpty() && System.nanoTime() - before >= Patiently.LOOK_NANOS) {
                door.clearUp();
            }
        }
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
        precious.forEach((permit, task) -> {
            if (permit.isInDanger() && precious.remove(permit, task)) {
                Thread.ofVirtual().start(task);
            }
        });
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
