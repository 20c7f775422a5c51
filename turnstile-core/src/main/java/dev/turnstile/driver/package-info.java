/**
 * The code that all drivers share: checks, waiting, permits, slots and the semaphore view.
 *
 * <p>Read {@link dev.turnstile.driver.AbstractTurnstile} first, for the life of a request. Then read
 * {@link dev.turnstile.driver.AbstractPermit} and {@link dev.turnstile.driver.PatientPermit}. The drivers themselves
 * are in the subpackages; {@code threads} is the simplest.
 */
package dev.turnstile.driver;
