package dev.turnstile.jdbc;

import dev.turnstile.conformance.StoreConformance;
import dev.turnstile.conformance.StoreWindowConformance;
import dev.turnstile.driver.store.Store;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/** Goal: a turnstile in H2 does what every turnstile does. Method: the published suites, on a database in memory. */
@Tag("long")
class H2ConformanceTest {
    private static DataSource h2() {
        return H2StoreTest.h2("mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
    }

    @Nested
    class Turnstiles extends StoreConformance {
        private final DataSource dataSource = h2();

        @Override
        protected Store.Opener store() {
            return Jdbc.store(dataSource);
        }
    }

    @Nested
    class Windows extends StoreWindowConformance {
        private final DataSource dataSource = h2();

        @Override
        protected Store.Opener store() {
            return Jdbc.store(dataSource);
        }
    }
}
