package dev.turnstile.driver.store;

/**
 * What a store can do.
 *
 * @param valueMax the largest value that it keeps, in bytes
 * @param queues whether {@link Register#update} works, so that clients that conflict queue in the store; without it
 *     they queue in {@code q/NAME/ID}
 * @param notifies whether {@link Register#await} returns as soon as the value changes, rather than polls
 * @param guards whether a permit can guard a transaction of the store
 */
public record StoreTraits(int valueMax, boolean queues, boolean notifies, boolean guards) {}
