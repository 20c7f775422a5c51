package dev.turnstile.jdbc;

import dev.turnstile.conformance.StoreContract;
import dev.turnstile.driver.store.Store;
import java.util.Optional;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Goal: the store on MariaDB keeps the contract. Method: the published suite, with a server that stops. */
@ResourceLock(Servers.MARIA)
class MariaStoreTest extends StoreContract {
    @Override
    public Store.Opener opener() {
        return Jdbc.store(Servers.maria().as("app"));
    }

    @Override
    public AutoCloseable guard(String session) throws Exception {
        return Guarded.begin(Servers.maria().as("app"), session);
    }

    @Override
    public Optional<Server> server() {
        return Optional.of(Servers.maria());
    }
}
