/**
 * The published algorithms, one folder per family, and their {@link dev.turnstile.algorithm.Catalogue}. To add one: a file in
 * its family's folder, an entry in the catalogue, a page in docs/algorithms.
 */
package dev.turnstile.algorithm;
