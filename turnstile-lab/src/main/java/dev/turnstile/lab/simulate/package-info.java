/** Algorithms run in virtual time, one event after another, from a seed. */
package dev.turnstile.lab.simulate;
