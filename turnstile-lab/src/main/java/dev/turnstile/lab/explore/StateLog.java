package dev.turnstile.lab.explore;

import java.util.Arrays;

/**
 * A growing list of packed configurations, in chunks of flat memory. One thread appends; all threads may read what was
 * published.
 */
final class StateLog {
    private static final int CHUNK_BITS = 14;
    private static final int CHUNK = 1 << CHUNK_BITS;

    private final int words;
    private long[][] chunks = new long[16][];
    private int size;

    StateLog(int words) {
        this.words = words;
    }

    int size() {
        return size;
    }

    void append(long[] state) {
        System.arraycopy(state, 0, chunkForNext(), (size & (CHUNK - 1)) * words, words);
        size++;
    }

    void append(long state) {
        chunkForNext()[size & (CHUNK - 1)] = state;
        size++;
    }

    void removeLast() {
        size--;
    }

    long[] chunk(int index) {
        return chunks[index >>> CHUNK_BITS];
    }

    int offset(int index) {
        return (index & (CHUNK - 1)) * words;
    }

    private long[] chunkForNext() {
        int chunk = size >>> CHUNK_BITS;
        if (chunk == chunks.length) {
            chunks = Arrays.copyOf(chunks, 2 * chunk);
        }
        if (chunks[chunk] == null) {
            chunks[chunk] = new long[CHUNK * words];
        }
        return chunks[chunk];
    }

    long bytes() {
        return ((long) (size >>> CHUNK_BITS) + 1) * CHUNK * words * Long.BYTES;
    }
}
