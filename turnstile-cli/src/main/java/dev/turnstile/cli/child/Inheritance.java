package dev.turnstile.cli.child;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Marks the descriptors of this process as not inherited, for C libraries that can't close a child's descriptors by
 * range.
 */
final class Inheritance {
    private static final int F_SETFD = 2;
    private static final int FD_CLOEXEC = 1;

    private static final MethodHandle FCNTL = Native.variadic("fcntl", 2, JAVA_INT, JAVA_INT, JAVA_INT);

    private Inheritance() {}

    static void forbid(int first) throws IOException {
        for (int descriptor : open()) {
            if (descriptor >= first) {
                Native.call((state, _) -> (int) FCNTL.invokeExact(state, descriptor, F_SETFD, FD_CLOEXEC));
            }
        }
    }

    private static List<Integer> open() throws IOException {
        try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
            return descriptors
                    .map(file -> Integer.valueOf(file.getFileName().toString()))
                    .toList();
        }
    }
}
