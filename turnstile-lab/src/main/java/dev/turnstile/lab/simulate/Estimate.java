package dev.turnstile.lab.simulate;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * What several runs say of a metric: the mean, and how far off it may be.
 *
 * <pre>{@code
 * Estimate estimate = Estimate.of(4.1, 4.3, 4.2);
 * }</pre>
 *
 * @param mean of the runs
 * @param halfWidth of the interval around it that has the true mean with a confidence of 95 per cent, by Student's t
 *     over the runs; no number where there is one run only
 */
public record Estimate(double mean, double halfWidth) {
    private static final double UPPER = 0.975;

    /** From one value of each run. */
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
