/**
 * The commands that use turnstiles: run, status, limit, release, doctor, remove.
 *
 * <p>Read {@link dev.turnstile.cli.operate.RunCommand} first, with {@code Departure} (how a command leaves) and
 * {@code Readiness} (when it counts). {@code StatusText} and {@code StatusJson} print a snapshot.
 */
package dev.turnstile.cli.operate;
