package dev.turnstile.lab.run;

/** Spreads the bits of packed configurations. */
public final class Hash {
    private static final long GOLDEN = 0x9E37_79B9_7F4A_7C15L; // 2^64 divided by the golden ratio

    private Hash() {}

    public static long mix(long value) {
        long product = (value ^ value >>> 32) * GOLDEN;
        return product ^ product >>> 29;
    }

    public static long of(long[] words, int at, int count) {
        long hash = 0;
        for (int i = at; i < at + count; i++) {
            hash = mix(hash ^ words[i]);
        }
        return hash;
    }
}
