/**
 * The public API: limits concurrency between threads and between processes.
 *
 * <p>Read {@link dev.turnstile.Turnstile} first, then {@link dev.turnstile.Permit}. {@link dev.turnstile.Snapshot}
 * shows the holders and waiters, {@link dev.turnstile.SemaphoreView} helps to replace a
 * {@code java.util.concurrent.Semaphore}, and {@link dev.turnstile.Operator} is for tools that manage shared
 * turnstiles. {@link dev.turnstile.Driver} and {@link dev.turnstile.Description} matter only to authors of drivers.
 */
package dev.turnstile;
