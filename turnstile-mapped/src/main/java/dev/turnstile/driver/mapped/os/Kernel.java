package dev.turnstile.driver.mapped.os;

import dev.turnstile.TurnstileUnusableException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.function.Supplier;

/** The services that the driver needs from the operating system, beyond files. */
public sealed interface Kernel permits Linux, Portable {
    /**
     * Returns the kernel of this machine.
     *
     * @throws TurnstileUnusableException on every call, if this JVM denies calls to the C library
     */
    static Kernel here() {
        return Here.KERNEL.get();
    }

    /**
     * The holder of the kernel, which is determined once. A static initializer must not throw, because its exception
     * would be wrapped, and only the first call would see it.
     */
    final class Here {
        private static final Supplier<Kernel> KERNEL = find();

        private Here() {}

        private static Supplier<Kernel> find() {
            try {
                Kernel kernel = Linux.find().<Kernel>map(linux -> linux).orElseGet(Portable::new);
                return () -> kernel;
            } catch (TurnstileUnusableException denied) {
                return () -> {
                    throw new TurnstileUnusableException(denied.getMessage(), denied);
                };
            }
        }
    }

    /** Returns the number of the user that runs this process. */
    long user();

    /** The start time of a process that is alive but of which nothing else is known. */
    long UNKNOWN = -1;

    /** Opens an existing file that is not a symbolic link, to witness which processes are alive. */
    Witness open(Path file) throws IOException;

    /**
     * Opens a file as {@link #open} does, for reading only. Bytes can't be held through it, but it shows whether others
     * hold them.
     */
    Witness openToLook(Path file) throws IOException;

    /**
     * Sleeps while the word holds {@code expected}, until woken or until the given time has elapsed. May return
     * spuriously. The word is in memory that processes share.
     */
    void sleep(MemorySegment word, int expected, long nanos);

    /** Wakes one thread that sleeps on this word, in any process. */
    void wake(MemorySegment word);

    /** Wakes all threads that sleep on this word. */
    void wakeAll(MemorySegment word);

    /**
     * Returns the start time of a process, in the system's own units. Together with the boot, it distinguishes all
     * processes that have had this number. Returns 0 if there is no such process, or if it is dead but not yet reaped.
     * Returns {@link #UNKNOWN} if it is alive but the system hides the rest, as it may for processes of other users.
     */
    long startOf(long pid);

    /**
     * Returns whether a signal has stopped the process with this number and start time. Returns false if that can't be
     * determined.
     */
    boolean isStopped(long pid, long start);

    /** Returns the pid namespace of this process, or 0 if there is only one. */
    long pidNamespace();

    /** Returns a string that differs after each boot of the machine, or an empty string if it can't be determined. */
    String boot();

    /**
     * An open file in which each live process holds one byte, by a lock that the system releases when the process ends,
     * however it ends.
     */
    interface Witness extends AutoCloseable {
        /** Returns whether the locks show which processes are alive. If not, all bytes look free. */
        boolean tells();

        /** Holds these bytes. Returns false if another open file holds one of them. */
        boolean hold(long at, long bytes) throws IOException;

        /** Releases these bytes. */
        void letGo(long at, long bytes);

        /** Returns whether another open file holds one of these bytes. */
        boolean isHeld(long at, long bytes);

        /**
         * Holds a shared lock on this folder until this witness is closed, so that cleaners of /tmp leave the folder
         * alone. According to tmpfiles.d(5), while an application holds a BSD lock on a directory, nothing in it is
         * removed because of its age. Does nothing if such locks are not available.
         */
        void guard(Path folder);

        /** Reserves disk space for this part of the file. */
        void reserve(long at, long bytes) throws IOException;

        /** Returns a path by which this same file can be opened again, even if another file has taken its name. */
        Path again();

        @Override
        void close();
    }
}
