package dev.turnstile.cli.operate;

import dev.turnstile.Permit;
import dev.turnstile.PermitLostException;
import java.time.Duration;
import java.util.Optional;

/** Lets a command that holds a permit of a window be stopped only when the floor allows it. */
final class Departure implements AutoCloseable {
    private final Permit permit;
    private final Runnable waits;
    private Optional<Thread> thread = Optional.empty(); // guarded by this

    /** The task is run if the command has to wait. */
    Departure(Permit permit, Runnable waits) {
        this.permit = permit;
        this.waits = waits;
    }

    /** Runs the task as soon as the holder may stop, on another thread. Called once. */
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
            stop.run(); // there is no place to keep
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    /** The command has ended: nothing waits any more. */
    @Override
    public void close() {
        Optional<Thread> departing;
        synchronized (this) {
            departing = thread;
        }
        departing.ifPresent(Departure::end);
    }

    /** Interrupts a thread, and waits until it has ended. */
    static void end(Thread thread) {
        thread.interrupt();
        try {
            thread.join();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
