package dev.turnstile.jdbc;

import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/** The database servers of the tests: one of each per JVM, started when a test first needs it. */
public final class Servers implements LauncherSessionListener {
    private static Optional<PostgresServer> postgres = Optional.empty();
    private static Optional<MariaServer> maria = Optional.empty();

    /** Returns the PostgreSQL server; skips the test if there can't be one. */
    static synchronized PostgresServer postgres() {
        if (postgres.isEmpty()) {
            PostgresServer.missing().ifPresent(why -> skip("PostgreSQL", why));
            postgres = Optional.of(new PostgresServer());
        }
        return postgres.get();
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
        postgres.ifPresent(PostgresServer::close);
        maria.ifPresent(MariaServer::close);
        postgres = Optional.empty();
        maria = Optional.empty();
    }
}
