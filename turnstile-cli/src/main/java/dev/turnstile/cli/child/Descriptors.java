package dev.turnstile.cli.child;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/** File descriptors, by number. Those created here are not inherited. */
final class Descriptors {
    private static final int O_RDWR = 2;
    private static final int O_NOCTTY = 0x100;
    private static final int O_CLOEXEC = 0x80000;

    private static final MethodHandle OPEN = Native.function("open", ADDRESS, JAVA_INT);
    private static final MethodHandle CLOSE = Native.function("close", JAVA_INT);
    private static final MethodHandle DUP3 = Native.function("dup3", JAVA_INT, JAVA_INT, JAVA_INT);
    private static final MethodHandle PIPE2 = Native.function("pipe2", ADDRESS, JAVA_INT);

    private Descriptors() {}

    record Pipe(int readEnd, int writeEnd) {}

    /** Opens a file for reading and writing. Returns the descriptor, or a negated errno. */
    static int open(String file) {
        return Native.call((state, arena) ->
                (int) OPEN.invokeExact(state, arena.allocateFrom(file), O_RDWR | O_NOCTTY | O_CLOEXEC));
    }

    static void close(int descriptor) {
        Native.call((state, _) -> (int) CLOSE.invokeExact(state, descriptor));
    }

    /** Moves the descriptor {@code from} to {@code to}, replacing what was there. */
    static void move(int from, int to) throws IOException {
        int result = Native.call((state, _) -> (int) DUP3.invokeExact(state, from, to, O_CLOEXEC));
        close(from);
        Native.checked("cannot move a descriptor", result);
    }

    static Pipe pipe() throws IOException {
        int[] ends = new int[2];
        int result = Native.call((state, arena) -> {
            MemorySegment pair = arena.allocate(JAVA_INT, 2);
            int made = (int) PIPE2.invokeExact(state, pair, O_CLOEXEC);
            MemorySegment.copy(pair, JAVA_INT, 0, ends, 0, 2);
            return made;
        });
        Native.checked("cannot make a pipe", result);
        return new Pipe(ends[0], ends[1]);
    }
}
