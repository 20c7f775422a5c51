/**
 * The store in a database: PostgreSQL, MySQL, MariaDB or H2.
 *
 * <p>Read {@link dev.turnstile.jdbc.Jdbc} first. Inside, {@code JdbcStore} and {@code JdbcRegister} make the calls,
 * each on a {@code Link}: one connection with its own thread and limit. {@code Watch} waits for changes.
 */
package dev.turnstile.jdbc;
