/**
 * Benchmarks of an uncontended acquire and release. This module's README has the results and the method.
 *
 * <p>Read {@link dev.turnstile.bench.UncontendedPair} first. The other packages measure contended threads
 * ({@code contended}), processes ({@code processes}), the model checker ({@code checker}) and the simulator
 * ({@code simulator}).
 */
package dev.turnstile.bench;
