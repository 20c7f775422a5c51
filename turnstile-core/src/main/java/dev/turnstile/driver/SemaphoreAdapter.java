package dev.turnstile.driver;

import dev.turnstile.LimitExceededException;
import dev.turnstile.Permit;
import dev.turnstile.SemaphoreView;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The semaphore view of a turnstile. It keeps the permits that were acquired by count until they are released by count.
 */
final class SemaphoreAdapter implements SemaphoreView {
    private final AbstractTurnstile<?> gate;
    private final Deque<AbstractPermit> held = new ArrayDeque<>(); // guarded by itself
    private int units; // of all held

    /** Constructs a view of a turnstile whose permits are all {@link AbstractPermit}s. */
    SemaphoreAdapter(AbstractTurnstile<?> gate) {
        this.gate = gate;
    }

    private void hold(Permit permit) {
        synchronized (held) {
            held.push((AbstractPermit) permit);
            units += permit.units();
        }
    }

    private boolean hold(Optional<Permit> permit) {
        permit.ifPresent(this::hold);
        return permit.isPresent();
    }

    @Override
    public void acquire(int permits) throws InterruptedException {
        hold(gate.acquire(permits));
    }

    @Override
    public void acquireUninterruptibly(int permits) {
        hold(gate.acquireUninterruptibly(permits));
    }

    @Override
    public boolean tryAcquire(int permits) {
        return hold(gate.tryAcquire(permits));
    }

    @Override
    public boolean tryAcquire(int permits, long timeout, TimeUnit unit) throws InterruptedException {
        return hold(gate.tryAcquire(permits, timeout, unit));
    }

    @Override
    public void release(int permits) {
        if (permits < 1) {
            throw new IllegalArgumentException("permits must be at least 1, not " + permits);
        }
        synchronized (held) {
            if (permits > units) {
                throw new IllegalStateException("cannot release " + permits + (permits == 1 ? " unit" : " units")
                        + ": this view of '" + gate.name() + "' holds " + units);
            }
            units -= permits;
            releaseUnits(permits).ifPresent(failure -> {
                throw failure;
            });
        }
    }

    /**
     * Gives back as much as possible. Returns one exception for all the permits that could not be given back because
     * they were lost.
     */
    private Optional<RuntimeException> releaseUnits(int permits) {
        Optional<RuntimeException> failed = Optional.empty();
        int missing = permits;
        while (missing > 0) {
            AbstractPermit top = held.pop();
            int part = Math.min(missing, top.units());
            missing -= part;
            try {
                if (part < top.units()) {
                    held.push(top);
                    top.releasePart(part);
                } else {
                    top.close();
                }
            } catch (RuntimeException failure) {
                failed.ifPresent(first -> first.addSuppressed(failure));
                failed = failed.or(() -> Optional.of(failure));
            }
        }
        return failed;
    }

    @Override
    public int availablePermits() {
        return gate.free();
    }

    @Override
    public int drainPermits() {
        int drained = 0;
        for (int free = availablePermits(); free > 0; free = availablePermits()) {
            int wanted = Math.min(free, gate.unitsMax());
            try {
                drained += tryAcquire(wanted) ? wanted : 0;
            } catch (LimitExceededException lowered) {
                // lowered since availablePermits: look again
            } catch (IllegalStateException refused) { // closed, or too many participants
                if (drained == 0) {
                    throw refused;
                }
                return drained;
            }
        }
        return drained;
    }

    @Override
    public boolean isFair() {
        return gate.isFair();
    }

    @Override
    public int getQueueLength() {
        return gate.queueLength();
    }
}
