package dev.turnstile.machine.wire;

import java.util.Arrays;

/**
 * A buffer that encodes numbers as bytes and decodes them. Each byte holds seven bits, lowest first. The top bit is set
 * on all bytes but the last. Negative numbers are interleaved (0, -1, 1, -2, ..). Each number has exactly one encoding,
 * and decoding accepts no other.
 */
final class Bytes {
    private static final int MORE = 0x80;
    private static final int BITS = 7;

    private byte[] bytes;
    private int at;
    private final int end;

    private Bytes(byte[] bytes, int end) {
        this.bytes = bytes;
        this.end = end;
    }

    static Bytes toWrite() {
        return new Bytes(new byte[32], 0);
    }

    static Bytes toRead(byte[] bytes) {
        return new Bytes(bytes, bytes.length);
    }

    byte[] written() {
        return Arrays.copyOf(bytes, at);
    }

    void number(long value) {
        long rest = (value << 1) ^ (value >> (Long.SIZE - 1));
        while ((rest & -MORE) != 0) {
            put((int) (rest & (MORE - 1)) | MORE);
            rest >>>= BITS;
        }
        put((int) rest);
    }

    private void put(int value) {
        if (at == Wire.FRAME_MAX) {
            throw new IllegalArgumentException(
                    "the message is too long: a frame has at most " + Wire.FRAME_MAX + " bytes");
        }
        if (at == bytes.length) {
            bytes = Arrays.copyOf(bytes, 2 * at);
        }
        bytes[at++] = (byte) value;
    }

    int left() {
        return end - at;
    }

    long number() throws MalformedFrameException {
        long folded = 0;
        for (int shift = 0; shift < Long.SIZE; shift += BITS) {
            int next = next();
            folded |= (long) (next & (MORE - 1)) << shift;
            boolean tooLarge = shift + BITS > Long.SIZE && next > 1;
            if (tooLarge || (next == 0 && shift > 0)) {
                throw malformed(tooLarge ? "a number of more than 64 bits" : "a number that is longer than it need be");
            }
            if (next < MORE) {
                return (folded >>> 1) ^ -(folded & 1);
            }
        }
        throw malformed("a number of more than 64 bits");
    }

    private int next() throws MalformedFrameException {
        if (at == end) {
            throw malformed("it ends too early");
        }
        return bytes[at++] & 0xff;
    }

    /** Reads a number from 0 to {@code bound - 1}. */
    int choice(int bound) throws MalformedFrameException {
        long value = number();
        if (value < 0 || value >= bound) {
            throw malformed(value + " is not between 0 and " + (bound - 1));
        }
        return (int) value;
    }

    /**
     * Reads a count of elements, each of which takes at least one byte. A count beyond the bytes that are left is
     * malformed, so no memory is allocated for elements that can't be there.
     */
    int count() throws MalformedFrameException {
        return choice(left() + 1);
    }

    MalformedFrameException malformed(String problem) {
        return new MalformedFrameException(problem, at);
    }
}
