/**
 * What several commands need to read and print: numbers, times and sizes, tables, JSON, files, progress.
 *
 * <p>Read {@link dev.turnstile.cli.render.HumanFormat} and {@link dev.turnstile.cli.render.Output} first.
 */
package dev.turnstile.cli.render;
