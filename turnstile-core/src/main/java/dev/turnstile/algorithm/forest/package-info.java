/** Algorithms in which tokens travel, and requests find them: along pointers, or by way of a collector. */
package dev.turnstile.algorithm.forest;
