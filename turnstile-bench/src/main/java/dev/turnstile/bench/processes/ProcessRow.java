package dev.turnstile.bench.processes;

import java.io.IOException;
import java.util.Locale;

/**
 * One row of the table, measured once per round.
 *
 * @param what the measurement, with its unit; rows with the same measurement are compared
 * @param who the subject or peer measured
 * @param measure takes one measurement
 * @param series the measured values
 * @param fairness the fewest passes of a process divided by the most; NaN if there is only one process
 */
record ProcessRow(String what, String who, Measure measure, Series series, Series fairness) {
    /** The name of the subject, with which the peers are compared. */
    static final String SUBJECT = "Turnstile";

    /** The outcome of one round. */
    record Found(double value, double fairness) {
        static Found of(double value) {
            return new Found(value, Double.NaN);
        }
    }

    /** A measurement. */
    @FunctionalInterface
    interface Measure {
        /** Measures one round. */
        Found once() throws IOException, InterruptedException;
    }

    ProcessRow(String what, String who, Measure measure) {
        this(what, who, measure, new Series(), new Series());
    }

    void measureOnce() throws IOException, InterruptedException {
        Found found = measure.once();
        series.add(found.value());
        fairness.add(found.fairness());
    }

    boolean isSubject() {
        return who.equals(SUBJECT);
    }

    /** Returns the row as a line of the table, compared with the subject of the same measurement. */
    String show(ProcessRow subject) {
        return String.format(
                Locale.ROOT,
                "| %-32s | %-22s | %-27s | %-24s | %-16s |",
                what,
                who,
                series.show(),
                isSubject() ? "1" : subject.series.over(series).show(),
                Double.isNaN(fairness.median()) ? "-" : fairness.show());
    }
}
