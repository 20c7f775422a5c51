package dev.turnstile.lab.simulate;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The estimate of a metric from several runs: the mean and its confidence interval.
 *
 * <pre>{@code
 * Estimate estimate = Estimate.of(4.1, 4.3, 4.2);
 * estimate.mean();           // 4.2
 * estimate.halfWidth();      // 0.25, rounded
 * }</pre>
 *
 * @param mean the mean over the runs
 * @param halfWidth half the width of the 95 per cent confidence interval, by Student's t over the runs; NaN for a
 *     single run
 */
public record Estimate(double mean, double halfWidth) {
    private static final double UPPER = 0.975;

    /** Returns the estimate from one value per run. */
    public static Estimate of(double... values) {
        double mean = Arrays.stream(values).sum() / values.length;
        if (values.length < 2) {
            return new Estimate(mean, Double.NaN);
        }
        double squares = Arrays.stream(values)
                .map(value -> (value - mean) * (value - mean))
                .sum();
        double error = Math.sqrt(squares / (values.length - 1) / values.length);
        return new Estimate(mean, error * TDistribution.of(values.length - 1).inverseCumulativeProbability(UPPER));
    }
}
