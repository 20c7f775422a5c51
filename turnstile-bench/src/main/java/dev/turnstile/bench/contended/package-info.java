/**
 * Throughput of contended threads, compared with a fair {@link java.util.concurrent.Semaphore} in the same run.
 *
 * <p>Read {@link dev.turnstile.bench.contended.Contended} first, then {@code Inspection}, which checks the order, and
 * {@link dev.turnstile.bench.contended.Growth}.
 */
package dev.turnstile.bench.contended;
