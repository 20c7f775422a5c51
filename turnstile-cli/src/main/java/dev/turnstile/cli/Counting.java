package dev.turnstile.cli;

import java.io.PrintWriter;

/** Tells how many of so many runs are over: on a terminal in one line that is rewritten, else now and then. */
final class Counting implements AutoCloseable {
    private static final String LINE_CLEARED = "\r\u001b[K";
    private static final long FIRST_NANOS = 2_000_000_000L;
    private static final long INTERVAL_NANOS = 10_000_000_000L;

    private final PrintWriter err;
    private final int all;
    private final boolean terminal = Terminal.isStandardError();
    private boolean told;
    private long next = System.nanoTime() + FIRST_NANOS;

    Counting(PrintWriter err, int all) {
        this.err = err;
        this.all = all;
    }

    void at(int done) {
        if (System.nanoTime() - next > 0) {
            String line = done + " of " + all + " runs";
            err.print(terminal ? LINE_CLEARED + line : line + System.lineSeparator());
            err.flush();
            told = true;
            next = System.nanoTime() + (terminal ? 0 : INTERVAL_NANOS);
        }
    }

    @Override
    public void close() {
        if (terminal && told) {
            err.print(LINE_CLEARED);
            err.flush();
        }
    }
}
