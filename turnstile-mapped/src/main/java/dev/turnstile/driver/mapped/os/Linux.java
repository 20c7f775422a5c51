package dev.turnstile.driver.mapped.os;

import dev.turnstile.TurnstileUnusableException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * Linux, through the C library. Threads sleep by futex(2) on shared words. Locks of open file descriptions (fcntl(2),
 * F_OFD_SETLK) witness which processes are alive. Such a lock belongs to the open file rather than to the process
 * number. It survives neither the process nor the machine, means the same in every pid namespace, and is not dropped
 * when another descriptor of the same file is closed.
 */
@SuppressWarnings("restricted") // native calls are the purpose of this class
public final class Linux implements Kernel {
    private static final int FUTEX_WAIT = 0; // without FUTEX_PRIVATE_FLAG, because other processes take part
    private static final int FUTEX_WAKE = 1;
    private static final int O_RDONLY = 0;
    private static final int O_RDWR = 2;
    private static final int O_CLOEXEC = 0x80000;
    private static final int F_OFD_GETLK = 36;
    private static final int F_OFD_SETLK = 37;
    private static final short F_WRLCK = 1;
    private static final short F_UNLCK = 2;
    private static final int LOCK_SH = 1;
    private static final int LOCK_NB = 4;
    private static final int GUARD_TRIES = 100;
    private static final long GUARD_NANOS = 10_000_000; // a cleaner holds the lock only for a moment
    private static final int ENOENT = 2;
    private static final int ESRCH = 3;
    private static final int EINTR = 4;
    private static final int EAGAIN = 11;
    private static final int EACCES = 13;
    private static final int EINVAL = 22;
    private static final int ENOSPC = 28;
    private static final int ELOOP = 40;
    private static final int EOPNOTSUPP = 95;

    private static final StructLayout ERRNO_STATE = Linker.Option.captureStateLayout();
    private static final VarHandle ERRNO = ERRNO_STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));
    private static final ThreadLocal<MemorySegment> TIMES =
            ThreadLocal.withInitial(() -> Arena.ofAuto().allocate(2L * Long.BYTES, Long.BYTES));

    private final long futexNumber;
    private final int noFollow;
    private final MethodHandle futexWait;
    private final MethodHandle futexWake;
    private final MethodHandle open;
    private final MethodHandle fcntl;
    private final MethodHandle close;
    private final MethodHandle allocate;
    private final MethodHandle flock;
    private final MethodHandle kill;
    private final long user;

    private Linux(long futexNumber, int noFollow) throws Throwable {
        this.futexNumber = futexNumber;
        this.noFollow = noFollow;
        Linker.Option errno = Linker.Option.captureCallState("errno");
        FunctionDescriptor futex = FunctionDescriptor.of(
                ValueLayout.JAVA_LONG,
                ValueLayout.JAVA_LONG,
                ValueLayout.ADDRESS,
                ValueLayout.JAVA_LONG,
                ValueLayout.JAVA_LONG,
                ValueLayout.ADDRESS);
        futexWait = function("syscall", futex, Linker.Option.firstVariadicArg(1));
        futexWake = function("syscall", futex, Linker.Option.firstVariadicArg(1), Linker.Option.critical(false));
        open = function(
                "open",
                FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_INT),
                Linker.Option.firstVariadicArg(2),
                errno);
        fcntl = function(
                "fcntl",
                FunctionDescriptor.of(
                        ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.ADDRESS),
                Linker.Option.firstVariadicArg(2),
                errno);
        close = function("close", FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
        allocate = function(
                "posix_fallocate",
                FunctionDescriptor.of(
                        ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG));
        FunctionDescriptor twoNumbers =
                FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT);
        flock = function("flock", twoNumbers, errno);
        kill = function("kill", twoNumbers, errno);
        MethodHandle geteuid = function("geteuid", FunctionDescriptor.of(ValueLayout.JAVA_INT));
        user = Integer.toUnsignedLong((int) geteuid.invokeExact());
    }

    /**
     * Returns the kernel of this machine, if it is a supported Linux.
     *
     * @throws TurnstileUnusableException if it is, but the C library can't be called; a process that detected crashes
     *     differently from the others would take live processes for dead
     */
    static Optional<Linux> find() {
        if (!System.getProperty("os.name").equals("Linux")) {
            return Optional.empty();
        }
        try {
            return switch (System.getProperty("os.arch")) {
                case "amd64" -> Optional.of(new Linux(202, 0x20000));
                case "aarch64" -> Optional.of(new Linux(98, 0x8000));
                default -> Optional.empty();
            };
        } catch (Throwable denied) {
            throw new TurnstileUnusableException(
                    "the C library can't be called; start the JVM with --enable-native-access=" + module() + ": "
                            + denied,
                    denied);
        }
    }

    /** Returns the name of this module for the options of the JVM. */
    private static String module() {
        Module module = Linux.class.getModule();
        return module.isNamed() ? module.getName() : "ALL-UNNAMED";
    }

    private static MethodHandle function(String name, FunctionDescriptor descriptor, Linker.Option... options) {
        Linker linker = Linker.nativeLinker();
        SymbolLookup lookup = linker.defaultLookup();
        return linker.downcallHandle(lookup.findOrThrow(name), descriptor, options);
    }

    private static IllegalStateException unexpected(Throwable thrown) {
        return new IllegalStateException("a call of the C library failed", thrown);
    }

    @Override
    public long user() {
        return user;
    }

    @Override
    public void sleep(MemorySegment word, int expected, long nanos) {
        MemorySegment time = TIMES.get();
        time.set(ValueLayout.JAVA_LONG, 0, nanos / 1_000_000_000);
        time.set(ValueLayout.JAVA_LONG, Long.BYTES, nanos % 1_000_000_000);
        try {
            long _ = (long) futexWait.invokeExact(futexNumber, word, (long) FUTEX_WAIT, (long) expected, time);
        } catch (Throwable thrown) {
            throw unexpected(thrown);
        }
    }

    @Override
    public void wake(MemorySegment word) {
        wake(word, 1);
    }

    @Override
    public void wakeAll(MemorySegment word) {
        wake(word, Integer.MAX_VALUE);
    }

    private void wake(MemorySegment word, long most) {
        try {
            long _ = (long) futexWake.invokeExact(futexNumber, word, (long) FUTEX_WAKE, most, MemorySegment.NULL);
        } catch (Throwable thrown) {
            throw unexpected(thrown);
        }
    }

    @Override
    public long startOf(long pid) {
        long start = Proc.startOf(pid);
        return start == UNKNOWN && (pid <= 0 || pid > Integer.MAX_VALUE || !isThere(pid)) ? 0 : start;
    }

    /** Returns whether a process with this number exists. It sends no signal, but checks whether it could. */
    private boolean isThere(long pid) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment errno = arena.allocate(ERRNO_STATE);
            int failed = (int) kill.invokeExact(errno, (int) pid, 0);
            return failed == 0 || (int) ERRNO.get(errno, 0L) != ESRCH;
        } catch (Throwable thrown) {
            throw unexpected(thrown);
        }
    }

    @Override
    public boolean isStopped(long pid, long start) {
        return Proc.isStopped(pid, start);
    }

    @Override
    public long pidNamespace() {
        return Proc.pidNamespace();
    }

    @Override
    public String boot() {
        return Proc.boot();
    }

    @Override
    public Witness open(Path file) throws IOException {
        return new OpenFile(open(file, O_RDWR), file);
    }

    @Override
    public Witness openToLook(Path file) throws IOException {
        return new OpenFile(open(file, O_RDONLY), file);
    }

    /** Opens a file and returns its descriptor. */
    private int open(Path file, int mode) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment errno = arena.allocate(ERRNO_STATE);
            int descriptor =
                    (int) open.invokeExact(errno, arena.allocateFrom(file.toString()), mode | O_CLOEXEC | noFollow);
            if (descriptor < 0) {
                throw refused(file, (int) ERRNO.get(errno, 0L));
            }
            return descriptor;
        } catch (IOException | RuntimeException failure) {
            throw failure;
        } catch (Throwable thrown) {
            throw unexpected(thrown);
        }
    }

    private static IOException refused(Path file, int errno) {
        return switch (errno) {
            case ENOENT -> new NoSuchFileException(file.toString());
            case ELOOP -> new FileSystemException(file.toString(), null, "it is a symbolic link, which is not allowed");
            case EACCES -> new FileSystemException(file.toString(), null, "permission denied");
            default -> new FileSystemException(file.toString(), null, "it can't be opened: " + Errno.text(errno));
        };
    }

    /**
     * Tries to lock for at most a second. A process that keeps others from locking the folder must not keep them from
     * their turnstiles.
     */
    private boolean lockShared(int descriptor) {
        for (int i = 0; i < GUARD_TRIES; i++) {
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment errno = arena.allocate(ERRNO_STATE);
                int failed = (int) flock.invokeExact(errno, descriptor, LOCK_SH | LOCK_NB);
                if (failed == 0 || (int) ERRNO.get(errno, 0L) != EAGAIN) {
                    return failed == 0;
                }
            } catch (Throwable thrown) {
                throw unexpected(thrown);
            }
            LockSupport.parkNanos(GUARD_NANOS);
        }
        return false;
    }

    private void close(int descriptor) {
        try {
            int _ = (int) close.invokeExact(descriptor);
        } catch (Throwable thrown) {
            throw unexpected(thrown);
        }
    }

    private final class OpenFile implements Witness {
        private final int descriptor;
        private int guarded = -1; // the descriptor of a folder; guarded by this
        private final Path file;
        private boolean open = true; // guarded by this; a closed descriptor number may be reused

        OpenFile(int descriptor, Path file) {
            this.descriptor = descriptor;
            this.file = file;
        }

        @Override
        public boolean tells() {
            return true;
        }

        @Override
        public boolean hold(long at, long bytes) throws IOException {
            int errno = lock(F_OFD_SETLK, F_WRLCK, at, bytes).errno();
            if (errno != 0 && errno != EAGAIN && errno != EACCES) {
                throw new FileSystemException(
                        file.toString(), null, "it can't be locked on this file system: " + Errno.text(errno));
            }
            return errno == 0;
        }

        @Override
        public void letGo(long at, long bytes) {
            lock(F_OFD_SETLK, F_UNLCK, at, bytes);
        }

        @Override
        public boolean isHeld(long at, long bytes) {
            return lock(F_OFD_GETLK, F_WRLCK, at, bytes).type() != F_UNLCK;
        }

        private record Lock(int errno, short type) {}

        /** The layout of struct flock is: short l_type, short l_whence, long l_start, long l_len, int l_pid. */
        private synchronized Lock lock(int command, short type, long at, long bytes) {
            if (!open) {
                throw new IllegalStateException(file + " is closed");
            }
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment errno = arena.allocate(ERRNO_STATE);
                MemorySegment lock = arena.allocate(32, Long.BYTES);
                lock.set(ValueLayout.JAVA_SHORT, 0, type);
                lock.set(ValueLayout.JAVA_LONG, 8, at);
                lock.set(ValueLayout.JAVA_LONG, 16, bytes);
                int failed = (int) fcntl.invokeExact(errno, descriptor, command, lock);
                return new Lock(failed < 0 ? (int) ERRNO.get(errno, 0L) : 0, lock.get(ValueLayout.JAVA_SHORT, 0));
            } catch (Throwable thrown) {
                throw unexpected(thrown);
            }
        }

        @Override
        public synchronized void guard(Path folder) {
            try {
                int opened = open(folder, O_RDONLY);
                if (open && guarded < 0 && lockShared(opened)) {
                    guarded = opened;
                } else {
                    Linux.this.close(opened);
                }
            } catch (IOException gone) {
                // detected elsewhere
            }
        }

        @Override
        public void reserve(long at, long bytes) throws IOException {
            int errno;
            do {
                errno = allocate(at, bytes);
            } while (errno == EINTR);
            if (errno == ENOSPC) {
                throw new FileSystemException(
                        file.toString(), null, "no space left on its file system; " + bytes + " bytes are needed");
            }
            if (errno != 0 && errno != EOPNOTSUPP && errno != EINVAL) {
                throw new FileSystemException(file.toString(), null, "space can't be reserved: " + Errno.text(errno));
            }
        }

        private int allocate(long at, long bytes) {
            try {
                return (int) allocate.invokeExact(descriptor, at, bytes);
            } catch (Throwable thrown) {
                throw unexpected(thrown);
            }
        }

        @Override
        public Path again() {
            Path again = Path.of("/proc/self/fd/" + descriptor);
            return Files.exists(again) ? again : file;
        }

        @Override
        public synchronized void close() {
            if (!open) {
                return;
            }
            open = false;
            Linux.this.close(descriptor);
            if (guarded >= 0) {
                Linux.this.close(guarded);
            }
        }
    }
}
