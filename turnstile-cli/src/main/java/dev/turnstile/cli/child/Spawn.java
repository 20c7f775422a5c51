package dev.turnstile.cli.child;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Starts a shell in its own process group that becomes the command once it has read a line from descriptor 3. The
 * command inherits descriptors 0, 1 and 2, and no blocked signals. It inherits nothing from the shell.
 */
final class Spawn {
    private static final String SHELL = "/bin/sh";
    private static final String HELD = "read -r _turnstile_go <&3 || exit 125; exec 3<&-; exec \"$@\"";
    private static final Optional<String> SETPRIV = Stream.of("/usr/bin/setpriv", "/bin/setpriv")
            .filter(file -> Files.isExecutable(Path.of(file)))
            .findFirst();
    private static final int GATE = 3;
    private static final String CLOSE_FROM = "posix_spawn_file_actions_addclosefrom_np";

    private static final short SETPGROUP = 2;
    private static final short SETSIGMASK = 8;

    // These return an errno instead of setting it.
    private static final MethodHandle SPAWN =
            Native.function("posix_spawn", ADDRESS, ADDRESS, ADDRESS, ADDRESS, ADDRESS, ADDRESS);
    private static final MethodHandle ACTIONS_INIT = Native.function("posix_spawn_file_actions_init", ADDRESS);
    private static final MethodHandle ACTIONS_DESTROY = Native.function("posix_spawn_file_actions_destroy", ADDRESS);
    private static final MethodHandle ADD_DUP2 =
            Native.function("posix_spawn_file_actions_adddup2", ADDRESS, JAVA_INT, JAVA_INT);
    private static final MethodHandle ATTRIBUTES_INIT = Native.function("posix_spawnattr_init", ADDRESS);
    private static final MethodHandle ATTRIBUTES_DESTROY = Native.function("posix_spawnattr_destroy", ADDRESS);
    private static final MethodHandle SET_FLAGS = Native.function("posix_spawnattr_setflags", ADDRESS, JAVA_SHORT);
    private static final MethodHandle SET_GROUP = Native.function("posix_spawnattr_setpgroup", ADDRESS, JAVA_INT);
    private static final MethodHandle SET_MASK = Native.function("posix_spawnattr_setsigmask", ADDRESS, ADDRESS);

    private Spawn() {}

    /**
     * Returns the command so that the kernel kills it when the thread that starts it ends, where there is
     * {@code setpriv}; otherwise the command itself.
     */
    static List<String> endingWithParent(List<String> command) {
        return SETPRIV.map(setpriv -> Stream.concat(Stream.of(setpriv, "--pdeathsig", "KILL", "--"), command.stream())
                        .toList())
                .orElse(command);
    }

    /** Starts the shell. Returns its pid, which becomes that of the command. */
    static int held(List<String> command, Map<String, String> environment, int readEnd) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment program = CStrings.array(arena, List.of(SHELL)).get(ADDRESS, 0);
            MemorySegment arguments = CStrings.array(
                    arena,
                    Stream.concat(Stream.of("sh", "-c", HELD, "sh"), command.stream())
                            .toList());
            MemorySegment variables = CStrings.environment(arena, environment);
            MemorySegment actions = actions(arena, readEnd);
            MemorySegment attributes = attributes(arena);
            MemorySegment pid = arena.allocate(JAVA_INT);
            int errno = Native.call((state, _) ->
                    (int) SPAWN.invokeExact(state, pid, program, actions, attributes, arguments, variables));
            Native.call((state, _) -> (int) ACTIONS_DESTROY.invokeExact(state, actions));
            Native.call((state, _) -> (int) ATTRIBUTES_DESTROY.invokeExact(state, attributes));
            Native.checked("cannot start " + command.getFirst(), -errno);
            return pid.get(JAVA_INT, 0);
        }
    }

    private static MemorySegment actions(Arena arena, int readEnd) throws IOException {
        MemorySegment actions = arena.allocate(Native.OPAQUE, ADDRESS.byteAlignment());
        set((state, _) -> (int) ACTIONS_INIT.invokeExact(state, actions));
        set((state, _) -> (int) ADD_DUP2.invokeExact(state, actions, readEnd, GATE));
        if (Native.has(CLOSE_FROM)) {
            MethodHandle closeFrom = Native.function(CLOSE_FROM, ADDRESS, JAVA_INT);
            set((state, _) -> (int) closeFrom.invokeExact(state, actions, GATE + 1));
        } else {
            Inheritance.forbid(GATE);
        }
        return actions;
    }

    private static MemorySegment attributes(Arena arena) throws IOException {
        MemorySegment attributes = arena.allocate(Native.OPAQUE, ADDRESS.byteAlignment());
        MemorySegment noSignals = arena.allocate(Native.OPAQUE, ADDRESS.byteAlignment());
        set((state, _) -> (int) ATTRIBUTES_INIT.invokeExact(state, attributes));
        set((state, _) -> (int) SET_FLAGS.invokeExact(state, attributes, (short) (SETPGROUP | SETSIGMASK)));
        set((state, _) -> (int) SET_GROUP.invokeExact(state, attributes, 0));
        // The JVM blocks QUIT in its threads, and children inherit blocked signals.
        set((state, _) -> (int) SET_MASK.invokeExact(state, attributes, noSignals));
        return attributes;
    }

    private static void set(Native.Call call) throws IOException {
        Native.checked("cannot prepare the start", -Native.call(call));
    }
}
