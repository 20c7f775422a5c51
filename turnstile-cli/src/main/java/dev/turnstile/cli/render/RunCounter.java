package dev.turnstile.cli.render;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Tells how many of so many runs are over, but nothing of short ones: on a terminal in one line that is rewritten, else
 * now and then. A thread of its own writes: one run may take long.
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
    private volatile boolean told;

    public RunCounter(PrintWriter err, int all) {
        this.err = err;
        this.all = all;
    }

    public RunCounter started() {
        Thread.ofPlatform().daemon().name("progress").start(this::tell);
        return this;
    }

    public void at(int count) {
        done = count;
    }

    private void tell() {
        Duration wait = manner.first();
        while (!isOverWithin(wait)) {
            long seconds = Duration.ofNanos(System.nanoTime() - start).toSeconds();
            String line = done + " of " + all + " runs, " + seconds + " s";
            err.print(manner.rewriting() ? LINE_CLEARED + line : line + System.lineSeparator());
            err.flush();
            told = true;
            wait = manner.interval();
        }
    }

    private boolean isOverWithin(Duration wait) {
        try {
            return over.await(wait.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException _) { // nobody does; to stop would be the answer
            return true;
        }
    }

    @Override
    public void close() {
        over.countDown();
        if (told && manner.rewriting()) {
            err.print(LINE_CLEARED);
            err.flush();
        }
    }
}
