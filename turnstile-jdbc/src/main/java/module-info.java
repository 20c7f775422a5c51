/** Turnstile between machines, over a database. The only module that uses JDBC. */
module dev.turnstile.jdbc {
    requires transitive dev.turnstile.core;
    requires transitive java.sql;
    requires static org.postgresql.jdbc; // for LISTEN, if the database is PostgreSQL

    exports dev.turnstile.jdbc;
}
