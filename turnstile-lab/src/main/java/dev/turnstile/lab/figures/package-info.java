/** The tables and numeric claims of the papers, run again. */
package dev.turnstile.lab.figures;
