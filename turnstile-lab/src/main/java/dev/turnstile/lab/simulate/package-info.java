/**
 * Simulation of algorithms in virtual time, by discrete events and from a seed.
 *
 * <p>Read {@link dev.turnstile.lab.simulate.Simulation} first, then {@link dev.turnstile.lab.simulate.Workload} and
 * {@link dev.turnstile.lab.simulate.Result}. {@link dev.turnstile.lab.simulate.Study} repeats a simulation over seeds
 * and workloads. {@link dev.turnstile.lab.simulate.TimedRun} is the counterpart for shared memory.
 */
package dev.turnstile.lab.simulate;
