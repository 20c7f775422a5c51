package dev.turnstile.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.turnstile.driver.store.NextValue;
import dev.turnstile.driver.store.Replaced;
import dev.turnstile.driver.store.Store;
import dev.turnstile.driver.store.StoreException;
import dev.turnstile.driver.store.Versioned;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Properties;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Goal: databases are told apart, URLs are openers, and bad settings are refused. Method: H2, and pretended databases.
 */
@Timeout(60)
class JdbcTest {
    private static final Duration CALL = Duration.ofSeconds(10);

    @TempDir
    private Path folder;

    private static Store.Opener h2(String url) {
        return Jdbc.store("jdbc:h2:" + url, new Properties());
    }

    @ParameterizedTest
    @ValueSource(strings = {"jdbc:postgresql://h/d", "jdbc:h2:mem:", "jdbc:mysql://h/d", "jdbc:mariadb://h/d"})
    void theSchemaHasTwoTables(String url) {
        assertThat(Jdbc.schema(url))
                .hasSize(2)
                .allSatisfy(statement -> assertThat(statement).startsWith("create table if not exists turnstile_"));
    }

    @Test
    void otherDatabasesAreRefusedByName() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Jdbc.schema("jdbc:oracle:thin:scott/tiger@h"))
                .withMessage("jdbc:oracle: is not supported as a store; PostgreSQL, MySQL, MariaDB and H2 are");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Jdbc.store("jdbc:sqlite:x", new Properties()))
                .withMessageStartingWith("jdbc:sqlite: is not supported");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Jdbc.store(pretended("Oracle")).open(CALL))
                .withMessageStartingWith("Oracle is not supported");
    }

    private static DataSource pretended(String product) {
        DatabaseMetaData facts = Pretended.as(DatabaseMetaData.class, (method, arguments) -> product);
        Connection connection = Pretended.as(Connection.class, (method, arguments) -> switch (method.getName()) {
            case "getMetaData" -> facts;
            case "getAutoCommit" -> true;
            default -> null;
        });
        return Pretended.as(DataSource.class, (method, arguments) -> connection);
    }

    @Test
    void equalUrlsAreEqualOpeners() throws StoreException {
        String url = "mem:" + UUID.randomUUID();
        assertThat(h2(url)).isEqualTo(h2(url)).hasSameHashCodeAs(h2(url)).isNotEqualTo(h2(url + "2"));
        try (Store one = h2(url).open(CALL);
                Store other = h2(url).open(CALL)) {
            one.register("t/gate").replace(Versioned.ABSENT, new NextValue(new byte[] {1}, true));
            assertThat(other.register("t/gate").read().value()).containsExactly(1);
        }
    }

    @Test
    void anOpenerSaysWhereItLeadsWithoutSecrets() {
        assertThat(h2("mem:x;USER=sa;PASSWORD=secret")).hasToString("jdbc:h2:mem:x");
        assertThat(Jdbc.store("jdbc:postgresql://me:secret@h:1/d?password=secret", new Properties()))
                .hasToString("jdbc:postgresql://h:1/d");
    }

    @Test
    void anUnreachableDatabaseIsAStoreException() {
        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> Jdbc.store("jdbc:postgresql://127.0.0.1:1/d", new Properties())
                        .open(CALL))
                .withMessageContaining("did not answer");
        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> Jdbc.store("jdbc:mysql://127.0.0.1:1/d", new Properties())
                        .open(CALL))
                .withMessageContaining("No suitable driver");
    }

    @Test
    void valuesInAFileSurviveTheClosedStore() throws StoreException {
        String file = folder.resolve("values").toString();
        Versioned written;
        try (Store store = h2(file).open(CALL)) {
            Replaced answer = store.register("t/gate").replace(Versioned.ABSENT, new NextValue(new byte[] {1}, true));
            written = ((Replaced.Applied) answer).now();
        }
        try (Store store = h2(file).open(CALL)) {
            assertThat(store.register("t/gate").read()).isEqualTo(written);
        }
    }

    /** Writes values, and ends without any farewell. */
    static final class Writer {
        private Writer() {}

        public static void main(String[] args) throws Exception {
            byte first = Byte.parseByte(args[1]);
            Store store = h2(args[0]).open(CALL);
            Versioned seen = store.register("t/gate").read();
            for (byte i = first; i < first + 50; i++) {
                Replaced answer = store.register("t/gate").replace(seen, new NextValue(new byte[] {i}, true));
                seen = ((Replaced.Applied) answer).now();
            }
            Runtime.getRuntime().halt(7);
        }
    }

    @Test
    void valuesInAFileSurviveACrash() throws Exception {
        String file = folder.resolve("crash").toString();
        crashAfterWriting(file, 0);
        crashAfterWriting(file, 50); // H2 shows the settings of a database that was opened before, and ignores some
    }

    private static void crashAfterWriting(String file, int first) throws Exception {
        Process writer = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Writer.class.getName(),
                        file,
                        String.valueOf(first))
                .inheritIO()
                .start();
        assertThat(writer.waitFor()).isEqualTo(7);
        try (Store store = h2(file).open(CALL)) {
            assertThat(store.register("t/gate").read().value()).containsExactly(first + 49);
        }
    }

    @Test
    void h2WritesEveryCommitAtOnce() throws Exception {
        String url = "jdbc:h2:" + folder.resolve("delay");
        DriverDataSource operator = new DriverDataSource(url, properties("operator"));
        try (Connection connection = operator.getConnection()) {
            for (String statement : Jdbc.schema(url)) {
                Dialect.run(connection, statement);
            }
            Dialect.run(connection, "create user app password 'app'");
            Dialect.run(connection, "grant select, insert, update, delete on turnstile_register to app");
            Dialect.run(connection, "grant select, insert, update, delete on turnstile_guard to app");
            assertThat(writeDelay(connection)).isNotEqualTo("0");
            Jdbc.store(url, properties("operator")).open(CALL).close();
            assertThat(writeDelay(connection)).isEqualTo("0");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Jdbc.store(url, properties("app")).open(CALL))
                    .withMessageContaining("administrator");
        }
    }

    @Test
    void aConnectionThatIsLostWhileItIsCheckedIsAnOutageAndNotABadSetting() {
        SQLException lost = new SQLException("Connection is broken", "90067");
        Connection broken = Pretended.as(Connection.class, (method, arguments) -> {
            throw lost;
        });
        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(() -> Dialect.H2.check(broken))
                .isSameAs(lost);
    }

    private static Properties properties(String user) {
        Properties properties = new Properties();
        properties.setProperty("user", user);
        properties.setProperty("password", user);
        return properties;
    }

    private static String writeDelay(Connection connection) throws SQLException {
        return Dialect.row(
                        connection,
                        "select setting_value from information_schema.settings where setting_name = 'WRITE_DELAY'")
                .get(0);
    }
}
