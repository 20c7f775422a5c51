/**
 * The speed of the simulator, compared with SSJ and a bare heap in the same run.
 *
 * <p>Read {@link dev.turnstile.bench.simulator.SimulatorRate} first; the other classes are its rows.
 */
package dev.turnstile.bench.simulator;
