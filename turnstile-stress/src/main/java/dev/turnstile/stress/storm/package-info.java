/** Processes that pass through one turnstile while they are killed, stopped and continued at random moments. */
package dev.turnstile.stress.storm;
