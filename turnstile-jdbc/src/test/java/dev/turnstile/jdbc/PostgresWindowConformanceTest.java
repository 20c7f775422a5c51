package dev.turnstile.jdbc;

import dev.turnstile.conformance.StoreWindowConformance;
import dev.turnstile.driver.store.Store;

/** Goal: a window in PostgreSQL does what every window does. Method: the published suite, on a real server. */
class PostgresWindowConformanceTest extends StoreWindowConformance {
    @Override
    protected Store.Opener store() {
        return Jdbc.store(Servers.postgres().direct("app"));
    }
}
