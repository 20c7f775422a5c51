package dev.turnstile.driver.mapped.os;

import dev.turnstile.TurnstileUnusableException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.function.Supplier;

/** What the driver wants of the operating system, beyond files. */
public sealed interface Kernel permits Linux, Portable {
    /**
     * Returns this machine's.
     *
     * @throws TurnstileUnusableException on every call, if this JVM denies calls of the C library
     */
    static Kernel here() {
        return Here.KERNEL.get();
    }

    /** Found once. A static initialiser must not throw: what it throws is wrapped, and only the first call sees it. */
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

    /** The number of the user who runs this. */
    long user();

    /** The start of a process that lives, and of which no more is known. */
    long UNKNOWN = -1;

    /** Opens a file that is there, and is not a symbolic link, to witness who lives. */
    Witness open(Path file) throws IOException;

    /** As {@link #open}, for reading only: bytes can't be held, but it can be told whether others hold them. */
    Witness openToLook(Path file) throws IOException;

    /**
     * Sleeps while the word holds {@code expected}, until woken, or for so long; may also return for no reason. The
     * word is in memory that processes share.
     */
    void sleep(MemorySegment word, int expected, long nanos);

    /** Wakes one that sleeps on this word, in whichever process. */
    void wake(MemorySegment word);

    /** Wakes all that sleep on this word. */
    void wakeAll(MemorySegment word);

    /**
     * When a process was started, in the system's own units: together with the boot, it tells apart all processes that
     * have had that number. 0 if there is none, or it is dead and only not buried yet; {@link #UNKNOWN} if it lives,
     * and the system hides the rest, as it may do with processes of other users.
     */
    long startOf(long pid);

    /** Whether a signal has stopped the process that has this number and this start; false where that can't be told. */
    boolean isStopped(long pid, long start);

    /** Which numbering of processes this one is part of; 0 where there is only one. */
    long pidNamespace();

    /** Different after each start of the machine; empty where it can't be told. */
    String boot();

    /**
     * An open file in which living processes hold one byte each: a lock that the system takes away when the process
     * ends, however it ends.
     */
    interface Witness extends AutoCloseable {
        /** Whether the system can tell by this who lives. If not, all bytes look free. */
        boolean tells();

        /** Holds these bytes; false if another holds one of them. */
        boolean hold(long at, long bytes) throws IOException;

        /** Lets the bytes go. */
        void letGo(long at, long bytes);

        /** Whether another open file than this holds one of these bytes. */
        boolean isHeld(long at, long bytes);

        /**
         * Holds a shared lock of that folder until this is closed, so that those who remove what is old from /tmp leave
         * it alone (tmpfiles.d(5): while an application holds a BSD lock of a directory, nothing in it is removed for
         * its age). Does nothing where such locks can't be had.
         */
        void guard(Path folder);

        /** Makes sure that there is room on the disk for this part of the file. */
        void reserve(long at, long bytes) throws IOException;

        /** A path by which this very file can be opened again, even if another has taken its name. */
        Path again();

        @Override
        void close();
    }
}
