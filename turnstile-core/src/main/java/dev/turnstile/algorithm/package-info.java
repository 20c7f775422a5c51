/**
 * The published algorithms, one package per family, and their {@link dev.turnstile.algorithm.Catalogue}. To add an
 * algorithm, write a class in its family's package, an entry in the catalogue and a page in docs/algorithms.
 *
 * <p>Read {@link dev.turnstile.algorithm.Algorithm} first, then {@link dev.turnstile.algorithm.Traits} and
 * {@link dev.turnstile.algorithm.Tuning}, then one family.
 */
package dev.turnstile.algorithm;
