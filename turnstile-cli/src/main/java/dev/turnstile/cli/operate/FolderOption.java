package dev.turnstile.cli.operate;

import dev.turnstile.Operator;
import dev.turnstile.driver.mapped.Mapped;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code --dir}, of all commands that use turnstiles between processes. */
final class FolderOption {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--dir",
            paramLabel = "DIR",
            description =
                    "The folder with the turnstiles' files. Default: $$TURNSTILE_DIR, or /tmp/turnstile-UID if that is"
                            + " not set.")
    private Optional<String> given;

    private Optional<Path> folder() {
        return given.map(text -> {
            if (text.isEmpty()) {
                throw new ParameterException(spec.commandLine(), "--dir must name a folder, and is empty");
            }
            return Path.of(text);
        });
    }

    /** What to add to a command so that it uses the same folder. */
    String words() {
        return folder().map(path -> " --dir " + path).orElse("");
    }

    /** What an operator does to the turnstiles of that folder. */
    Operator operator() {
        return mapped().operator();
    }

    /** The same; this process shows in snapshots as that command. */
    Operator operator(String shown) {
        return mapped().as(shown).operator();
    }

    /** The driver for that folder. */
    Mapped mapped() {
        return folder().map(Mapped::in).orElseGet(Mapped::here);
    }
}
