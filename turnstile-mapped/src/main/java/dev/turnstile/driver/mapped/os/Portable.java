package dev.turnstile.driver.mapped.os;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.locks.LockSupport;

/**
 * A kernel that uses plain Java only. A sleeping thread looks again every millisecond. Process number and start time
 * show which processes are alive.
 */
public final class Portable implements Kernel {
    private static final long LOOK_NANOS = 1_000_000;

    @Override
    public long user() {
        return Integer.toUnsignedLong(System.getProperty("user.name").hashCode());
    }

    @Override
    public void sleep(MemorySegment word, int expected, long nanos) {
        long end = System.nanoTime() + nanos;
        while (word.get(ValueLayout.JAVA_INT, 0) == expected && end - System.nanoTime() > 0) {
            LockSupport.parkNanos(LOOK_NANOS);
            if (Thread.currentThread().isInterrupted()) {
                return;
            }
        }
    }

    @Override
    public void wake(MemorySegment word) {}

    @Override
    public void wakeAll(MemorySegment word) {}

    @Override
    public long startOf(long pid) {
        long start = Proc.startOf(pid);
        return start == UNKNOWN ? Proc.isThere() ? 0 : startByHandle(pid) : start;
    }

    @Override
    public boolean isStopped(long pid, long start) {
        return Proc.isStopped(pid, start);
    }

    private static long startByHandle(long pid) {
        return ProcessHandle.of(pid)
                .filter(ProcessHandle::isAlive)
                .map(process ->
                        process.info().startInstant().map(Instant::toEpochMilli).orElse(1L))
                .orElse(0L);
    }

    @Override
    public long pidNamespace() {
        return 0;
    }

    @Override
    public String boot() {
        return "";
    }

    @Override
    public Witness open(Path file) throws IOException {
        return open(file, "rw");
    }

    @Override
    public Witness openToLook(Path file) throws IOException {
        return open(file, "r");
    }

    private static Witness open(Path file, String mode) throws IOException {
        if (Files.isSymbolicLink(file)) {
            throw new FileSystemException(file.toString(), null, "it is a symbolic link, which is not allowed");
        }
        if (!Files.exists(file)) {
            throw new NoSuchFileException(file.toString());
        }
        return new Blind(new RandomAccessFile(file.toFile(), mode), file);
    }

    private record Blind(RandomAccessFile open, Path file) implements Witness {
        @Override
        public boolean tells() {
            return false;
        }

        @Override
        public boolean hold(long at, long bytes) {
            return true;
        }

        @Override
        public void letGo(long at, long bytes) {}

        @Override
        public boolean isHeld(long at, long bytes) {
            return false;
        }

        @Override
        public void guard(Path folder) {}

        @Override
        public void reserve(long at, long bytes) {}

        @Override
        public Path again() {
            return file;
        }

        @Override
        public void close() {
            try {
                open.close();
            } catch (IOException ignored) {
                // nothing was written through it that could be lost
            }
        }
    }
}
