/**
 * The figures, tables and numeric claims of the papers, reproduced by simulation.
 *
 * <p>Read {@link dev.turnstile.lab.figures.FigureSet} first, then {@link dev.turnstile.lab.figures.Bulgannawar}, the
 * most typical implementation, with its {@code Measurements} and {@code Claims}.
 * {@link dev.turnstile.lab.figures.Datta}, {@link dev.turnstile.lab.figures.Kamei} and
 * {@link dev.turnstile.lab.figures.Omori} cover the other papers.
 */
package dev.turnstile.lab.figures;
