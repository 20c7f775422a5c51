/** Sentences that must hold, as values with a reason for failure. */
package dev.turnstile.lab.property;
