package dev.turnstile.bench;

import java.util.List;
import java.util.Locale;

/** What repeated measurements gave. */
public record Spread(double median, double min, double max) {
    /** Of one or more values. */
    public static Spread of(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        int size = sorted.size();
        double median = (sorted.get((size - 1) / 2) + sorted.get(size / 2)) / 2;
        return new Spread(median, sorted.getFirst(), sorted.getLast());
    }

    /** In thousands, without decimals. */
    public String thousands() {
        return String.format(Locale.ROOT, "%.0f (%.0f-%.0f)", median / 1000, min / 1000, max / 1000);
    }

    /** As a factor. */
    public String times() {
        return String.format(Locale.ROOT, "%.2f (%.2f-%.2f)", median, min, max);
    }
}
