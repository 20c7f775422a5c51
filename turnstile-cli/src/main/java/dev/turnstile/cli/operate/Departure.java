package dev.turnstile.cli.operate;

import dev.turnstile.Permit;
import dev.turnstile.PermitLostException;
import java.time.Duration;
import java.util.Optional;

/** Delays stopping a command that holds a permit of a window until the floor allows it. */
final class Departure implements AutoCloseable {
    private final Permit permit;
    private final Runnable waits;
    private Optional<Thread> thread = Optional.empty(); // guarded by this

    /** Creates a departure that runs the task if the command has to wait. */
    Departure(Permit permit, Runnable waits) {
        this.permit = permit;
        this.waits = waits;
    }

    /** Runs the task on another thread as soon as the holder may stop. Must be called at most once. */
    synchronized void begin(Runnable stop) {
        thread = Optional.of(Thread.ofPlatform().daemon().name("departure").start(() -> depart(stop)));
    }

    private void depart(Runnable stop) {
        try {
            if (!permit.tryStartRelease(Duration.ZERO)) {
                waits.run();
                permit.startRelease();
            }
            stop.run();
        } catch (PermitLostException lost) {
            stop.run(); // the floor no longer depends on this permit
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ends the wait, if there is one: the command has ended. */
    @Override
    public void close() {
        Optional<Thread> departing;
        synchronized (this) {
            departing = thread;
        }
        departing.ifPresent(Departure::end);
    }

    /** Interrupts a thread and waits until it has ended. */
    static void end(Thread thread) {
        thread.interrupt();
        try {
            thread.join();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
