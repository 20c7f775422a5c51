package dev.turnstile.algorithm;

import dev.turnstile.driver.threads.ThreadTurnstile;

/** Wrong on purpose: an algorithm does not know who runs it. */
record BrokenAlgorithm(ThreadTurnstile driver) {}
