package dev.turnstile.driver.store;

/** The answer to an attempt to replace or to delete a value. */
public sealed interface Replaced {
    /**
     * The value was replaced or deleted.
     *
     * @param now the value with its new version; {@link Versioned#ABSENT} if it was deleted
     */
    record Applied(Versioned now) implements Replaced {}

    /**
     * The value was not replaced, because it no longer has the version seen, or the store gave way to another client.
     */
    record Conflict() implements Replaced {}

    /**
     * There was no answer. The attempt may have been applied, or may still be applied, as long as the value has the
     * version seen.
     *
     * @param why the reason, for messages
     */
    record Unknown(String why) implements Replaced {}
}
