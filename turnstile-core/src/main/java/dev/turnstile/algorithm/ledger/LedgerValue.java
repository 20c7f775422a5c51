package dev.turnstile.algorithm.ledger;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * A whole ledger as an immutable value, with a checksum and a version that grows by one with every commit.
 *
 * <pre>{@code
 * LedgerValue empty = LedgerValue.empty(0, 3);
 * LedgerValue.of(empty.bytes()).equals(empty);     // true
 * }</pre>
 */
public final class LedgerValue {
    private final long[] words;

    private LedgerValue(long[] words) {
        this.words = words;
    }

    /** Returns the current contents of the ledger. */
    static LedgerValue of(Ledger ledger) {
        ledger.words()[0] = ledger.seal();
        return new LedgerValue(Arrays.copyOf(ledger.words(), ledger.length()));
    }

    /** Returns an empty ledger with these bounds, in version 0. */
    public static LedgerValue empty(int floor, int limit) {
        LedgerSystem.checkBounds(floor, limit);
        Ledger ledger = new Ledger(1);
        ledger.open(floor, limit);
        return of(ledger);
    }

    /**
     * Returns the value that {@link #bytes} has encoded.
     *
     * @throws DamagedException if the bytes do not encode a ledger
     */
    public static LedgerValue of(byte[] bytes) {
        int length = bytes.length / Long.BYTES;
        if (bytes.length % Long.BYTES != 0 || length < Ledger.wordsUsed(0)) {
            throw new DamagedException("a value of " + bytes.length + " bytes");
        }
        long[] words = new long[length];
        ByteBuffer.wrap(bytes).asLongBuffer().get(words);
        if (words[0] != Ledger.seal(words, length)) {
            throw new DamagedException("a value whose checksum is wrong");
        }
        return new LedgerValue(words);
    }

    /** Returns the value encoded as bytes, for storage. */
    public byte[] bytes() {
        ByteBuffer bytes = ByteBuffer.allocate(words.length * Long.BYTES);
        bytes.asLongBuffer().put(words);
        return bytes.array();
    }

    /** Returns how many commits led to this value. */
    public long version() {
        return Ledger.version(words);
    }

    /** Copies this value to the ledger. */
    void copyTo(Ledger ledger) {
        if (words.length > ledger.words().length) {
            throw new DamagedException(
                    "a value of " + words.length + " words, and there is room for " + ledger.words().length);
        }
        System.arraycopy(words, 0, ledger.words(), 0, words.length);
        ledger.length(words.length);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof LedgerValue value && Arrays.equals(words, value.words);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(words);
    }

    @Override
    public String toString() {
        return "LedgerValue[version=" + version() + ", words=" + words.length + "]";
    }
}
