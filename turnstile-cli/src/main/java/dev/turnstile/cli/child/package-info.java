/**
 * The child process of {@code turnstile run}. It is started with functions of the C library, because
 * {@link ProcessBuilder} can't hold a child until its pid is recorded, nor give it a process group and the terminal.
 * Linux only.
 *
 * <p>Read {@link dev.turnstile.cli.child.Child} first. Then read {@code Spawn} and {@code StartGate} (how the child is
 * started and held), {@code ProcessGroup} (how it is signalled and reaped), {@code SignalRelay} and
 * {@code ForwardedSignals} (how signals reach it) and {@code JobControl} (the terminal). {@code Native} calls the C
 * library.
 */
package dev.turnstile.cli.child;
