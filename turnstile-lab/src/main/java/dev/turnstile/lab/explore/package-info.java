/**
 * The model checker: an explicit-state search over the real machines.
 *
 * <p>Read {@link dev.turnstile.lab.explore.Check} first, then {@link dev.turnstile.lab.explore.Report} and
 * {@link dev.turnstile.lab.explore.Verdict}: what to check, and the result. {@link dev.turnstile.lab.explore.Model} is
 * the transition system; {@code SystemModel} and {@code NodeModel} implement it for the two models of computation.
 * {@code Search} walks it breadth-first, keeps configurations in {@code VisitedSet}, and has {@code Judge} check the
 * invariants. {@code GraphRuns} judges properties of runs on the {@code StateGraph} that the search leaves behind.
 */
package dev.turnstile.lab.explore;
