/**
 * The published algorithms, one folder per family, and their {@link dev.turnstile.algorithm.Catalogue}. To add one: a
 * file in its family's folder, an entry in the catalogue, a page in docs/algorithms.
 *
 * <p>Read {@link dev.turnstile.algorithm.Algorithm} first, then {@link dev.turnstile.algorithm.Traits} and
 * {@link dev.turnstile.algorithm.Tuning}, then a family.
 */
package dev.turnstile.algorithm;
