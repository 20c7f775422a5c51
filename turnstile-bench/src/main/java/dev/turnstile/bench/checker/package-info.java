/** The speed of the explorer. {@code spin/compare.sh} compares it with SPIN. */
package dev.turnstile.bench.checker;
