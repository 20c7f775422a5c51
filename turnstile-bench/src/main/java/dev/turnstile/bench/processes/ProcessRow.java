package dev.turnstile.bench.processes;

import java.io.IOException;
import java.util.Locale;

/**
 * One row of the table: something that is measured once a round.
 *
 * @param what what is measured, with its unit; rows of the same are compared
 * @param who who does it
 * @param measure measures it once
 * @param series what was measured
 * @param fairness of the passes per process, the fewest divided by the most; empty where there is one process
 */
record ProcessRow(String what, String who, Measure measure, Series series, Series fairness) {
    /** Who the others are compared with. */
    static final String SUBJECT = "Turnstile";

    /** What one round finds. */
    record Found(double value, double fairness) {
        static Found of(double value) {
            return new Found(value, Double.NaN);
        }
    }

    /** Measures once. */
    @FunctionalInterface
    interface Measure {
        /** One round. */
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

    /** As a line of the table, beside the subject of the same measurement. */
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
