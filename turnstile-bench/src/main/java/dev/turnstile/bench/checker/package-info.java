/** How fast the explorer is; {@code spin/compare.sh} runs it beside SPIN. */
package dev.turnstile.bench.checker;
