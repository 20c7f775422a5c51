package dev.turnstile.cli;

import dev.turnstile.driver.mapped.Mapped;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** {@code --dir}, of all commands that use turnstiles between processes. */
final class FolderOption {
    @Option(
            names = "--dir",
            paramLabel = "DIR",
            description =
                    "The folder with the turnstiles' files. Default: $$TURNSTILE_DIR, or /tmp/turnstile-UID if that is"
                            + " not set.")
    private Optional<Path> folder;

    /** What to add to a command so that it uses the same folder. */
    String words() {
        return folder.map(path -> " --dir " + path).orElse("");
    }

    /** The driver for that folder. */
    Mapped mapped() {
        return folder.map(Mapped::in).orElseGet(Mapped::here);
    }
}
