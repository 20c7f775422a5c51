package dev.turnstile.cli.render;

import dev.turnstile.lab.explore.Check;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Reports the progress of a long search, and nothing of a short one. A separate thread writes, because the search
 * reports only when it has finished a batch, and a batch may take long.
 */
public final class Progress implements Check.Listener, AutoCloseable {
    private static final String LINE_CLEARED = "\r\u001b[K";

    private final PrintWriter err;
    private final Manner manner;
    private final long start = System.nanoTime();
    private final CountDownLatch over = new CountDownLatch(1);
    private final Thread reporter =
            Thread.ofPlatform().daemon().name("progress").unstarted(this::report);
    private volatile Point last = new Point(0, 0, 0, 0);
    private volatile boolean judging; // all states have been explored
    private boolean written; // guarded by this

    /** The last report of the search. */
    public record Point(long states, long transitions, int depth, long nanos) {}

    /** When to write, and whether to overwrite the previous line. */
    record Manner(boolean rewriting, Duration first, Duration interval) {
        static final Manner OF_TERMINAL = new Manner(true, Duration.ofSeconds(2), Duration.ofSeconds(1));
        static final Manner OF_FILE = new Manner(false, Duration.ofSeconds(10), Duration.ofSeconds(10));
    }

    Progress(PrintWriter err, Manner manner) {
        this.err = err;
        this.manner = manner;
    }

    /** Starts reporting, in the manner that suits standard error: a terminal, or a file. */
    public static Progress on(PrintWriter err) {
        return new Progress(err, Terminal.isStandardError() ? Manner.OF_TERMINAL : Manner.OF_FILE).started();
    }

    Progress started() {
        reporter.start();
        return this;
    }

    @Override
    public void at(long states, long transitions, int depth, long nanos) {
        last = new Point(states, transitions, depth, nanos);
    }

    @Override
    public void judging() {
        judging = true;
    }

    public Point last() {
        return last;
    }

    private void report() {
        Duration wait = manner.first();
        while (!isOverWithin(wait)) {
            write();
            wait = manner.interval();
        }
    }

    private boolean isOverWithin(Duration wait) {
        try {
            return over.await(wait.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException _) { // never happens; stopping would be right
            return true;
        }
    }

    private synchronized void write() {
        if (over.getCount() > 0) {
            err.print(manner.rewriting() ? LINE_CLEARED + line() : line() + System.lineSeparator());
            err.flush();
            written = true;
        }
    }

    private String line() {
        Point point = last;
        if (judging) {
            return HumanFormat.count(point.states(), "state") + ", all explored; checking the runs through them, "
                    + Duration.ofNanos(System.nanoTime() - start).toSeconds() + " s";
        }
        long perSecond = Math.round(point.states() / Math.max(1e-9, point.nanos() / 1e9));
        long seconds = Duration.ofNanos(System.nanoTime() - start).toSeconds();
        return String.join(
                ", ",
                HumanFormat.count(point.states(), "state"),
                "depth " + point.depth(),
                HumanFormat.count(perSecond) + " states per second",
                seconds + " s");
    }

    /** Stops reporting, and clears the line on a terminal. */
    @Override
    public synchronized void close() {
        over.countDown();
        if (written && manner.rewriting()) {
            err.print(LINE_CLEARED);
            err.flush();
        }
    }
}
