package dev.turnstile.jdbc;

import dev.turnstile.conformance.StoreContract;
import dev.turnstile.driver.store.Store;
import java.util.Optional;

/** Goal: the store on PostgreSQL keeps the contract. Method: the published suite, with a server that stops. */
class PostgresStoreTest extends StoreContract {
    private final PostgresServer server = Servers.postgresOf(PostgresStoreTest.class);

    @Override
    public Store.Opener opener() {
        return Jdbc.store(server.as("app"));
    }

    @Override
    public AutoCloseable guard(String session) throws Exception {
        return Guarded.begin(server.as("app"), session);
    }

    @Override
    public Optional<Server> server() {
        return Optional.of(server);
    }
}
