package dev.turnstile.cli.operate;

import dev.turnstile.Permit;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Stops a command before the deadline of its permit passes, if the store does not answer. The command gets TERM at two
 * thirds of the lease, and KILL at five sixths, counted from the last heartbeat that was answered. So nothing of it
 * runs any more when another process can get its units.
 */
final class DeadlineWatch implements AutoCloseable {
    private static final long LOOKS_PER_LEASE = 60;

    /** Stops the command: TERM now, KILL after this time. */
    interface Stop {
        void stop(Duration grace);
    }

    private final Permit permit;
    private final Duration lease;
    private final Stop stop;
    private final Thread thread;
    private volatile boolean stopped;

    private DeadlineWatch(Permit permit, Duration lease, Stop stop) {
        this.permit = permit;
        this.lease = lease;
        this.stop = stop;
        thread = Thread.ofPlatform().daemon().name("turnstile-deadline-watch").unstarted(this::watch);
    }

    /** Begins to watch. Does nothing if the permit has no deadline. */
    static DeadlineWatch begin(Permit permit, Duration lease, Stop stop) {
        DeadlineWatch watch = new DeadlineWatch(permit, lease, stop);
        if (permit.deadline().isPresent()) {
            watch.thread.start();
        }
        return watch;
    }

    /** Returns true if the command was stopped. */
    boolean hasStopped() {
        return stopped;
    }

    private void watch() {
        Duration margin = lease.dividedBy(50).compareTo(Duration.ofMillis(100)) > 0
                ? lease.dividedBy(50)
                : Duration.ofMillis(100);
        Duration left = lease.dividedBy(3).minus(margin);
        try {
            while (true) {
                Optional<Instant> deadline = permit.deadline();
                if (deadline.isEmpty()
                        || !Duration.between(Instant.now(), deadline.get())
                                .minus(left)
                                .isPositive()) {
                    stopped = true;
                    stop.stop(lease.dividedBy(6));
                    return;
                }
                Thread.sleep(lease.toMillis() / LOOKS_PER_LEASE);
            }
        } catch (InterruptedException ended) {
            // the command has ended
        }
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
