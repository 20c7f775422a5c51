package dev.turnstile.driver.store;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/** One versioned value in a {@link Store}. */
public interface Register {
    /** Returns the current value, never one that is older than this process's last answer. */
    Versioned read() throws StoreException;

    /**
     * Replaces the value, provided that it still has the version seen. If the value seen is absent, creates it,
     * provided that it is still absent.
     */
    Replaced replace(Versioned seen, NextValue next);

    /**
     * Replaces the last value of a session ({@code s/ID}), provided that it still has the version seen. Afterwards no
     * permit of that session guards a transaction: those that are open have ended first, and no other begins. Default,
     * for a store without transactions: {@link #replace}.
     */
    default Replaced retire(Versioned seen, NextValue next) {
        return replace(seen, next);
    }

    /**
     * Reads the value and replaces it while no other process can, so that callers queue instead of conflicting. Called
     * only if {@link StoreTraits#queues}.
     *
     * @param change returns the next value for the current one, quickly; if it throws, nothing is replaced
     */
    default Replaced update(Function<Versioned, NextValue> change) {
        throw new UnsupportedOperationException("this store does not queue");
    }

    /**
     * Deletes the value, provided that it still has the version seen. Never called for a turnstile ({@code t/NAME}).
     */
    Replaced delete(Versioned seen);

    /**
     * Waits until the value may have another version than the one seen, but no longer than the timeout. May return
     * early.
     *
     * @return the value that the store has sent along with the news, which may be outdated by now; empty if the caller
     *     has to read
     */
    Optional<Versioned> await(Versioned seen, Duration timeout) throws StoreException, InterruptedException;
}
