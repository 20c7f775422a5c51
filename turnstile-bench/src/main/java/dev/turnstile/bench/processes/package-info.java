/** Turnstile between processes beside what Linux offers there; {@code processes/run.sh} runs it. */
package dev.turnstile.bench.processes;
