package dev.turnstile.jdbc;

import dev.turnstile.conformance.StoreConformance;
import dev.turnstile.conformance.StoreWindowConformance;
import dev.turnstile.driver.store.Store;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/** Goal: a turnstile in a database does what every turnstile does. Method: the published suites, on real databases. */
class JdbcConformanceTest {
    private static DataSource h2() {
        return H2StoreTest.h2("mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
    }

    @Nested
    @Tag("long")
    class OnH2 extends StoreConformance {
        private final DataSource dataSource = h2();

        @Override
        protected Store.Opener store() {
            return Jdbc.store(dataSource);
        }
    }

    @Nested
    @Tag("long")
    class WindowOnH2 extends StoreWindowConformance {
        private final DataSource dataSource = h2();

        @Override
        protected Store.Opener store() {
            return Jdbc.store(dataSource);
        }
    }

    @Nested
    class OnPostgres extends StoreConformance {
        @Override
        protected Store.Opener store() {
            return Jdbc.store(Servers.postgres().as("app"));
        }
    }

    @Nested
    class WindowOnPostgres extends StoreWindowConformance {
        @Override
        protected Store.Opener store() {
            return Jdbc.store(Servers.postgres().as("app"));
        }
    }
}
