/**
 * What the lab studies: the algorithms of {@link dev.turnstile.algorithm.Catalogue}, and those that no program should
 * use, because they are as printed with the paper's flaws, a stage on the way, or broken on purpose. Start with
 * {@link dev.turnstile.lab.catalogue.LabCatalogue}.
 */
package dev.turnstile.lab.catalogue;
