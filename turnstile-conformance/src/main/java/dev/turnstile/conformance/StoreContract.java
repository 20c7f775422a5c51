package dev.turnstile.conformance;

import dev.turnstile.conformance.StoreTest.Need;
import dev.turnstile.driver.store.Store;
import dev.turnstile.driver.store.StoreException;
import dev.turnstile.driver.store.StoreTraits;
import dev.turnstile.testing.Seed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/**
 * The guarantees of every {@link Store}. A subclass defines how the store is reached. That subclass is the whole test
 * of a new store.
 *
 * <p>Every test uses keys of its own, so the store may keep the values of other tests, and of earlier runs. Tests of
 * {@link StoreTraits#queues} and {@link StoreTraits#guards} are generated if the store has these traits, tests of
 * outages if there is a {@link #server}.
 *
 * <pre>{@code
 * final class MyStoreTest extends StoreContract {
 *     @Override
 *     public Store.Opener opener() {
 *         return MyStore.at("127.0.0.1:4711");
 *     }
 * }
 * }</pre>
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(value = 120, unit = TimeUnit.SECONDS)
public abstract class StoreContract
        implements ReplacingContract,
                RacingContract,
                ListingContract,
                AwaitingContract,
                GuardingContract,
                OutageContract {
    /** A server that a test can stop. Stores opened by {@link StoreContract#opener} use it. */
    public interface Server {
        /** Stops the server. Connections break, and new ones are refused. */
        void stop();

        /** Starts it again, with its values. */
        void start();

        /** Makes the server silent: connections stay open or can be made, but no bytes arrive. */
        void silence();

        /** Lets bytes arrive again. Connections that were open may be broken. */
        void restore();
    }

    private final List<Store> opened = new ArrayList<>();
    private Crowd crowd = new Crowd();
    private Random random = new Random(0);
    private Set<Need> offers = Set.of();

    /** For subclasses. */
    protected StoreContract() {}

    /** Returns the way to the store. All results lead to the same values. */
    public abstract Store.Opener opener();

    /**
     * Begins a transaction that a permit of this session guards. It ends when the result is closed. Called only if
     * {@link StoreTraits#guards}.
     *
     * @throws IllegalStateException if the session has been retired
     */
    @Override
    public AutoCloseable guard(String session) throws Exception {
        throw new UnsupportedOperationException("the test of a store with guards overrides guard");
    }

    /** Returns the server, if a test can stop it. Default: none. */
    @Override
    public Optional<Server> server() {
        return Optional.empty();
    }

    /** Opens the store once, to read which tests there are to generate. */
    @BeforeAll
    public final void readTraits() throws StoreException {
        random = new Random(Seed.of(getClass().getSimpleName()));
        offers = EnumSet.noneOf(Need.class);
        try (Store store = opener().open(CALL)) {
            StoreTraits traits = store.traits();
            offer(Need.QUEUES, traits.queues());
            offer(Need.GUARDS, traits.guards());
            offer(Need.SERVER, server().isPresent());
        }
    }

    private void offer(Need need, boolean isThere) {
        if (isThere) {
            offers.add(need);
        }
    }

    final Set<Need> offers() {
        return offers;
    }

    @Override
    public final Store open(Duration callTimeout) throws StoreException {
        Store store = opener().open(callTimeout);
        synchronized (opened) {
            opened.add(store);
        }
        return store;
    }

    @Override
    public final String anyId() {
        return "%016x%016x".formatted(random.nextLong(), random.nextLong());
    }

    @Override
    @SuppressWarnings("exports") // for the suites of this package
    public final Crowd crowd() {
        return crowd;
    }

    /** Starts each test without the threads and stores of another test. */
    @BeforeEach
    public final void beginAnew() {
        crowd = new Crowd();
        opened.clear();
    }

    /** Ends the threads and closes the stores that a test has left. */
    @AfterEach
    public final void closeAll() {
        crowd.close();
        List.copyOf(opened).forEach(Store::close);
    }
}
