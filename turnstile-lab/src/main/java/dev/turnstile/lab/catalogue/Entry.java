package dev.turnstile.lab.catalogue;

import dev.turnstile.algorithm.Algorithm;

/**
 * An algorithm that only the lab has.
 *
 * @param why no program should use it, and what it should use instead
 */
record Entry(Algorithm.MessagePassing algorithm, String why) {}
