/**
 * The algorithms of omori-2002, "Analysis of Some Lockout Avoidance Algorithms for the k-Exclusion Problem", which need
 * reads and writes alone.
 *
 * <p>Read {@code Climber} first: it is the program of a process, and the same for all three algorithms. Then read
 * {@link dev.turnstile.algorithm.rung.Naive} and {@link dev.turnstile.algorithm.rung.Excl}, which have one ladder for
 * all processes. {@link dev.turnstile.algorithm.rung.Gtex} has a tree of short ladders.
 */
package dev.turnstile.algorithm.rung;
