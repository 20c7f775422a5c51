package dev.turnstile.jdbc;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Assumptions;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/** The database servers of the tests, started when a test first needs them. */
public final class Servers implements LauncherSessionListener {
    /** The lock of the classes that use the MariaDB server. One of them stops it, and one changes its settings. */
    static final String MARIA = "the MariaDB server";

    private static final Map<Class<?>, PostgresServer> STOPPED = new ConcurrentHashMap<>();
    private static Optional<PostgresServer> postgres = Optional.empty();
    private static Optional<MariaServer> maria = Optional.empty();

    /**
     * Returns the PostgreSQL server that test classes share, which run at the same time: none stops it. Skips the test
     * if there can't be one.
     */
    static synchronized PostgresServer postgres() {
        if (postgres.isEmpty()) {
            PostgresServer.missing().ifPresent(why -> skip("PostgreSQL", why));
            postgres = Optional.of(new PostgresServer());
        }
        return postgres.get();
    }

    /** Returns a PostgreSQL server that the tests of this class may stop; skips the test if there can't be one. */
    static PostgresServer postgresOf(Class<?> tests) {
        PostgresServer shared = postgres();
        return STOPPED.computeIfAbsent(tests, its -> new PostgresServer(shared.programs()));
    }

    /** Returns the MariaDB server; skips the test if there can't be one. */
    static synchronized MariaServer maria() {
        if (maria.isEmpty()) {
            MariaServer.missing().ifPresent(why -> skip("MariaDB", why));
            maria = Optional.of(new MariaServer());
        }
        return maria.get();
    }

    /** Skips the current test, and says so loudly. */
    static void skip(String server, String why) {
        System.err.println("*** SKIPPED: the tests on " + server + ": " + why + " ***");
        Assumptions.abort(why);
    }

    @Override
    public void launcherSessionClosed(LauncherSession session) {
        close();
    }

    private static synchronized void close() {
        STOPPED.values().forEach(PostgresServer::close);
        postgres.ifPresent(PostgresServer::close);
        maria.ifPresent(MariaServer::close);
        STOPPED.clear();
        postgres = Optional.empty();
        maria = Optional.empty();
    }
}
