package dev.turnstile.driver.mapped;

import dev.turnstile.Permit;
import dev.turnstile.Turnstile;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A second JVM that takes units again and again. While it holds them, it locks a byte of a common file for each of its
 * slots. A lock that is already taken shows a slot with two holders. It opens the file before the turnstile, because
 * the system closes the files of a killed process in the order in which they were opened.
 */
final class SlotUser {
    static final int LIMIT = 8;
    static final int UNITS_MAX = 4;
    static final int BEGUN = 50;

    private SlotUser() {}

    /** Arguments: folder, file, seed, requests. */
    public static void main(String[] args) throws Exception {
        Random random = new Random(Long.parseLong(args[2]));
        try (FileChannel file = FileChannel.open(Path.of(args[1]), StandardOpenOption.WRITE);
                Turnstile gate = Turnstile.units(LIMIT).named("gate").open(Mapped.in(Path.of(args[0])))) {
            for (int i = 1; i <= Integer.parseInt(args[3]); i++) {
                int units = 1 + random.nextInt(UNITS_MAX);
                try (Permit permit = gate.acquire(units)) {
                    use(permit, units, file);
                }
                if (i == BEGUN) {
                    System.out.println("begun");
                }
            }
        }
        System.out.println("done");
    }

    private static void use(Permit permit, int units, FileChannel file) throws IOException {
        if (permit.slots().size() != units) {
            throw new IllegalStateException(units + " units with slots " + permit.slots());
        }
        List<FileLock> locks = new ArrayList<>();
        for (int slot : permit.slots()) {
            FileLock lock = slot < LIMIT ? file.tryLock(slot, 1, false) : null;
            if (lock == null) {
                throw new IllegalStateException("slot " + slot + " has another holder, or is beyond the limit");
            }
            locks.add(lock);
        }
        for (FileLock lock : locks) {
            lock.release();
        }
    }
}
