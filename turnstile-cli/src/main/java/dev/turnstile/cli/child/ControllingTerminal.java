package dev.turnstile.cli.child;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.invoke.MethodHandle;

/** The controlling terminal of this process, if there is one, and its foreground process group. */
final class ControllingTerminal {
    private static final int STANDARD_INPUT = 0;
    private static final int STANDARD_OUTPUT = 1;

    private static final MethodHandle GETPGRP = Native.function("getpgrp");
    private static final MethodHandle TCGETPGRP = Native.function("tcgetpgrp", JAVA_INT);
    private static final MethodHandle TCSETPGRP = Native.function("tcsetpgrp", JAVA_INT, JAVA_INT);

    private final int descriptor;

    private ControllingTerminal(int descriptor) {
        this.descriptor = descriptor;
    }

    /** Opens the terminal by its own name, because a command whose input is a pipe may ask the terminal, too. */
    static ControllingTerminal open() {
        return new ControllingTerminal(Descriptors.open("/dev/tty"));
    }

    boolean exists() {
        return descriptor >= 0;
    }

    /** Returns whether both standard input and standard output are this terminal. */
    boolean isOnBothSides() {
        return foreground(STANDARD_INPUT) >= 0 && foreground(STANDARD_OUTPUT) >= 0;
    }

    /** Returns whether this process is in the foreground. */
    boolean isOurs() {
        return exists() && foreground(descriptor) == ownGroup();
    }

    void giveTo(int group) {
        // A background process that sets the foreground is stopped by TTOU, unless it ignores that signal.
        Signals.Former former = Signals.handle(Signals.TTOU, Signals.IGNORED);
        Native.call((state, _) -> (int) TCSETPGRP.invokeExact(state, descriptor, group));
        former.restore();
    }

    void takeBack() {
        giveTo(ownGroup());
    }

    void close() {
        if (exists()) {
            Descriptors.close(descriptor);
        }
    }

    private static int foreground(int terminal) {
        return Native.call((state, _) -> (int) TCGETPGRP.invokeExact(state, terminal));
    }

    private static int ownGroup() {
        return Native.call((state, _) -> (int) GETPGRP.invokeExact(state));
    }
}
