/**
 * The driver that runs shared-memory machines on the threads of one JVM.
 *
 * <p>An acquire steps a process on the caller's thread. If the process does not enter at once, the caller joins the
 * line, and from then on the threads that leave step the processes at its front.
 *
 * <p>Read {@link dev.turnstile.driver.threads.ThreadTurnstile} first, then {@code ProcessRuntime} for the way in and
 * out, then {@code Line} for waiting and the hand-off.
 */
package dev.turnstile.driver.threads;
