package dev.turnstile.driver.store;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * A place that keeps small versioned values for the processes of several machines, such as a table of a database. It
 * needs linearizable compare-and-set on one value at a time, and nothing else: no lease, session or clock of the store
 * is used.
 *
 * <p>Methods may be called by several threads at once. Each call ends within the time given to {@link Opener#open},
 * with an answer or with {@link StoreException}; only {@link Register#await} may take longer. A store does not repeat a
 * call by itself.
 *
 * <p>Keys have three forms. {@code t/NAME} is a turnstile, {@code s/ID} a session, {@code q/NAME/ID} a batch that a
 * session could not commit itself. Names are up to 100 letters, digits and the characters {@code . _ -}; ids are 32
 * hexadecimal digits.
 *
 * <pre>{@code
 * Register register = store.register("t/render");
 * Versioned seen = register.read();
 * Replaced answer = register.replace(seen, next);
 * }</pre>
 */
public interface Store extends AutoCloseable {
    /**
     * A way to reach a store. Two equal openers lead to the same store, so that one process uses one session for both.
     */
    interface Opener {
        /**
         * Connects to the store, and checks that it can keep its promises.
         *
         * @param callTimeout the longest time that one call may take
         * @throws StoreException if the store cannot be reached now
         * @throws IllegalArgumentException if the store is set up so that it could lose an acknowledged value; the
         *     message says what to change
         */
        Store open(Duration callTimeout) throws StoreException;

        /** Returns where the store is, for messages, without credentials. */
        @Override
        String toString();
    }

    /** Returns the register with this key. Makes no call. */
    Register register(String key);

    /** Returns the keys of all values that begin with this prefix, in no particular order. */
    List<String> keys(String prefix) throws StoreException;

    /** Reads several values, in one call if the store can. An absent value is {@link Versioned#ABSENT}. */
    Map<String, Versioned> readAll(Collection<String> keys) throws StoreException;

    /** Returns what this store can do. */
    StoreTraits traits();

    /**
     * Returns true if no transaction is open that a permit of this session guards. Waits for such transactions no
     * longer than one call may take. Default, for a store without transactions: true.
     */
    default boolean hasNoGuards(String session) throws StoreException {
        return true;
    }

    /** Closes the connections of this process. Calls that are waiting for an answer end with an exception. */
    @Override
    void close();
}
