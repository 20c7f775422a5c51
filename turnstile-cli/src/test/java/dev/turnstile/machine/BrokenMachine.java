package dev.turnstile.machine;

import dev.turnstile.algorithm.Algorithm;

/** Breaks a rule on purpose: the contract of machines does not depend on the machines. */
record BrokenMachine(Algorithm algorithm) {}
