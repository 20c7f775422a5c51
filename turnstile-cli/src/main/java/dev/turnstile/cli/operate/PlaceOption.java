package dev.turnstile.cli.operate;

import dev.turnstile.Operator;
import dev.turnstile.cli.render.TimeSpan;
import dev.turnstile.driver.mapped.Mapped;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options {@code --dir} and {@code --on} of the commands that use turnstiles between processes. */
final class PlaceOption {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--dir",
            paramLabel = "DIR",
            description =
                    "The folder of the turnstiles' files. Only 'turnstile run' creates it. Default: $$TURNSTILE_DIR, or"
                            + " /tmp/turnstile-UID if that is not set.")
    private Optional<String> given;

    @Option(
            names = "--on",
            paramLabel = "URL",
            description =
                    "The store of turnstiles between machines, such as jdbc:postgresql://host/db. The user and the"
                            + " password are taken from $$TURNSTILE_USER, and $$TURNSTILE_PASSWORD or the file"
                            + " $$TURNSTILE_PASSWORD_FILE. Default: $$TURNSTILE_ON, or this machine only.")
    private Optional<String> on;

    @Option(
            names = "--lease",
            paramLabel = "TIME",
            converter = TimeSpan.class,
            description = "With --on: how long a process may be silent before it loses its permits, from 2s to 10m"
                    + " (default: 15s).")
    private Optional<Duration> lease;

    private Optional<Path> folder() {
        return given.map(text -> {
            if (text.isEmpty()) {
                throw wrong("--dir must name a folder, but is empty");
            }
            return Path.of(text);
        });
    }

    private ParameterException wrong(String what) {
        return new ParameterException(spec.commandLine(), what);
    }

    /** Returns the URL of the store, if the turnstiles are in one. */
    private Optional<String> store() {
        if (given.isPresent() && on.isPresent()) {
            throw wrong("--dir and --on are mutually exclusive");
        }
        on.ifPresent(this::checkNoSecret);
        Optional<String> url = on.or(() -> given.isPresent()
                ? Optional.empty()
                : Optional.ofNullable(System.getenv("TURNSTILE_ON")).filter(text -> !text.isEmpty()));
        if (url.isEmpty() && lease.isPresent()) {
            throw wrong("--lease needs --on: within one machine, crashed processes are noticed at once");
        }
        return url;
    }

    /** Other users see the arguments of a process. */
    private void checkNoSecret(String url) {
        if (url.toLowerCase(Locale.ROOT).contains("password=") || url.matches(".*//[^/@]*:[^/@]*@.*")) {
            throw wrong("--on must not contain a password, because other users can see it; set TURNSTILE_PASSWORD, or"
                    + " TURNSTILE_PASSWORD_FILE to the name of a file");
        }
    }

    /** Returns the words that make another command use the same place, or an empty string. */
    String words() {
        return folder().map(path -> " --dir " + path)
                .or(() -> on.map(url -> " --on \"" + url + "\""))
                .orElse("");
    }

    /** Returns true if the turnstiles are in a store, and not in a folder. */
    boolean isStore() {
        return store().isPresent();
    }

    /** Returns how long a process may be silent, if the turnstiles are in a store. */
    Duration lease() {
        return lease.orElse(Duration.ofSeconds(15));
    }

    /** Returns the operator of the turnstiles. Rejects a folder that the option names and that is missing. */
    Operator operator() {
        return store().isPresent() ? place("turnstile").operator() : existing().operator();
    }

    /** As {@link #operator()}, with the command under which snapshots show this process. */
    Operator operator(String shown) {
        return store().isPresent()
                ? place(shown).operator()
                : existing().as(shown).operator();
    }

    private Mapped existing() {
        Mapped mapped = mapped();
        if (given.isPresent() && isMissing(mapped)) {
            throw wrong("--dir: there is no folder " + mapped.folder() + "; only 'turnstile run' creates it");
        }
        return mapped;
    }

    /** Returns where the turnstiles are, for a process that snapshots show under the given command. */
    Place place(String shown) {
        Optional<String> url = store();
        if (url.isEmpty()) {
            return new FolderPlace(mapped().as(shown), isNamedAndMissing());
        }
        try {
            return StorePlace.at(url.get(), System.getenv(), lease, shown);
        } catch (IllegalArgumentException refused) {
            throw wrong(refused.getMessage());
        }
    }

    /** Returns whether the option or the environment names a folder that does not exist. */
    private boolean isNamedAndMissing() {
        boolean named = given.isPresent()
                || !System.getenv().getOrDefault("TURNSTILE_DIR", "").isEmpty();
        return named && isMissing(mapped());
    }

    private static boolean isMissing(Mapped mapped) {
        return Files.notExists(mapped.folder(), LinkOption.NOFOLLOW_LINKS);
    }

    private Mapped mapped() {
        return folder().map(Mapped::in).orElseGet(Mapped::here);
    }
}
