package dev.turnstile.cli.render;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Reports how many runs have finished, if they take long: on a terminal in one line that is rewritten, otherwise in a
 * line now and then. A separate thread writes, because one run may take long.
 */
public final class RunCounter implements AutoCloseable {
    private static final String LINE_CLEARED = "\r\u001b[K";

    private final PrintWriter err;
    private final int all;
    private final Progress.Manner manner =
            Terminal.isStandardError() ? Progress.Manner.OF_TERMINAL : Progress.Manner.OF_FILE;
    private final long start = System.nanoTime();
    private final CountDownLatch over = new CountDownLatch(1);
    private volatile int done;
    private volatile boolean written;

    public RunCounter(PrintWriter err, int all) {
        this.err = err;
        this.all = all;
    }

    public RunCounter started() {
        Thread.ofPlatform().daemon().name("progress").start(this::report);
        return this;
    }

    public void at(int count) {
        done = count;
    }

    private void report() {
        Duration wait = manner.first();
        while (!isOverWithin(wait)) {
            long seconds = Duration.ofNanos(System.nanoTime() - start).toSeconds();
            String line = done + " of " + all + " runs, " + seconds + " s";
            err.print(manner.rewriting() ? LINE_CLEARED + line : line + System.lineSeparator());
            err.flush();
            written = true;
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

    @Override
    public void close() {
        over.countDown();
        if (written && manner.rewriting()) {
            err.print(LINE_CLEARED);
            err.flush();
        }
    }
}
