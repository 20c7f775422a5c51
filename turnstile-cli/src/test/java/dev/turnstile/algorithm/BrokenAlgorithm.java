package dev.turnstile.algorithm;

import dev.turnstile.driver.threads.ThreadTurnstile;

/** Breaks a rule on purpose: an algorithm does not depend on its driver. */
record BrokenAlgorithm(ThreadTurnstile driver) {}
