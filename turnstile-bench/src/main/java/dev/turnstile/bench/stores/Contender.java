package dev.turnstile.bench.stores;

import dev.turnstile.Permit;
import dev.turnstile.Turnstile;
import dev.turnstile.driver.store.StoreDriver;
import dev.turnstile.jdbc.Jdbc;
import java.sql.SQLException;
import java.util.Properties;

/** A limit on concurrent holders that is kept in a database, as one process uses it. Its threads share one instance. */
interface Contender extends AutoCloseable {
    /** A place that a thread holds. */
    @FunctionalInterface
    interface Place {
        /** Gives the place back, on the thread that entered. */
        void leave() throws SQLException, InterruptedException;
    }

    /** Waits for a place. */
    Place enter() throws SQLException, InterruptedException;

    @Override
    void close() throws SQLException;

    /** The contenders, and how each of them waits. */
    enum Kind {
        /** The subject. */
        TURNSTILE("Turnstile"),
        /** One row per unit; waiters try again every millisecond. */
        ROWS_POLLED("rows, polled"),
        /** One row per unit; waiters listen for notifications. */
        ROWS_NOTIFIED("rows, notified"),
        /** ShedLock's JDBC provider, which has one place; waiters try again every millisecond. */
        SHEDLOCK("ShedLock"),
        /** Advisory locks of sessions, which write nothing; the server makes waiters wait. */
        ADVISORY("advisory locks");

        private final String label;

        Kind(String label) {
            this.label = label;
        }

        /** Returns the name in the table. */
        String label() {
            return label;
        }

        /** Returns true if it can let this many in. */
        boolean supports(int places) {
            return this != SHEDLOCK || places == 1;
        }

        /** Opens the limit of this name in the database, with this many places. */
        Contender open(String url, String name, int places) throws SQLException {
            return switch (this) {
                case TURNSTILE -> turnstile(url, name, places);
                case ROWS_POLLED -> new RowPerUnit(url, name, places, false);
                case ROWS_NOTIFIED -> new RowPerUnit(url, name, places, true);
                case SHEDLOCK -> new Shedlock(url, name);
                case ADVISORY -> new AdvisoryLocks(url, name, places);
            };
        }

        private static Contender turnstile(String url, String name, int places) {
            Turnstile gate =
                    Turnstile.atMost(places).named(name).open(StoreDriver.on(Jdbc.store(url, new Properties())));
            return new Contender() {
                @Override
                public Place enter() throws InterruptedException {
                    Permit permit = gate.acquire();
                    return permit::close;
                }

                @Override
                public void close() {
                    gate.close();
                }
            };
        }
    }
}
