package dev.turnstile.lab.figures;

import static dev.turnstile.lab.figures.Bulgannawar.BUSY;
import static dev.turnstile.lab.figures.Bulgannawar.E;
import static dev.turnstile.lab.figures.Bulgannawar.K;
import static dev.turnstile.lab.figures.Bulgannawar.N;
import static dev.turnstile.lab.figures.Bulgannawar.RATES;

import dev.turnstile.lab.simulate.Costs;
import dev.turnstile.lab.simulate.Metric;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.DoublePredicate;
import java.util.function.DoubleUnaryOperator;

/**
 * Claims of bulgannawar-1995, each beside its measurement. "Ours" in a claim is the paper's forest, as printed, with
 * random tokens unless the claim is about the heuristic.
 */
abstract class Claims {
    static final String RANDOM = "forest-as-printed";
    static final String HEURISTIC = "forest-as-printed:token=last-seen";
    static final String RAYMOND = "raymond";
    static final String SRIMANI = "srimani-reddy";
    static final String MAKKI = "makki-timed";
    static final List<String> OTHERS = List.of(RAYMOND, SRIMANI, MAKKI);
    static final List<String> ALL = List.of(RANDOM, HEURISTIC, RAYMOND, SRIMANI, MAKKI);
    static final Costs HALF_BUSY = new Costs(0.05, 0.05, 0.9);
    static final List<Double> SOME_RATES = List.of(0.01, 0.1, 1.0, 10.0);
    static final double LOW = 0.001;
    static final double LARGE = 1; // from here on, all nodes wait for each other
    static final double HIGH = 10;
    static final double SAME = 0.05; // relative; differences up to this count as "the same"
    static final double ABOUT = 0.10; // relative; differences up to this count as "about"

    final Measurements measured;
    private final List<List<String>> rows = new ArrayList<>();

    Claims(Measurements measured) {
        this.measured = measured;
    }

    /** Requests the simulations needed beyond those of the figures. */
    abstract void ask();

    /** Judges every claim, after the simulations. */
    abstract void judge();

    final List<List<String>> rows() {
        rows.clear();
        judge();
        return List.copyOf(rows);
    }

    /** Adds one row. The remark states how the claim was read, or why it does not hold. */
    final void claim(String where, String says, String found, boolean agrees, String remark) {
        rows.add(List.of(where, says, found, agrees ? "yes" : "no", remark));
    }

    static Measurements.Run single(String algorithm) {
        return new Measurements.Run(algorithm, N, 1, BUSY, E, HIGH);
    }

    static Measurements.Run longer(String algorithm, double rate) {
        return new Measurements.Run(algorithm, N, K, BUSY, 1, rate);
    }

    final double delay(String algorithm, Costs costs, double rate) {
        return mean(Bulgannawar.run(algorithm, costs, rate), Metric.DELAY);
    }

    final double delay(String algorithm, double rate) {
        return delay(algorithm, BUSY, rate);
    }

    final double messages(String algorithm, Costs costs, double rate) {
        return mean(Bulgannawar.run(algorithm, costs, rate), Metric.MESSAGES);
    }

    final double messages(String algorithm, double rate) {
        return messages(algorithm, BUSY, rate);
    }

    final double words(String algorithm, double rate) {
        return mean(Bulgannawar.run(algorithm, BUSY, rate), Metric.WORDS_PER_MESSAGE);
    }

    final double mean(Measurements.Run run, Metric metric) {
        return measured.of(run, metric).mean();
    }

    static long count(DoublePredicate holds) {
        return RATES.stream().filter(holds::test).count();
    }

    static double average(DoubleUnaryOperator of) {
        return RATES.stream().mapToDouble(of::applyAsDouble).average().orElseThrow();
    }

    static double least(DoubleUnaryOperator of) {
        return RATES.stream().mapToDouble(of::applyAsDouble).min().orElseThrow();
    }

    static double most(DoubleUnaryOperator of) {
        return RATES.stream().mapToDouble(of::applyAsDouble).max().orElseThrow();
    }

    static boolean isNear(double found, double expected, double relative) {
        return Math.abs(found / expected - 1) <= relative;
    }

    @SuppressWarnings("AnnotateFormatMethod") // all formats are literals, and a test formats each of them
    static String say(String format, Object... arguments) {
        return String.format(Locale.ROOT, format, arguments);
    }
}
