/**
 * The algorithms of omori-2002, "Analysis of Some Lockout Avoidance Algorithms for the k-Exclusion Problem": what can
 * be had from reads and writes alone. {@link dev.turnstile.algorithm.rung.Naive} and
 * {@link dev.turnstile.algorithm.rung.Excl} have one ladder for all, {@link dev.turnstile.algorithm.rung.Gtex} a tree
 * of short ones. How a process climbs is the same in all three: {@code Climber}.
 */
package dev.turnstile.algorithm.rung;
