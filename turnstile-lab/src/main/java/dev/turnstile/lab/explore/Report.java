package dev.turnstile.lab.explore;

import java.time.Duration;

/**
 * The outcome of a check and its cost.
 *
 * <pre>{@code
 * System.out.println(report.verdict() + " after " + report.states() + " states");
 * }</pre>
 *
 * @param verdict the result
 * @param states the number of distinct configurations seen
 * @param transitions the number of moves made, including those to a configuration already seen
 * @param depth the most moves needed to reach a configuration
 * @param bytes the size of the tables of the search
 * @param starts the number of configurations in which the search began
 * @param everyStart whether these were all possible starts
 * @param searching the time of the search, without judging properties of runs
 * @param total the total time
 */
public record Report(
        Verdict verdict,
        long states,
        long transitions,
        int depth,
        long bytes,
        int starts,
        boolean everyStart,
        Duration searching,
        Duration total) {
    /** Returns the states found per second of searching. */
    public double statesPerSecond() {
        return states / Math.max(1e-9, searching.toNanos() / 1e9);
    }
}
