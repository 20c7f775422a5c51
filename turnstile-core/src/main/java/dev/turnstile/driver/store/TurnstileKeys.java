package dev.turnstile.driver.store;

import dev.turnstile.algorithm.store.SessionId;

/** The keys of values in a store, and the names that are allowed in them. */
final class TurnstileKeys {
    static final String TURNSTILES = "t/";
    static final String SESSIONS = "s/";
    static final String BATCHES = "q/";
    private static final String NAME = "[A-Za-z0-9][A-Za-z0-9._-]{0,99}";

    private TurnstileKeys() {}

    /**
     * Checks a turnstile's name.
     *
     * @throws IllegalArgumentException if the name is not allowed
     */
    static String checkName(String name) {
        if (name.isEmpty()) {
            throw new IllegalArgumentException("a turnstile between machines needs a name: call named(…) before open");
        }
        if (!name.matches(NAME)) {
            throw new IllegalArgumentException("a turnstile's name has 1 to 100 letters, digits, '.', '_' and '-', and"
                    + " begins with a letter or digit: '" + name.replaceAll("\\p{Cntrl}", "?") + "' does not");
        }
        return name;
    }

    static String turnstile(String name) {
        return TURNSTILES + checkName(name);
    }

    static String session(SessionId id) {
        return SESSIONS + id;
    }

    static String batches(String name) {
        return BATCHES + name + "/";
    }

    static String batch(String name, SessionId id) {
        return batches(name) + id;
    }
}
