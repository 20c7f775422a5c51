/**
 * Stress tests of the driver for several processes: processes pass through one turnstile while they are killed, stopped
 * and continued at random moments.
 *
 * <p>Read {@link dev.turnstile.stress.storm.Storm} first, then {@link dev.turnstile.stress.storm.StormProcess} and
 * {@code Watchdog}.
 */
package dev.turnstile.stress.storm;
