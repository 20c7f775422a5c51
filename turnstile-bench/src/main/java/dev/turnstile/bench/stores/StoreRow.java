package dev.turnstile.bench.stores;

import dev.turnstile.bench.Spread;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** One row of the table: one value per round. */
final class StoreRow {
    private final String what;
    private final Contender.Kind who;
    private final List<Double> values = new ArrayList<>();
    private final List<Double> fairness = new ArrayList<>();
    private final List<Double> writes = new ArrayList<>();

    StoreRow(String what, Contender.Kind who) {
        this.what = what;
        this.who = who;
    }

    String what() {
        return what;
    }

    boolean isSubject() {
        return who == Contender.Kind.TURNSTILE;
    }

    void add(double value) {
        values.add(value);
    }

    /** Adds one round with its fewest passes divided by its most, and its writing transactions per pass. */
    void add(double value, double fewestOverMost, double writesPerPass) {
        add(value);
        fairness.add(fewestOverMost);
        writes.add(writesPerPass);
    }

    /** Forgets what was measured so far. */
    void clear() {
        values.clear();
        fairness.clear();
        writes.clear();
    }

    /** Returns the row as a line of the table, compared with the subject of the same measurement. */
    String show(StoreRow subject) {
        Spread spread = Spread.of(values);
        List<Double> ratios = IntStream.range(0, values.size())
                .mapToObj(round -> subject.values.get(round) / values.get(round))
                .toList();
        return String.format(
                Locale.ROOT,
                "| %-33s | %-14s | %-20s | %-18s | %-12s | %-11s |",
                what,
                who.label(),
                String.format(Locale.ROOT, "%.0f (%.0f-%.0f)", spread.median(), spread.min(), spread.max()),
                isSubject() ? "1" : Spread.of(ratios).times(),
                median(fairness),
                median(writes));
    }

    private static String median(List<Double> values) {
        return values.isEmpty()
                ? "-"
                : String.format(Locale.ROOT, "%.2f", Spread.of(values).median());
    }
}
