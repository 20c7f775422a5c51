package dev.turnstile.cli.child;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;

/** Finds and calls functions of the C library. As in the kernel, a failure is the negated errno. */
@SuppressWarnings("restricted")
final class Native {
    /** A size larger than any structure of the C library that is passed here as opaque. */
    static final long OPAQUE = 512;

    private static final Linker LINKER = Linker.nativeLinker();
    private static final SymbolLookup LIBRARY = LINKER.defaultLookup();
    private static final StructLayout STATE = Linker.Option.captureStateLayout();
    private static final VarHandle ERRNO = STATE.varHandle(PathElement.groupElement("errno"));

    private static final MethodHandle STRERROR =
            LINKER.downcallHandle(symbol("strerror"), FunctionDescriptor.of(ValueLayout.ADDRESS, ValueLayout.JAVA_INT));

    private Native() {}

    /** The invocation of a handle from {@link #function}, with the state as the first argument, for {@link #call}. */
    @FunctionalInterface
    interface Call {
        int with(MemorySegment state, Arena arena) throws Throwable;
    }

    static boolean has(String name) {
        return LIBRARY.find(name).isPresent();
    }

    static MemorySegment symbol(String name) {
        return LIBRARY.find(name).orElseThrow(() -> new UnsupportedOperationException("the C library has no " + name));
    }

    /** Finds a function that returns an int and sets errno. Its handle takes memory for errno before the arguments. */
    static MethodHandle function(String name, MemoryLayout... arguments) {
        return function(name, FunctionDescriptor.of(ValueLayout.JAVA_INT, arguments));
    }

    static MethodHandle function(String name, FunctionDescriptor descriptor) {
        return LINKER.downcallHandle(symbol(name), descriptor, Linker.Option.captureCallState("errno"));
    }

    /** As {@link #function}, for a function that is variadic from this argument on. */
    static MethodHandle variadic(String name, int firstOpen, MemoryLayout... arguments) {
        return LINKER.downcallHandle(
                symbol(name),
                FunctionDescriptor.of(ValueLayout.JAVA_INT, arguments),
                Linker.Option.firstVariadicArg(firstOpen),
                Linker.Option.captureCallState("errno"));
    }

    /**
     * Returns the result of the call or, if that is negative, the negated errno. The arena is closed after the call.
     */
    static int call(Call call) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(STATE);
            int result = call.with(state, arena);
            return result < 0 ? -(int) ERRNO.get(state, 0L) : result;
        } catch (RuntimeException | Error failure) {
            throw failure;
        } catch (Throwable impossible) {
            throw new IllegalStateException("a call to the C library failed", impossible);
        }
    }

    /**
     * Returns the result.
     *
     * @throws IOException if the result is negative
     */
    static int checked(String what, int result) throws IOException {
        if (result < 0) {
            throw new IOException(what + ": " + message(-result));
        }
        return result;
    }

    /** Returns the system's words for an error. */
    static String message(int errno) {
        try {
            MemorySegment text = (MemorySegment) STRERROR.invokeExact(errno);
            return text.reinterpret(Long.MAX_VALUE).getString(0);
        } catch (RuntimeException | Error failure) {
            throw failure;
        } catch (Throwable impossible) {
            throw new IllegalStateException("strerror failed", impossible);
        }
    }
}
