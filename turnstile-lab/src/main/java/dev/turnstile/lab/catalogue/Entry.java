package dev.turnstile.lab.catalogue;

import dev.turnstile.algorithm.Algorithm;

/**
 * An algorithm that only the lab has.
 *
 * @param why why no program should use it, and what to use instead
 */
record Entry(Algorithm.MessagePassing algorithm, String why) {}
