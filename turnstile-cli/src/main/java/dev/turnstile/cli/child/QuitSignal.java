package dev.turnstile.cli.child;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.IntConsumer;

/**
 * The signal QUIT, which the JVM reserves for thread dumps. A handler written in Java could interrupt any thread of the
 * JVM at any point. So the handler is a function of the C library that is safe to call there: {@code eventfd_write}. It
 * takes a descriptor and the number to add. As a handler, it gets the signal's number, 3, and a pointer. Hence
 * descriptor 3 must be an eventfd, and a thread waits until it is written.
 *
 * <p>The process that starts the JVM must reserve descriptor 3, with {@code 3</dev/null}. Otherwise the JVM opens a
 * file of its own there.
 */
final class QuitSignal implements AutoCloseable {
    private static final int RESERVED = Signals.QUIT;
    private static final String RESERVED_BY = "/dev/null";

    /** A handler must not block, even if the reader is slow. */
    private static final int EFD_NONBLOCK = 0x800;

    private static final short POLLIN = 1;
    private static final int FOREVER = -1;

    private static final MethodHandle EVENTFD = Native.function("eventfd", JAVA_INT, JAVA_INT);
    private static final MethodHandle EVENTFD_READ = Native.function("eventfd_read", JAVA_INT, ADDRESS);
    private static final MethodHandle EVENTFD_WRITE = Native.function("eventfd_write", JAVA_INT, JAVA_LONG);
    private static final MethodHandle POLL = Native.function("poll", ADDRESS, JAVA_LONG, JAVA_INT);

    private final IntConsumer consumer;
    private final Thread reader;
    private volatile boolean closed;
    private volatile Optional<Signals.Former> former = Optional.empty();

    private QuitSignal(IntConsumer consumer) {
        this.consumer = consumer;
        this.reader = Thread.ofPlatform().daemon().name("quit-signal").unstarted(this::read);
    }

    /** Returns whether descriptor 3 is reserved. If not, {@link #handle} must not be called. */
    static boolean isPossible() {
        try {
            return Files.readSymbolicLink(Path.of("/proc/self/fd/" + RESERVED)).equals(Path.of(RESERVED_BY));
        } catch (IOException notThere) {
            return false;
        }
    }

    /**
     * Passes the signal's number to the consumer from now on, on a separate thread. The JVM no longer dumps threads.
     */
    static QuitSignal handle(IntConsumer consumer) throws IOException {
        int events = Native.call((state, _) -> (int) EVENTFD.invokeExact(state, 0, EFD_NONBLOCK));
        Descriptors.move(Native.checked("cannot make an eventfd", events), RESERVED);
        QuitSignal quit = new QuitSignal(consumer);
        quit.reader.start();
        quit.former = Optional.of(Signals.handle(Signals.QUIT, Native.symbol("eventfd_write")));
        return quit;
    }

    /** Restores the previous handling of the signal, and the reservation. */
    @Override
    public void close() {
        former.ifPresent(Signals.Former::restore);
        closed = true;
        Native.call((state, _) -> (int) EVENTFD_WRITE.invokeExact(state, RESERVED, 1L));
        try {
            reader.join();
            // A handler that is still running writes to the descriptor, which does no harm.
            Descriptors.move(Native.checked("cannot open", Descriptors.open(RESERVED_BY)), RESERVED);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } catch (IOException failure) {
            throw new IllegalStateException(failure);
        }
    }

    private void read() {
        while (!closed) {
            awaitWritten();
            if (!closed) {
                consumer.accept(Signals.QUIT);
            }
        }
    }

    private static void awaitWritten() {
        Native.call((state, arena) -> (int) POLL.invokeExact(state, readable(arena), 1L, FOREVER));
        Native.call((state, arena) -> (int) EVENTFD_READ.invokeExact(state, RESERVED, arena.allocate(JAVA_LONG)));
    }

    /** Allocates a struct pollfd. */
    private static MemorySegment readable(Arena arena) {
        MemorySegment request = arena.allocate(JAVA_LONG);
        request.set(JAVA_INT, 0, RESERVED);
        request.set(JAVA_SHORT, JAVA_INT.byteSize(), POLLIN);
        return request;
    }
}
