package dev.turnstile.driver.threads;

import dev.turnstile.Permit;
import dev.turnstile.SemaphoreView;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Keeps the permits that were acquired by count, until as many are released by count. */
final class Semaphores implements SemaphoreView {
    private final ThreadTurnstile gate;
    private final Deque<Seat> held = new ArrayDeque<>(); // guarded by itself
    private int units; // of all held

    Semaphores(ThreadTurnstile gate) {
        this.gate = gate;
    }

    private void hold(Permit permit) {
        synchronized (held) {
            held.push((Seat) permit);
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
            throw new IllegalArgumentException("at least 1 must be released, not " + permits);
        }
        take(permits).forEach(Seat::close);
    }

    private List<Seat> take(int permits) {
        synchronized (held) {
            if (permits > units) {
                throw new IllegalStateException(permits + " to release, but only " + units
                        + " are held through this view of '" + gate.name() + "'");
            }
            List<Seat> taken = new ArrayList<>();
            int missing = permits;
            while (missing > 0) {
                Seat top = held.peek();
                Seat part = top.units() > missing ? top.split(missing) : held.pop();
                taken.add(part);
                missing -= part.units();
            }
            units -= permits;
            return taken;
        }
    }

    @Override
    public int availablePermits() {
        return gate.free();
    }

    @Override
    public int drainPermits() {
        for (int wanted = gate.free(); wanted > 0; wanted = gate.free()) {
            if (tryAcquire(wanted)) {
                return wanted;
            }
        }
        return 0;
    }

    @Override
    public int getQueueLength() {
        return gate.queueLength();
    }
}
