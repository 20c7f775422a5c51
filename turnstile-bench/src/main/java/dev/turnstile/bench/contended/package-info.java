/**
 * Throughput where threads wait for each other, beside a fair {@link java.util.concurrent.Semaphore} in the same run.
 */
package dev.turnstile.bench.contended;
