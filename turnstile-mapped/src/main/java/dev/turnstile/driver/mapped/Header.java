package dev.turnstile.driver.mapped;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * The first bytes of the file, which identify it and describe its layout. They are written once, before the file has
 * its name.
 *
 * @param geometry the layout
 * @param boot the boot of the machine during which the file was created
 *     ({@link dev.turnstile.driver.mapped.os.Kernel#boot})
 * @param witnessed whether live processes hold bytes of the file ({@link Kernel.Witness#tells})
 */
record Header(Geometry geometry, String boot, boolean witnessed) {
    static final int VERSION = 2;

    private static final long MAGIC = 0x656C697473_6E7254L; // "Trnstile", as it reads in the file
    private static final int MAGIC_AT = 0;
    private static final int VERSION_AT = 8;
    private static final int MEMBERS_AT = 12;
    private static final int ENTRIES_AT = 16;
    private static final int PLACES_AT = 20;
    private static final int CELLS_AT = 24;
    private static final int STRIDE_AT = 28;
    private static final int ALGORITHM_AT = 32;
    private static final int TEXT_BYTES = 64;
    private static final int BOOT_AT = ALGORITHM_AT + TEXT_BYTES;
    private static final int WITNESSED_AT = BOOT_AT + TEXT_BYTES;
    private static final int CHECKSUM_AT = Geometry.HEADER_BYTES - Integer.BYTES;

    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

    void write(MemorySegment file) {
        file.set(LONG, MAGIC_AT, MAGIC);
        file.set(INT, VERSION_AT, VERSION);
        file.set(INT, MEMBERS_AT, geometry.members());
        file.set(INT, ENTRIES_AT, geometry.entries());
        file.set(INT, PLACES_AT, geometry.places());
        file.set(INT, CELLS_AT, geometry.cells());
        file.set(INT, STRIDE_AT, geometry.stride());
        write(file, ALGORITHM_AT, geometry.algorithm());
        write(file, BOOT_AT, boot);
        file.set(INT, WITNESSED_AT, witnessed ? 1 : 0);
        file.set(INT, CHECKSUM_AT, checksum(file));
    }

    private static void write(MemorySegment file, int at, String text) {
        byte[] bytes = Arrays.copyOf(text.getBytes(StandardCharsets.US_ASCII), TEXT_BYTES);
        MemorySegment.copy(bytes, 0, file, ValueLayout.JAVA_BYTE, at, TEXT_BYTES);
    }

    /**
     * Reads the header from the first {@link Geometry#HEADER_BYTES} bytes.
     *
     * @throws UnusableException if they are not a header
     */
    static Header read(MemorySegment file) throws UnusableException {
        if (file.get(LONG, MAGIC_AT) != MAGIC) {
            throw new UnusableException("it is not a turnstile file: it begins with other bytes");
        }
        int version = file.get(INT, VERSION_AT);
        if (version != VERSION) {
            throw new UnusableException("it has version " + version + ", but this program supports version " + VERSION);
        }
        if (file.get(INT, CHECKSUM_AT) != checksum(file)) {
            throw new UnusableException("its header is damaged: the checksum is wrong");
        }
        Geometry geometry = new Geometry(
                text(file, ALGORITHM_AT),
                file.get(INT, MEMBERS_AT),
                file.get(INT, ENTRIES_AT),
                file.get(INT, PLACES_AT),
                file.get(INT, CELLS_AT),
                file.get(INT, STRIDE_AT));
        return new Header(geometry, text(file, BOOT_AT), file.get(INT, WITNESSED_AT) != 0);
    }

    private static String text(MemorySegment file, int at) {
        byte[] bytes = file.asSlice(at, TEXT_BYTES).toArray(ValueLayout.JAVA_BYTE);
        return new String(bytes, StandardCharsets.US_ASCII).replace("\0", "");
    }

    private static int checksum(MemorySegment file) {
        ByteBuffer bytes = ByteBuffer.wrap(file.asSlice(0, CHECKSUM_AT).toArray(ValueLayout.JAVA_BYTE));
        CRC32C sum = new CRC32C();
        sum.update(bytes);
        return (int) sum.getValue();
    }
}
