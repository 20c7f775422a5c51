package dev.turnstile.jdbc;

import dev.turnstile.conformance.StoreContract;
import dev.turnstile.driver.store.Store;
import java.util.Optional;

/** Goal: the store on PostgreSQL keeps the contract. Method: the published suite, with a server that stops. */
class PostgresStoreTest extends StoreContract {
    @Override
    public Store.Opener opener() {
        return Jdbc.store(Servers.postgres().as("app"));
    }

    @Override
    public AutoCloseable guard(String session) throws Exception {
        return Guarded.begin(Servers.postgres().as("app"), session);
    }

    @Override
    public Optional<Server> server() {
        return Optional.of(Servers.postgres());
    }
}
