/**
 * The algorithms that the lab studies. These are the algorithms of {@link dev.turnstile.algorithm.Catalogue} and
 * variants that no program should use: as printed with the paper's flaws, a stage on the way, or broken on purpose.
 *
 * <p>Read {@link dev.turnstile.lab.catalogue.LabCatalogue} first. The variants are in {@code ForestVariants},
 * {@code TreeVariants} and {@code QuorumVariants}.
 */
package dev.turnstile.lab.catalogue;
