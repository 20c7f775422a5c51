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

/** Finds functions of the C library, and calls them in the way of the kernel: a failure is the negated errno. */
@SuppressWarnings("restricted")
final class Native {
    /** Larger than any of the C library's structures that are passed here without a look inside. */
    static final long OPAQUE = 512;

    private static final Linker LINKER = Linker.nativeLinker();
    private static final SymbolLookup LIBRARY = LINKER.defaultLookup();
    private static final StructLayout STATE = Linker.Option.captureStateLayout();
    private static final VarHandle ERRNO = STATE.varHandle(PathElement.groupElement("errno"));

    private static final MethodHandle STRERROR =
            LINKER.downcallHandle(symbol("strerror"), FunctionDescriptor.of(ValueLayout.ADDRESS, ValueLayout.JAVA_INT));

    private Native() {}

    /** What {@link #call} runs: a handle of {@link #function}, invoked with the state first. */
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

    /** A function that returns an int and sets errno; its handle takes a place for errno before the arguments. */
    static MethodHandle function(String name, MemoryLayout... arguments) {
        return function(name, FunctionDescriptor.of(ValueLayout.JAVA_INT, arguments));
    }

    static MethodHandle function(String name, FunctionDescriptor descriptor) {
        return LINKER.downcallHandle(symbol(name), descriptor, Linker.Option.captureCallState("errno"));
    }

    /** The same for a function of C whose arguments from this one on are open. */
    static MethodHandle variadic(String name, int firstOpen, MemoryLayout... arguments) {
        return LINKER.downcallHandle(
                symbol(name),
                FunctionDescriptor.of(ValueLayout.JAVA_INT, arguments),
                Linker.Option.firstVariadicArg(firstOpen),
                Linker.Option.captureCallState("errno"));
    }

    /** What it returned; if that was negative, the negated errno. The arena ends with the call. */
    static int call(Call call) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(STATE);
            int result = call.with(state, arena);
            return result < 0 ? -(int) ERRNO.get(state, 0L) : result;
        } catch (RuntimeException | Error failure) {
            throw failure;
        } catch (Throwable impossible) {
            throw new IllegalStateException("a call of the C library failed", impossible);
        }
    }

    /** A result that must not be negative. */
    static int checked(String what, int result) throws IOException {
        if (result < 0) {
            throw new IOException(what + ": " + message(-result));
        }
        return result;
    }

    private static String message(int errno) {
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
