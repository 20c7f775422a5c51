/**
 * The driver that runs shared-memory machines on the threads of one JVM. The journey of an acquire:
 * {@link dev.turnstile.driver.threads.ThreadTurnstile} steps a process; if that does not enter at once, the caller
 * joins the line, and whoever leaves steps the processes at its front.
 */
package dev.turnstile.driver.threads;
