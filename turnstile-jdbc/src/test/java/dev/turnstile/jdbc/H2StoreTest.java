package dev.turnstile.jdbc;

import dev.turnstile.conformance.StoreContract;
import dev.turnstile.driver.store.Store;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;

/** Goal: the store on H2 keeps the contract, in memory and in a file. Method: the published suite. */
class H2StoreTest {
    /** Returns an H2 database; its URL begins behind "jdbc:h2:". */
    static DataSource h2(String url) {
        JdbcDataSource dataSource = new JdbcDataSource();
        dataSource.setURL("jdbc:h2:" + url);
        return dataSource;
    }

    @Nested
    class InMemory extends StoreContract {
        private final DataSource dataSource = h2("mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");

        @Override
        public Store.Opener opener() {
            return Jdbc.store(dataSource);
        }

        @Override
        public AutoCloseable guard(String session) throws Exception {
            return Guarded.begin(dataSource, session);
        }
    }

    @Nested
    class InFile extends StoreContract {
        @TempDir
        private static Path folder;

        private Optional<DataSource> dataSource = Optional.empty();

        private DataSource dataSource() {
            dataSource = dataSource.or(
                    () -> Optional.of(h2(folder.resolve("turnstile").toString())));
            return dataSource.get();
        }

        @Override
        public Store.Opener opener() {
            return Jdbc.store(dataSource());
        }

        @Override
        public AutoCloseable guard(String session) throws Exception {
            return Guarded.begin(dataSource(), session);
        }
    }
}
