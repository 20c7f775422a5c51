package dev.turnstile.driver.mapped;

import dev.turnstile.Permit;
import dev.turnstile.Turnstile;
import dev.turnstile.algorithm.ledger.Ledger;
import dev.turnstile.algorithm.ledger.PageWriter;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;

/**
 * A complete file as a real turnstile left it, to be copied and damaged. In a copy, all holders and waiters are dead,
 * because the locks that show which processes are alive are not copied.
 *
 * @param what the holders and waiters in it
 * @param limit the limit
 * @param participants the number of participants it has room for
 * @param bytes the file
 */
record Sample(String what, int limit, int participants, byte[] bytes) {
    private static final int BLOCK = 4096;

    /**
     * Returns a sample with the given numbers of holders, of one unit each, and waiters, after some earlier permits.
     */
    static Sample of(Path folder, int limit, int participants, int inside, int waiting) throws Exception {
        String name = "inside" + inside + "-waiting" + waiting + "-room" + participants;
        try (Turnstile gate = open(folder, name, limit, participants)) {
            for (int i = 0; i < 5; i++) {
                gate.acquire(1 + i % limit).close();
            }
            List<Permit> holders = new ArrayList<>();
            for (int i = 0; i < inside; i++) {
                holders.add(gate.acquire());
            }
            List<CompletableFuture<Permit>> waiters = new ArrayList<>();
            for (int i = 0; i < waiting; i++) {
                waiters.add(gate.acquireAsync(1 + i % limit));
            }
            Sample sample = taken(folder, name, limit, participants);
            waiters.forEach(waiter -> waiter.cancel(false));
            holders.forEach(Permit::close);
            return sample;
        }
    }

    private static Turnstile open(Path folder, String name, int limit, int participants) {
        return Turnstile.atMost(limit).named(name).participants(participants).open(Mapped.in(folder));
    }

    private static Sample taken(Path folder, String name, int limit, int participants) throws IOException {
        return new Sample(name, limit, participants, Files.readAllBytes(folder.resolve(name + ".turnstile")));
    }

    long length() {
        return bytes.length;
    }

    /** Writes a copy, leaving out blocks of zeros as the file itself does. */
    void copyTo(Path path) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
            file.setLength(bytes.length);
            for (int at = 0; at < bytes.length; at += BLOCK) {
                if (!isZero(at)) {
                    file.seek(at);
                    file.write(bytes, at, BLOCK);
                }
            }
        }
    }

    private boolean isZero(int block) {
        for (int at = block; at < block + BLOCK; at++) {
            if (bytes[at] != 0) {
                return false;
            }
        }
        return true;
    }

    /** Returns a byte in use: of the header, the root, the first members, or the page that the root names. */
    long somewhereUsed(Random random) {
        return switch (random.nextInt(4)) {
            case 0 -> random.nextInt(Geometry.HEADER_BYTES);
            case 1 -> Geometry.FIRST_CELL + random.nextInt(Long.BYTES);
            case 2 -> geometry().member(random.nextInt(3)) + random.nextInt(random.nextBoolean() ? 64 : 128);
            default -> wordOfThePage(random) + random.nextInt(Long.BYTES);
        };
    }

    /** Returns the offset of a word in use on the page that the root names. */
    long wordOfThePage(Random random) {
        long page = page();
        int length = (int) word(page) & 0xFFFF;
        return page + (long) random.nextInt(length) * Long.BYTES;
    }

    private long page() {
        int page = (int) word(Geometry.FIRST_CELL) & PageWriter.PAGES_MAX;
        return geometry().cell(1 + page * Ledger.words(participants));
    }

    private long word(long at) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getLong((int) at);
    }

    private Geometry geometry() {
        return Geometry.ofLedger(participants);
    }

    @Override
    public String toString() {
        return what;
    }

    @Override
    public boolean equals(Object other) {
        return this == other; // compared by identity
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }
}
