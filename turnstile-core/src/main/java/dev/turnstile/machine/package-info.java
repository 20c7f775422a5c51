/**
 * What a machine is: the contracts between an algorithm and whatever runs it. Shared-memory algorithms are
 * {@link dev.turnstile.machine.Process}es over {@link dev.turnstile.machine.Cells}; every machine declares its state
 * once, through {@link dev.turnstile.machine.Fields}.
 */
package dev.turnstile.machine;
