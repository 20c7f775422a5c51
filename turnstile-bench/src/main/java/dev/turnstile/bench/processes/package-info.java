/**
 * Turnstile between processes, compared with the primitives that Linux offers. {@code processes/run.sh} runs it.
 *
 * <p>Read {@link dev.turnstile.bench.processes.Processes} first, then {@link dev.turnstile.bench.processes.Worker}.
 */
package dev.turnstile.bench.processes;
