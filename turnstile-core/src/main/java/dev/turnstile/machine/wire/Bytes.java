package dev.turnstile.machine.wire;

import java.util.Arrays;

/**
 * Numbers as bytes, and back: seven bits to a byte, the lowest first, the top bit set on all but the last; negative
 * ones are folded in between (0, -1, 1, -2, ..). There is one way to write a number, and only that one is read.
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

    /** A number from 0 to one less than this. */
    int choice(int bound) throws MalformedFrameException {
        long value = number();
        if (value < 0 || value >= bound) {
            throw malformed(value + " is not between 0 and " + (bound - 1));
        }
        return (int) value;
    }

    /** How many follow, each of which has at least one byte: so nothing is made room for that can't be there. */
    int count() throws MalformedFrameException {
        return choice(left() + 1);
    }

    MalformedFrameException malformed(String problem) {
        return new MalformedFrameException(problem, at);
    }
}
