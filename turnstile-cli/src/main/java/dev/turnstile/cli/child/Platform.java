package dev.turnstile.cli.child;

import java.io.IOException;
import java.util.List;

/** Checks whether this system can start children, so that a missing function gives a clear error. */
final class Platform {
    private static final List<String> NEEDED = List.of(
            "close",
            "dup3",
            "environ",
            "eventfd",
            "eventfd_read",
            "eventfd_write",
            "getpgrp",
            "kill",
            "open",
            "pipe2",
            "poll",
            "posix_spawn",
            "posix_spawn_file_actions_adddup2",
            "posix_spawn_file_actions_destroy",
            "posix_spawn_file_actions_init",
            "posix_spawnattr_destroy",
            "posix_spawnattr_init",
            "posix_spawnattr_setflags",
            "posix_spawnattr_setpgroup",
            "posix_spawnattr_setsigmask",
            "raise",
            "sigaction",
            "strerror",
            "tcgetpgrp",
            "tcsetpgrp",
            "waitid",
            "waitpid",
            "write");

    private Platform() {}

    static void check() throws IOException {
        String system = System.getProperty("os.name");
        if (!system.equals("Linux")) {
            throw new IOException("commands can be run on Linux only, but this is " + system);
        }
        for (String name : NEEDED) {
            if (!Native.has(name)) {
                throw new IOException("commands can't be run here: the C library has no " + name);
            }
        }
    }
}
