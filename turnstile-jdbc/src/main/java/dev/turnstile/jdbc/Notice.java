package dev.turnstile.jdbc;

import dev.turnstile.driver.store.Versioned;
import java.util.Base64;
import java.util.Optional;

/**
 * A notification of PostgreSQL: which value has changed, the client that changed it, and the value itself unless it is
 * long. So a waiter need not read.
 *
 * @param key the key of the value
 * @param client the client that sent it
 * @param value the new value; empty if it was deleted or is too long
 */
record Notice(String key, String client, Optional<Versioned> value) {
    /** PostgreSQL permits 7,999 bytes. Every listening client gets them, so a long value is not worth it. */
    private static final int VALUE_MAX = 3_000;

    private static final int PARTS = 4;

    /** Returns the notice that a value has been replaced. */
    static Notice of(String key, String client, Versioned now) {
        return new Notice(key, client, now.value().length <= VALUE_MAX ? Optional.of(now) : Optional.empty());
    }

    /** Returns the notice with this payload. A payload of another form has no value. */
    static Notice parse(String payload) {
        String[] parts = payload.split(" ", PARTS);
        String client = parts.length > 1 ? parts[1] : "";
        try {
            return new Notice(parts[0], client, parts.length < PARTS ? Optional.empty() : Optional.of(value(parts)));
        } catch (IllegalArgumentException e) {
            return new Notice(parts[0], client, Optional.empty());
        }
    }

    private static Versioned value(String[] parts) {
        return Versioned.of(Long.parseLong(parts[2]), Base64.getDecoder().decode(parts[3]));
    }

    /** Returns the notice as text. */
    String payload() {
        return key + " " + client
                + value.map(it -> " " + it.version() + " " + Base64.getEncoder().encodeToString(it.value()))
                        .orElse("");
    }
}
