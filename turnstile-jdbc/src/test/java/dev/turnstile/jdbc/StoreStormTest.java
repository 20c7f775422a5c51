package dev.turnstile.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.testing.Seed;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Goal: whatever happens to processes, links and the server, there are never more valid units than the limit, fences
 * grow, no caller is stuck and no unit is lost. Method: a {@link StoreStorm} on PostgreSQL and one on H2, for a minute
 * together, and ten minutes in the long lane.
 */
@EnabledOnOs(OS.LINUX)
@Timeout(900)
class StoreStormTest {
    private static final long SEED = Seed.of("StoreStormTest");
    private static final Duration SHORT = seconds(15);
    private static final Duration LONG = seconds(180);
    private static final Duration WINDOW_SHORT = seconds(10);
    private static final Duration WINDOW_LONG = seconds(100);

    @TempDir
    private Path folder;

    private static Duration seconds(int usual) {
        return Duration.ofSeconds(Integer.getInteger("turnstile.storm.seconds", usual));
    }

    @Test
    void stormOnPostgresFindsNoViolation() throws Exception {
        onPostgres("storm on PostgreSQL", PermitStorm::new, SHORT);
    }

    @Test
    @Tag("long")
    void longStormOnPostgresFindsNoViolation() throws Exception {
        onPostgres("storm on PostgreSQL", PermitStorm::new, LONG);
    }

    @Test
    void stormOverAWindowFindsNoViolation() throws Exception {
        onPostgres("storm over a window on PostgreSQL", WindowStorm::new, WINDOW_SHORT);
    }

    @Test
    @Tag("long")
    void longStormOverAWindowFindsNoViolation() throws Exception {
        onPostgres("storm over a window on PostgreSQL", WindowStorm::new, WINDOW_LONG);
    }

    @Test
    void stormOnH2FindsNoViolation() throws Exception {
        onH2(SHORT);
    }

    @Test
    @Tag("long")
    void longStormOnH2FindsNoViolation() throws Exception {
        onH2(LONG);
    }

    private interface Kind {
        StoreStorm storm(StoreStorm.Database database, Path folder, long seed, Duration time);
    }

    private void onPostgres(String what, Kind kind, Duration time) throws Exception {
        PostgresServer server = Servers.postgresOf(StoreStormTest.class);
        String schema = "storm" + UUID.randomUUID().toString().replace("-", "");
        run(server, "create schema " + schema);
        System.out.println(what + ":");
        StoreStorm.Database database = new StoreStorm.Database() {
            @Override
            public String url(int port) {
                return PostgresServer.url(port, schema);
            }

            @Override
            public int port() {
                return server.port();
            }

            @Override
            public void stop() {
                server.stop();
            }

            @Override
            public void start() {
                server.start();
            }
        };
        assertThat(kind.storm(database, folder, SEED, time).go()).isEmpty();
        run(server, "drop schema " + schema + " cascade");
    }

    private static void run(PostgresServer server, String statement) throws SQLException {
        try (Connection connection = server.as("operator").getConnection()) {
            Dialect.run(connection, statement);
        }
    }

    private void onH2(Duration time) throws Exception {
        System.out.println("storm on H2:");
        try (H2Server server = new H2Server(folder)) {
            assertThat(new PermitStorm(server, folder, SEED, time).go()).isEmpty();
        }
    }

    /** An H2 server in a process of its own, with a database in a file. */
    private static final class H2Server implements StoreStorm.Database, AutoCloseable {
        private final Path folder;
        private final int port = ServerProcess.freePort();
        private Optional<Process> process = Optional.empty();

        H2Server(Path folder) {
            this.folder = folder;
            start();
        }

        @Override
        public String url(int itsPort) {
            return "jdbc:h2:tcp://127.0.0.1:" + itsPort + "/./storm";
        }

        @Override
        public int port() {
            return port;
        }

        @Override
        public void stop() {
            process.ifPresent(Peer::end);
            process = Optional.empty();
        }

        @Override
        public void start() {
            process = Optional.of(Peer.start(
                    org.h2.tools.Server.class,
                    ProcessBuilder.Redirect.DISCARD,
                    "-tcp",
                    "-tcpPort",
                    String.valueOf(port),
                    "-ifNotExists",
                    "-baseDir",
                    folder.toString()));
            ServerProcess.untilConnected(H2StoreTest.h2(url(port).substring("jdbc:h2:".length())), () -> "H2");
        }

        @Override
        public void close() {
            stop();
        }
    }
}
