package dev.turnstile.cli.child;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.invoke.MethodHandle;

/**
 * The gate at which a held child waits: it reads from a pipe that only this process can write to. A line lets the child
 * pass. The end of the pipe ends it, also if this process dies.
 */
final class StartGate {
    private static final int EPIPE = 32;

    private static final MethodHandle WRITE =
            Native.function("write", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG));

    private final int writeEnd;
    private boolean shut;

    StartGate(int writeEnd) {
        this.writeEnd = writeEnd;
    }

    /** Lets the child pass. If the child has died, nothing happens. Must not be called after {@link #shut}. */
    void open() throws IOException {
        int result = Native.call(
                (state, arena) -> (int) (long) WRITE.invokeExact(state, writeEnd, arena.allocateFrom("\n"), 1L));
        shut();
        if (result != -EPIPE) {
            Native.checked("cannot let the command run", result);
        }
    }

    /** Closes the gate. A child that has not passed never does. */
    void shut() {
        if (!shut) {
            shut = true; // a second close could hit a descriptor that reuses the number
            Descriptors.close(writeEnd);
        }
    }
}
