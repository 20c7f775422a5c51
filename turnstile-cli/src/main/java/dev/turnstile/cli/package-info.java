/**
 * The {@code turnstile} command. Data goes to standard output, messages to standard error.
 *
 * <p>Read {@link dev.turnstile.cli.Main} first: it lists the commands, which are in {@code operate} and {@code lab}.
 * Then read {@code BadUsage} and {@code OwnFailure}, which explain errors, and {@link dev.turnstile.cli.ExitCode}.
 */
package dev.turnstile.cli;
