package dev.turnstile.driver.store;

import java.util.Arrays;

/**
 * A value as one process has read or written it, with the store's version of it. Versions are compared for equality
 * only. The array is not copied: do not change it.
 */
public final class Versioned {
    /** A value that does not exist. */
    public static final Versioned ABSENT = new Versioned(Long.MIN_VALUE, new byte[0]);

    private final long version;
    private final byte[] value;

    private Versioned(long version, byte[] value) {
        this.version = version;
        this.value = value;
    }

    /** Returns a value that has this version. */
    public static Versioned of(long version, byte[] value) {
        return new Versioned(version, value);
    }

    /** Returns the version that the store has given to this value. */
    public long version() {
        return version;
    }

    /** Returns the value. */
    public byte[] value() {
        return value;
    }

    /** Returns true if there is no value. */
    @SuppressWarnings("ReferenceEquality") // the one absent value
    public boolean isAbsent() {
        return this == ABSENT;
    }

    /** Returns true if both have the same version, or both are absent. */
    public boolean isSame(Versioned other) {
        return isAbsent() == other.isAbsent() && version == other.version;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Versioned that && isSame(that) && Arrays.equals(value, that.value);
    }

    @Override
    public int hashCode() {
        return Long.hashCode(version);
    }

    @Override
    public String toString() {
        return isAbsent() ? "absent" : value.length + " bytes, version " + version;
    }
}
