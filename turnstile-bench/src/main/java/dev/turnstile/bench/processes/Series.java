package dev.turnstile.bench.processes;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The values of one row, one per round. */
final class Series {
    private final List<Double> values = new ArrayList<>();

    void add(double value) {
        values.add(value);
    }

    /** Returns the ratios of this series to another, round by round. */
    Series over(Series other) {
        Series ratios = new Series();
        for (int round = 0; round < values.size(); round++) {
            ratios.add(values.get(round) / other.values.get(round));
        }
        return ratios;
    }

    double median() {
        List<Double> sorted = sorted();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }

    /** Formats the series as median (min-max). */
    String show() {
        List<Double> sorted = sorted();
        String format = median() < 0.095 ? "%.4f" : median() < 100 ? "%.2f" : "%.0f";
        return String.format(
                Locale.ROOT,
                format + " (" + format + "-" + format + ")",
                median(),
                sorted.getFirst(),
                sorted.getLast());
    }

    private List<Double> sorted() {
        return values.stream().sorted().toList();
    }
}
