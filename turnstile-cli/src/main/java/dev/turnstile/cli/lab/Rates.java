package dev.turnstile.cli.lab;

import java.util.ArrayList;
import java.util.List;

/**
 * Parses rates: one, several separated by commas, or a range such as 0.001..10, which stands for 0.001, 0.002, 0.005,
 * 0.01, .. 10.
 */
final class Rates {
    private static final String ALLOWED =
            "one rate (0.1), several (0.01,0.1,1) or a range (0.001..10), all more than 0";
    private static final double[] STEPS = {1, 2, 5};
    private static final double CLOSE = 1e-9;

    private Rates() {}

    static List<Double> parse(String text) {
        int dots = text.indexOf("..");
        if (dots < 0) {
            return List.of(text.split(",", -1)).stream().map(Rates::number).toList();
        }
        double from = number(text.substring(0, dots));
        double to = number(text.substring(dots + 2));
        if (from > to) {
            throw new IllegalArgumentException(
                    "--rate: the range '" + text + "' runs backwards; give the smaller rate first");
        }
        return range(from, to);
    }

    /** Returns both ends, and 1, 2 and 5 times every power of ten in between. */
    private static List<Double> range(double from, double to) {
        List<Double> rates = new ArrayList<>(List.of(from));
        for (int power = (int) Math.floor(Math.log10(from)); power <= Math.log10(to); power++) {
            for (double step : STEPS) {
                double rate = Double.parseDouble((int) step + "e" + power);
                if (rate > from * (1 + CLOSE) && rate < to * (1 - CLOSE)) {
                    rates.add(rate);
                }
            }
        }
        if (to > from) {
            rates.add(to);
        }
        return rates;
    }

    private static double number(String text) {
        double rate;
        try {
            rate = Double.parseDouble(text.strip());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("--rate: '" + text + "' is not a number; allowed: " + ALLOWED, e);
        }
        if (!(rate > 0) || Double.isInfinite(rate)) {
            throw new IllegalArgumentException("--rate: " + text + " is not more than 0; allowed: " + ALLOWED);
        }
        return rate;
    }
}
