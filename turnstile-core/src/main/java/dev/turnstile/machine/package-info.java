/**
 * The contracts between an algorithm and the runtime that executes it. A <em>machine</em> is an algorithm written as a
 * state machine. A <em>runtime</em> is a driver, the simulator or the explorer.
 *
 * <p>For shared-memory algorithms, read {@link dev.turnstile.machine.Process} first, then
 * {@link dev.turnstile.machine.Cells} and {@link dev.turnstile.machine.ProcessSystem}. For message-passing algorithms,
 * read {@link dev.turnstile.machine.Node}, then {@link dev.turnstile.machine.Outbox},
 * {@link dev.turnstile.machine.Message} and {@link dev.turnstile.machine.NodeSystem}. Machines of both kinds declare
 * their state once, through {@link dev.turnstile.machine.Fields}.
 */
package dev.turnstile.machine;
