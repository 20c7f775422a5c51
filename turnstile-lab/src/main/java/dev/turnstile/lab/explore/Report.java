package dev.turnstile.lab.explore;

import java.time.Duration;

/**
 * The outcome of a check, with what it took.
 *
 * <pre>{@code
 * System.out.println(report.verdict() + " after " + report.states() + " states");
 * }</pre>
 *
 * @param verdict what was found out
 * @param states different configurations seen
 * @param transitions moves made, also those that led to a configuration seen before
 * @param depth the most moves that it takes to reach a configuration
 * @param bytes the largest tables
 * @param starts in how many configurations the search began
 * @param everyStart whether they were all that it could have begun in
 * @param searching the time of the search, without what judging properties of runs took
 * @param total the whole time
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
    /** States found per second of searching. */
    public double statesPerSecond() {
        return states / Math.max(1e-9, searching.toNanos() / 1e9);
    }
}
