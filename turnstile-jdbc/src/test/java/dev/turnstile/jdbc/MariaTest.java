package dev.turnstile.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.turnstile.driver.store.NextValue;
import dev.turnstile.driver.store.Replaced;
import dev.turnstile.driver.store.Store;
import dev.turnstile.driver.store.Versioned;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Goal: settings and privileges of MariaDB are checked, and guards share their lock. Method: a real server. */
@ResourceLock(Servers.MARIA)
@Timeout(60)
class MariaTest {
    private static final Duration CALL = Duration.ofSeconds(10);

    private final MariaServer server = Servers.maria();

    private void asOperator(String... statements) throws SQLException {
        try (Connection connection = server.as("app").getConnection()) {
            for (String statement : statements) {
                Dialect.run(connection, statement);
            }
        }
    }

    @Test
    void aServerThatCouldLoseCommitsIsRefused() throws SQLException {
        asOperator("set global innodb_flush_log_at_trx_commit = 2");
        try {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Jdbc.store(server.as("app")).open(CALL))
                    .withMessageContaining("innodb_flush_log_at_trx_commit = 2");
        } finally {
            asOperator("set global innodb_flush_log_at_trx_commit = 1");
        }
    }

    @Test
    void fourPrivilegesAreEnough() throws Exception {
        Jdbc.store(server.as("app")).open(CALL).close(); // creates the tables
        asOperator(
                "grant select, insert, update, delete on turnstile.turnstile_register to restricted@'127.0.0.1'",
                "grant select, insert, update on turnstile.turnstile_guard to restricted@'127.0.0.1'");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Jdbc.store(server.as("restricted")).open(CALL))
                .withMessageContaining("SELECT, INSERT, UPDATE and DELETE");
        asOperator("grant delete on turnstile.turnstile_guard to restricted@'127.0.0.1'");
        String session = UUID.randomUUID().toString().replace("-", "");
        try (Store store = Jdbc.store(server.as("restricted")).open(CALL)) {
            Replaced created =
                    store.register("s/" + session).replace(Versioned.ABSENT, new NextValue(new byte[1], true));
            Versioned live = ((Replaced.Applied) created).now();
            try (Guarded one = Guarded.begin(server.as("restricted"), session);
                    Guarded other = Guarded.begin(server.as("restricted"), session)) {
                assertThat(one).as("does not wait for the other").isNotSameAs(other);
            }
            assertThat(store.register("s/" + session).retire(live, new NextValue(new byte[2], true)))
                    .isInstanceOf(Replaced.Applied.class);
            assertThatIllegalStateException().isThrownBy(() -> Guarded.begin(server.as("restricted"), session));
        }
    }
}
