/**
 * What a caller touches: {@link dev.turnstile.Turnstile} decides who may be inside, a {@link dev.turnstile.Permit} is
 * what one holds while inside.
 */
package dev.turnstile;
