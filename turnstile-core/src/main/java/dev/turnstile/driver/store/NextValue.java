package dev.turnstile.driver.store;

/**
 * What a process writes to a register.
 *
 * @param bytes the value; not copied, so do not change it
 * @param wakes whether processes in {@link Register#await} should notice soon; otherwise they may notice when their
 *     timeout ends, which spares the store a notification
 */
@SuppressWarnings("ArrayRecordComponent") // documented: not copied
public record NextValue(byte[] bytes, boolean wakes) {}
