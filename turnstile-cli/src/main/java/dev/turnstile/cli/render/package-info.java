/**
 * Input and output that several commands share: numbers, times and sizes, tables, JSON, files, progress.
 *
 * <p>Read {@link dev.turnstile.cli.render.HumanFormat} and {@link dev.turnstile.cli.render.Output} first, then
 * {@link dev.turnstile.cli.render.Progress}.
 */
package dev.turnstile.cli.render;
