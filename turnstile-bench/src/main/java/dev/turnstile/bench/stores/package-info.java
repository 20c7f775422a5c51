/** Turnstile in a database beside what programs write there themselves. */
package dev.turnstile.bench.stores;
