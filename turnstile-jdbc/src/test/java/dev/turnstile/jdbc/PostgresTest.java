package dev.turnstile.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.turnstile.driver.store.NextValue;
import dev.turnstile.driver.store.Register;
import dev.turnstile.driver.store.Replaced;
import dev.turnstile.driver.store.Store;
import dev.turnstile.driver.store.StoreException;
import dev.turnstile.driver.store.Versioned;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * Goal: what the contract cannot ask for holds on PostgreSQL: privileges, settings, locks, notifications. Method: a
 * real server, with a schema of its own for each test.
 */
@Timeout(60)
class PostgresTest {
    private static final Duration CALL = Duration.ofSeconds(10);

    private final PostgresServer server = Servers.postgresOf(PostgresTest.class);
    private final String schema = "s" + UUID.randomUUID().toString().replace("-", "");
    private final List<Store> opened = new ArrayList<>();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    @BeforeEach
    void createSchema() throws SQLException {
        asOperator("create schema " + schema, "grant usage on schema " + schema + " to restricted");
    }

    @AfterEach
    void dropSchema() throws SQLException {
        opened.forEach(Store::close);
        threads.shutdownNow();
        asOperator("drop schema " + schema + " cascade");
    }

    private void asOperator(String... statements) throws SQLException {
        try (Connection connection = as("operator").getConnection()) {
            for (String statement : statements) {
                Dialect.run(connection, statement);
            }
        }
    }

    private PGSimpleDataSource as(String user) {
        PGSimpleDataSource dataSource = server.as(user);
        dataSource.setCurrentSchema(schema);
        return dataSource;
    }

    private Store open(DataSource dataSource) throws StoreException {
        return open(dataSource, CALL);
    }

    private Store open(DataSource dataSource, Duration callTimeout) throws StoreException {
        Store store = Jdbc.store(dataSource).open(callTimeout);
        opened.add(store);
        return store;
    }

    private static NextValue next(String text) {
        return new NextValue(text.getBytes(StandardCharsets.UTF_8), true);
    }

    private static String text(Versioned value) {
        return new String(value.value(), StandardCharsets.UTF_8);
    }

    private static Versioned applied(Replaced answer) {
        assertThat(answer).isInstanceOf(Replaced.Applied.class);
        return ((Replaced.Applied) answer).now();
    }

    private <T> Future<T> start(Callable<T> task) {
        return threads.submit(task);
    }

    private static <T> T get(Future<T> future) throws Exception {
        return future.get(30, TimeUnit.SECONDS);
    }

    @Test
    void manyClientsCreateTheTablesAtOnce() throws Exception {
        CountDownLatch start = new CountDownLatch(1);
        List<Future<Store>> all = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            all.add(start(() -> {
                start.await();
                return Jdbc.store(as("app")).open(CALL);
            }));
        }
        start.countDown();
        for (Future<Store> one : all) {
            get(one).close();
        }
    }

    @Test
    void aUserWhoCannotCreateTablesIsToldWhoCan() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> open(as("restricted")))
                .withMessageContaining("turnstile schema --on URL")
                .withMessageContaining("permission denied");
    }

    @Test
    void fourPrivilegesAreEnough() throws Exception {
        for (String statement : Jdbc.schema("jdbc:postgresql:")) {
            asOperator("set search_path to " + schema, statement);
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> open(as("restricted")))
                .withMessageContaining("SELECT, INSERT, UPDATE and DELETE");
        asOperator("grant select, insert, update, delete on all tables in schema " + schema + " to restricted");
        Store store = open(as("restricted"));
        Register session = store.register("s/" + "0".repeat(32));
        Versioned live = applied(session.replace(Versioned.ABSENT, next("live")));
        try (Guarded transaction = Guarded.begin(as("restricted"), "0".repeat(32))) {
            assertThat(transaction).isNotNull();
        }
        Versioned dead = applied(session.retire(live, next("dead")));
        applied(session.delete(dead));
        Register gate = store.register("t/gate");
        applied(gate.update(value -> next("first")));
        gate.await(Versioned.ABSENT, CALL);
    }

    @Test
    void aReadOnlyServerIsRefused() throws SQLException {
        PGSimpleDataSource readOnly = as("app");
        readOnly.setOptions("-c default_transaction_read_only=on");
        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> open(readOnly))
                .withMessageContaining("read-only");
    }

    @Test
    void aServerInRecoveryIsRefusedUntilItIsThePrimary() throws Exception {
        Store store = open(as("app"), Duration.ofSeconds(2));
        Register gate = store.register("t/gate");
        Versioned seen = applied(gate.replace(Versioned.ABSENT, next("first")));
        Path standby = server.data().resolve("standby.signal");
        server.stop();
        Files.createFile(standby);
        server.start();
        try {
            assertThatExceptionOfType(StoreException.class)
                    .isThrownBy(() -> open(as("app")))
                    .withMessageContaining("standby");
            assertThat(gate.replace(seen, next("second"))).isInstanceOf(Replaced.Unknown.class);
            assertThatExceptionOfType(StoreException.class)
                    .isThrownBy(gate::read)
                    .withMessageContaining("standby");
        } finally {
            server.stop();
            removeIfThere(standby);
            server.start();
        }
        assertThat(text(gate.read())).isEqualTo("first");
    }

    private static void removeIfThere(Path file) throws IOException {
        Files.deleteIfExists(file);
    }

    @Test
    void commitsAreSynchronousWhateverTheSessionSays() throws Exception {
        PGSimpleDataSource hasty = as("app");
        hasty.setOptions("-c synchronous_commit=off");
        Store store = open(hasty);
        logSettingsAtCommit();
        Register gate = store.register("t/gate");
        Versioned first = applied(gate.replace(Versioned.ABSENT, next("first")));
        assertThat(gate.replace(Versioned.ABSENT, next("first"))).isInstanceOf(Replaced.Conflict.class);
        Versioned second = applied(gate.replace(first, next("second")));
        assertThat(gate.replace(first, next("third"))).isInstanceOf(Replaced.Conflict.class);
        applied(gate.replace(second, new NextValue(new byte[] {1}, false)));
        applied(gate.update(value -> next("fourth")));
        Register session = store.register("s/" + "c".repeat(32));
        Versioned live = applied(session.replace(Versioned.ABSENT, next("live")));
        Versioned dead = applied(session.retire(live, next("dead")));
        applied(session.delete(dead));
        try (Connection connection = hasty.getConnection()) {
            assertThat(Dialect.row(connection, "select string_agg(setting, ' ') from settings"))
                    .containsExactly("on on on on on on on");
            Dialect.run(connection, "update turnstile_register set seen = seen");
            assertThat(Dialect.row(connection, "select setting from settings where setting = 'off'"))
                    .as("without the store")
                    .containsExactly("off");
        }
    }

    private void logSettingsAtCommit() throws SQLException {
        asOperator("create table settings (setting text)", """
            create function log_setting() returns trigger language plpgsql as $$ begin
                insert into settings values (current_setting('synchronous_commit')); return null; end $$\
            """, """
            create constraint trigger log_setting after insert or update or delete on turnstile_register
                deferrable initially deferred for each row execute function log_setting()\
            """);
    }

    @Test
    void aPausedClerkBlocksTheOthersForASecondOnly() throws Exception {
        Store paused = open(as("app"));
        Store other = open(as("app"));
        applied(paused.register("t/gate").replace(Versioned.ABSENT, next("first")));
        CountDownLatch locked = new CountDownLatch(1);
        CountDownLatch resumed = new CountDownLatch(1);
        Future<Replaced> pausedUpdate = start(() -> paused.register("t/gate").update(value -> {
            locked.countDown();
            try {
                resumed.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return next("paused");
        }));
        locked.await();
        Versioned written = applied(other.register("t/gate").update(value -> next(text(value) + ", second")));
        resumed.countDown();
        assertThat(get(pausedUpdate)).isInstanceOf(Replaced.Unknown.class);
        assertThat(paused.register("t/gate").read().isSame(written)).isTrue();
        assertThat(text(written)).isEqualTo("first, second");
    }

    @Test
    void theDriverHandsOverNotificationsAtOnce() throws Exception {
        Store store = open(as("app"));
        Versioned seen = applied(store.register("t/gate").replace(Versioned.ABSENT, next("first")));
        untilListening(store, seen);
        assertThat(((JdbcStore) store).watch().isQuick())
                .as("the fields of this version of the driver are known")
                .isTrue();
    }

    @Test
    void aNotificationBringsTheValue() throws Exception {
        Store waiting = open(as("app"));
        Store other = open(as("app"));
        Register gate = waiting.register("t/gate");
        Versioned seen = applied(gate.replace(Versioned.ABSENT, next("first")));
        untilListening(waiting, seen);
        for (String text : List.of("second", "third")) {
            Optional<Versioned> told = Optional.empty();
            while (told.isEmpty()) { // it is, if the listener has only just begun to listen
                seen = gate.read();
                Versioned written = applied(other.register("t/gate").replace(seen, next(text)));
                told = gate.await(seen, CALL.multipliedBy(10));
                told.ifPresent(value -> assertThat(value).isEqualTo(written));
            }
        }
        seen = gate.read();
        NextValue tooLong = new NextValue(new byte[5_000], true);
        Versioned written = applied(other.register("t/gate").replace(seen, tooLong));
        assertThat(gate.await(seen, CALL.multipliedBy(10))).as("it is too long").isEmpty();
        assertThat(gate.read()).isEqualTo(written);
    }

    @Test
    void aPausedRetirementBlocksTheOthersForASecondOnly() throws Exception {
        CountDownLatch locked = new CountDownLatch(1);
        CountDownLatch resumed = new CountDownLatch(1);
        Store paused = open(pausingBeforeCommit(as("app"), locked, resumed));
        Store other = open(as("app"));
        String session = "s/" + "e".repeat(32);
        Versioned live = applied(other.register(session).replace(Versioned.ABSENT, next("live")));
        Future<Replaced> pausedRetirement = start(() -> paused.register(session).retire(live, next("paused")));
        locked.await();
        Replaced answer = other.register(session).retire(live, next("dead"));
        for (int i = 0; i < 10 && !(answer instanceof Replaced.Applied); i++) {
            answer = other.register(session).retire(live, next("dead"));
        }
        resumed.countDown();
        applied(answer);
        assertThat(get(pausedRetirement)).isNotInstanceOf(Replaced.Applied.class);
        assertThat(text(other.register(session).read())).isEqualTo("dead");
    }

    /** Returns connections that stop before the second statement of a retirement, which has locked the guard. */
    private static DataSource pausingBeforeCommit(DataSource direct, CountDownLatch locked, CountDownLatch resumed) {
        return Pretended.as(DataSource.class, (method, arguments) -> {
            Object answer = method.invoke(direct, arguments);
            if (!(answer instanceof Connection one)) {
                return answer;
            }
            boolean[] hasDeleted = {false};
            return Pretended.as(Connection.class, (call, its) -> {
                if (call.getName().equals("prepareStatement")) {
                    if (hasDeleted[0]) {
                        locked.countDown();
                        resumed.await();
                    }
                    hasDeleted[0] |= ((String) its[0]).startsWith("delete from turnstile_guard where session");
                }
                return call.invoke(one, its);
            });
        });
    }

    @Test
    void aCallThatWaitsForALockEndsWithinItsLimit() throws Exception {
        Store store = open(as("app"), Duration.ofSeconds(1));
        Register gate = store.register("t/gate");
        Versioned seen = applied(gate.replace(Versioned.ABSENT, next("first")));
        try (Connection locker = as("app").getConnection()) {
            locker.setAutoCommit(false);
            Dialect.run(locker, "update turnstile_register set seen = seen");
            assertThat(gate.replace(seen, next("second"))).isInstanceOf(Replaced.Unknown.class);
            assertThat(text(gate.read())).as("reads do not wait").isEqualTo("first");
            locker.rollback();
        }
        assertThat(text(gate.read())).isIn("first", "second");
    }

    @Test
    void guardsOfOneSessionDoNotWaitForEachOther() throws Exception {
        String session = "a".repeat(32);
        Store store = open(as("app"));
        applied(store.register("s/" + session).replace(Versioned.ABSENT, next("live")));
        try (Guarded one = Guarded.begin(as("app"), session);
                Guarded other = Guarded.begin(as("app"), session)) {
            assertThat(timeoutOf(one.connection())).isEqualTo("60000");
            Dialect.run(other.connection(), "set idle_in_transaction_session_timeout = '5s'");
            assertThat(Guards.guard(other.connection(), session, Duration.ofSeconds(60)))
                    .isTrue();
            assertThat(timeoutOf(other.connection())).as("the smaller one").isEqualTo("5000");
        }
        try (Connection connection = as("app").getConnection()) {
            assertThatIllegalStateException()
                    .isThrownBy(() -> Guards.guard(connection, session, CALL))
                    .withMessageContaining("setAutoCommit(false)");
        }
    }

    private static String timeoutOf(Connection connection) throws SQLException {
        return Dialect.row(
                        connection,
                        "select setting from pg_settings where name = 'idle_in_transaction_session_timeout'")
                .get(0);
    }

    @Test
    void notificationsWakeOtherClients() throws Exception {
        Store waiting = open(as("app"));
        Store writing = open(as("app"));
        assertThat(waiting.traits().notifies()).isTrue();
        Versioned seen = applied(writing.register("t/gate").replace(Versioned.ABSENT, next("first")));
        untilListening(waiting, seen);
        Future<Boolean> wakes = start(() -> {
            waiting.register("t/gate").await(seen, CALL.multipliedBy(10));
            return true;
        });
        applied(writing.register("t/gate").replace(seen, next("second")));
        assertThat(get(wakes)).isTrue();
    }

    /** Waits until the store has found out that notifications arrive. */
    private static void untilListening(Store store, Versioned seen) throws Exception {
        while (!((JdbcStore) store).watch().isListening()) {
            store.register("t/gate").await(seen, Duration.ofMillis(20));
        }
    }

    @Test
    void aPoolerThatSwapsConnectionsIsDetected() throws Exception {
        Store waiting = open(swapping(as("app")));
        Store writing = open(as("app"));
        Versioned seen = applied(writing.register("t/gate").replace(Versioned.ABSENT, next("first")));
        while (waiting.traits().notifies()) {
            waiting.register("t/gate").await(seen, Duration.ofMillis(20));
        }
        Future<Boolean> wakes = start(() -> {
            waiting.register("t/gate").await(seen, CALL.multipliedBy(10));
            return true;
        });
        applied(writing.register("t/gate").replace(seen, next("second")));
        assertThat(get(wakes)).as("by polling").isTrue();
    }

    /** Returns connections of which every statement goes to the next of two, as a transaction-mode pooler does. */
    private static DataSource swapping(DataSource direct) {
        return Pretended.as(DataSource.class, (method, arguments) -> {
            Object answer = method.invoke(direct, arguments);
            if (!(answer instanceof Connection one)) {
                return answer;
            }
            Connection other = direct.getConnection();
            int[] statements = {0};
            return Pretended.as(Connection.class, (call, its) -> {
                if (call.getName().equals("close") || call.getName().equals("abort")) {
                    call.invoke(other, its);
                }
                boolean isStatement = call.getName().endsWith("Statement") && one.getAutoCommit();
                statements[0] += isStatement ? 1 : 0;
                return call.invoke(isStatement && statements[0] % 2 == 0 ? other : one, its);
            });
        });
    }

    @Test
    void noConnectionIsLeftAfterClose() throws Exception {
        PGSimpleDataSource named = as("app");
        named.setApplicationName(schema);
        Store store = open(named);
        Register session = store.register("s/" + "b".repeat(32));
        Versioned seen = applied(session.replace(Versioned.ABSENT, next("live")));
        session.await(seen, Duration.ofMillis(100));
        applied(session.retire(seen, next("ended")));
        assertThat(connections()).isBetween(2L, 4L);
        store.close();
        while (connections() > 0) {
            Thread.onSpinWait(); // the server notices soon
        }
    }

    private long connections() throws SQLException {
        try (Connection connection = server.as("operator").getConnection()) {
            return Long.parseLong(Dialect.row(
                            connection,
                            "select count(*)::text from pg_stat_activity where application_name = ?",
                            schema)
                    .get(0));
        }
    }

    @Test
    void theStoreSaysWhereItIsWithoutSecrets() throws Exception {
        PGSimpleDataSource dataSource = as("app");
        dataSource.setPassword("secret");
        Store.Opener opener = Jdbc.store(dataSource);
        assertThat(opener).hasToString("the database of PGSimpleDataSource");
        opener.open(CALL).close();
        assertThat(opener.toString())
                .startsWith("PostgreSQL at jdbc:postgresql://127.0.0.1:")
                .doesNotContain("secret");
        assertThat(opener).isEqualTo(Jdbc.store(dataSource)).isNotEqualTo(Jdbc.store(as("app")));
    }
}
