package dev.turnstile.cli.child;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.invoke.MethodHandle;

/** The terminal that this process belongs to, if there is one, and which process group is in its foreground. */
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

    /** By its own name, because a command whose input is a pipe may ask the terminal too. */
    static ControllingTerminal open() {
        return new ControllingTerminal(Descriptors.open("/dev/tty"));
    }

    boolean exists() {
        return descriptor >= 0;
    }

    /** Are standard input and standard output this terminal? */
    boolean isOnBothSides() {
        return foreground(STANDARD_INPUT) >= 0 && foreground(STANDARD_OUTPUT) >= 0;
    }

    /** Is this process in the foreground? */
    boolean isOurs() {
        return exists() && foreground(descriptor) == ownGroup();
    }

    void giveTo(int group) {
        // Who is in the background is stopped for setting the foreground, unless it ignores that signal.
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
