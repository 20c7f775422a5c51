package dev.turnstile.cli.child;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/** Sends signals, and sets how this process handles them. The numbers are those of Linux. */
final class Signals {
    static final int INT = 2;
    static final int QUIT = 3;
    static final int KILL = 9;
    static final int USR1 = 10;
    static final int USR2 = 12;
    static final int TERM = 15;
    static final int CHLD = 17;
    static final int CONT = 18;
    static final int STOP = 19;
    static final int TSTP = 20;
    static final int TTIN = 21;
    static final int TTOU = 22;

    static final MemorySegment BY_DEFAULT = MemorySegment.NULL;
    static final MemorySegment IGNORED = MemorySegment.ofAddress(1);

    private static final int SA_SIGINFO = 4;
    private static final int SA_RESTART = 0x10000000;

    /** The offset in struct sigaction: after the handler and a mask of 128 bytes. */
    private static final long FLAGS = 136;

    private static final long ACTION = 152;

    private static final MethodHandle SEND = Native.function("kill", JAVA_INT, JAVA_INT);
    private static final MethodHandle RAISE = Native.function("raise", JAVA_INT);
    private static final MethodHandle SIGACTION = Native.function("sigaction", JAVA_INT, ADDRESS, ADDRESS);

    private Signals() {}

    /** The previous handling of a signal. */
    record Former(int signal, MemorySegment action) {
        void restore() {
            Native.call((state, _) -> (int) SIGACTION.invokeExact(state, signal, action, MemorySegment.NULL));
        }
    }

    static int send(int pid, int signal) {
        return Native.call((state, _) -> (int) SEND.invokeExact(state, pid, signal));
    }

    static int sendToGroup(int group, int signal) {
        return Native.call((state, _) -> (int) SEND.invokeExact(state, -group, signal));
    }

    /**
     * Stops this process and the others of its group until another process continues them. Returns at once if no
     * process could: the kernel does not stop a group without a shell that controls it.
     */
    static void suspendOwnGroup(int signal) {
        Former former = handle(signal, IGNORED);
        Native.call((state, _) -> (int) SEND.invokeExact(state, 0, signal));
        former.restore();
        // This thread must stop before it goes on. A signal to the process may reach another thread, and later.
        Native.call((state, _) -> (int) RAISE.invokeExact(state, signal));
    }

    /**
     * Installs a handler for a signal, and returns the previous handling. The handler is called on any thread at any
     * point, so it must be an async-signal-safe function of the C library. Its arguments are the signal's number and a
     * pointer that is not null.
     */
    static Former handle(int signal, MemorySegment handler) {
        MemorySegment former = Arena.ofAuto().allocate(ACTION, ADDRESS.byteAlignment());
        Native.call((state, arena) -> (int) SIGACTION.invokeExact(state, signal, action(arena, handler), former));
        return new Former(signal, former);
    }

    private static MemorySegment action(Arena arena, MemorySegment handler) {
        MemorySegment action = arena.allocate(ACTION, ADDRESS.byteAlignment());
        action.set(ADDRESS, 0, handler);
        action.set(JAVA_INT, FLAGS, SA_SIGINFO | SA_RESTART);
        return action;
    }
}
