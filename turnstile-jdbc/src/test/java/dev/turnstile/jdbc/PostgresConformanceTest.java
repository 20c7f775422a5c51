package dev.turnstile.jdbc;

import dev.turnstile.conformance.StoreConformance;
import dev.turnstile.driver.store.Store;
import org.junit.jupiter.api.Order;

/** Goal: a turnstile in PostgreSQL does what every turnstile does. Method: the published suite, on a real server. */
@Order(1) // begins first, because it takes longest
class PostgresConformanceTest extends StoreConformance {
    @Override
    protected Store.Opener store() {
        return Jdbc.store(Servers.postgres().direct("app"));
    }
}
