package dev.turnstile.bench;

import java.util.List;
import java.util.Locale;

/** The median, minimum and maximum of repeated measurements. */
public record Spread(double median, double min, double max) {
    /** Returns the spread of one or more values. */
    public static Spread of(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        int size = sorted.size();
        double median = (sorted.get((size - 1) / 2) + sorted.get(size / 2)) / 2;
        return new Spread(median, sorted.getFirst(), sorted.getLast());
    }

    /** Formats the spread in thousands, without decimals. */
    public String thousands() {
        return String.format(Locale.ROOT, "%.0f (%.0f-%.0f)", median / 1000, min / 1000, max / 1000);
    }

    /** Formats the spread as factors. */
    public String times() {
        return String.format(Locale.ROOT, "%.2f (%.2f-%.2f)", median, min, max);
    }
}
