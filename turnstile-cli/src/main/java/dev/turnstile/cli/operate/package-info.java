/**
 * The commands that use turnstiles: run, status, limit, release, doctor, remove.
 *
 * <p>Read {@link dev.turnstile.cli.operate.RunCommand} first. Then read {@code Departure}, which delays the stop of a
 * command in a window, and {@code Readiness}, which decides when the command counts toward the floor.
 * {@code StatusText} and {@code StatusJson} print a snapshot.
 */
package dev.turnstile.cli.operate;
