package dev.turnstile.jdbc;

import javax.sql.DataSource;

/** Where a database is. */
final class Places {
    private Places() {}

    /** Returns true if both are the same object, or have the same URL and properties. */
    @SuppressWarnings("ReferenceEquality") // the same pool, not an equal one
    static boolean areSame(DataSource one, DataSource other) {
        return one == other || (one instanceof DriverDataSource && one.equals(other));
    }

    /** Returns a JDBC URL without parameters and users, which may be secrets. */
    static String withoutSecrets(String url) {
        return url == null ? "an unknown place" : url.replaceFirst("[?;].*", "").replaceFirst("//[^/@]*@", "//");
    }
}
