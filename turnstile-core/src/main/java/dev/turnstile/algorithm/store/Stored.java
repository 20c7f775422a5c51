package dev.turnstile.algorithm.store;

import dev.turnstile.algorithm.ledger.DamagedException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Function;
import java.util.zip.CRC32;

/**
 * How values are written to a store: a mark, the format, the contents, and a checksum of it all. The checksum detects
 * accidental damage, not an attacker.
 */
final class Stored {
    /** The newest format that this version reads and writes. */
    static final int FORMAT = 1;

    private static final int TEXT_MAX = 200;
    private static final int FRAME = Integer.BYTES + Short.BYTES + Integer.BYTES;

    private Stored() {}

    static ByteBuffer begin(int mark, int contents) {
        return ByteBuffer.allocate(FRAME + contents).putInt(mark).putShort((short) FORMAT);
    }

    @SuppressWarnings("ByteBufferBackingArray") // begin has allocated it
    static byte[] end(ByteBuffer written) {
        int length = written.position();
        written.putInt(sum(written.array(), length));
        return Arrays.copyOf(written.array(), length + Integer.BYTES);
    }

    /**
     * Returns the contents, provided that mark, format and checksum are right.
     *
     * @throws DamagedException if they are not
     */
    static ByteBuffer open(byte[] bytes, int mark, String what) {
        int length = bytes.length - Integer.BYTES;
        ByteBuffer read = ByteBuffer.wrap(bytes);
        if (length < FRAME - Integer.BYTES || read.getInt() != mark) {
            throw new DamagedException("a value of " + bytes.length + " bytes that is not " + what);
        }
        int format = read.getShort();
        if (format != FORMAT) {
            throw new DamagedException(what + " of format " + format + ", and this version reads format " + FORMAT);
        }
        if (read.getInt(length) != sum(bytes, length)) {
            throw new DamagedException(what + " whose checksum is wrong");
        }
        return read.limit(length);
    }

    /** Reads contents, and reports contents that end too early or too late as damage. */
    static <T> T read(byte[] bytes, int mark, String what, Function<ByteBuffer, T> reader) {
        try {
            ByteBuffer from = open(bytes, mark, what);
            T value = reader.apply(from);
            if (from.hasRemaining()) {
                throw new DamagedException(what + " with " + from.remaining() + " bytes too many");
            }
            return value;
        } catch (BufferUnderflowException | IllegalArgumentException | IndexOutOfBoundsException cut) {
            throw new DamagedException(what + " whose contents do not make sense");
        }
    }

    private static int sum(byte[] bytes, int length) {
        CRC32 sum = new CRC32();
        sum.update(bytes, 0, length);
        return (int) sum.getValue();
    }

    /** Returns the bytes of a text, without control characters, and cut if it is long. */
    static byte[] text(String text) {
        String clean = text.replaceAll("\\p{Cntrl}", "?");
        return (clean.length() > TEXT_MAX ? clean.substring(0, TEXT_MAX) : clean).getBytes(StandardCharsets.UTF_8);
    }

    static void putText(ByteBuffer to, byte[] text) {
        to.putShort((short) text.length).put(text);
    }

    static String getText(ByteBuffer from) {
        byte[] text = new byte[Short.toUnsignedInt(from.getShort())];
        from.get(text);
        return new String(text, StandardCharsets.UTF_8);
    }
}
