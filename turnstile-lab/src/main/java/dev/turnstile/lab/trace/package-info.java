/**
 * Runs recorded as text, which can be parsed, replayed, shrunk, drawn and exported.
 *
 * <p>Read {@link dev.turnstile.lab.trace.Scenario} first, then {@link dev.turnstile.lab.trace.Run}, the outcome of a
 * replay, and {@link dev.turnstile.lab.trace.Drawing}. {@link dev.turnstile.lab.trace.Shrinking} shortens a failing
 * run, {@link dev.turnstile.lab.trace.SpaceTime} draws a run as SVG, and {@link dev.turnstile.lab.trace.ShiViz} exports
 * it.
 */
package dev.turnstile.lab.trace;
