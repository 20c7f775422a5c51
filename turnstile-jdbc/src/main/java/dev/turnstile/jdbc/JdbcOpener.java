package dev.turnstile.jdbc;

import dev.turnstile.driver.store.Store;
import dev.turnstile.driver.store.StoreException;
import java.time.Duration;
import javax.sql.DataSource;

/** A data source, compared as {@link Places#areSame} does. */
final class JdbcOpener implements Store.Opener {
    private final DataSource dataSource;
    private volatile String place;

    JdbcOpener(DataSource dataSource) {
        this.dataSource = dataSource;
        this.place = dataSource instanceof DriverDataSource
                ? dataSource.toString()
                : "the database of " + dataSource.getClass().getSimpleName();
    }

    @Override
    public Store open(Duration callTimeout) throws StoreException {
        JdbcStore store = new JdbcStore(dataSource, callTimeout);
        try {
            place = store.prepare();
            return store;
        } catch (StoreException | RuntimeException e) {
            store.close();
            throw e;
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof JdbcOpener that && Places.areSame(dataSource, that.dataSource);
    }

    @Override
    public int hashCode() {
        return dataSource instanceof DriverDataSource ? dataSource.hashCode() : System.identityHashCode(dataSource);
    }

    @Override
    public String toString() {
        return place;
    }
}
