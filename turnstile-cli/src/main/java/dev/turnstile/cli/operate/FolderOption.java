package dev.turnstile.cli.operate;

import dev.turnstile.Operator;
import dev.turnstile.driver.mapped.Mapped;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The option {@code --dir} of the commands that use turnstiles between processes. */
final class FolderOption {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--dir",
            paramLabel = "DIR",
            description =
                    "The folder of the turnstiles' files. Default: $$TURNSTILE_DIR, or /tmp/turnstile-UID if that is"
                            + " not set.")
    private Optional<String> given;

    private Optional<Path> folder() {
        return given.map(text -> {
            if (text.isEmpty()) {
                throw new ParameterException(spec.commandLine(), "--dir must name a folder, but is empty");
            }
            return Path.of(text);
        });
    }

    /** Returns the words that make another command use the same folder, or an empty string. */
    String words() {
        return folder().map(path -> " --dir " + path).orElse("");
    }

    /** Returns the operator of the folder's turnstiles. */
    Operator operator() {
        return mapped().operator();
    }

    /** As {@link #operator()}, with the command under which snapshots show this process. */
    Operator operator(String shown) {
        return mapped().as(shown).operator();
    }

    /** Returns the driver for the folder. */
    Mapped mapped() {
        return folder().map(Mapped::in).orElseGet(Mapped::here);
    }
}
