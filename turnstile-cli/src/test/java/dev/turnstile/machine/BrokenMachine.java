package dev.turnstile.machine;

import dev.turnstile.algorithm.Algorithm;

/** Wrong on purpose: a machine's contract does not know the machines. */
record BrokenMachine(Algorithm algorithm) {}
