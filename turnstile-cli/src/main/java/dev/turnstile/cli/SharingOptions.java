package dev.turnstile.cli;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** What can be said of a simulation of processes that share memory. */
final class SharingOptions {
    @Option(
            names = "--pace",
            paramLabel = "PACE",
            description = "Shared memory: uniform (always l and c), random (up to), or adversarial (against one"
                    + " process); uniform, unless told.")
    Optional<String> pace;

    @Option(
            names = "--dead",
            paramLabel = "F",
            description = "Shared memory: so many processes stop for ever, inside or, at a random pace, anywhere; none,"
                    + " unless told.")
    Optional<Integer> dead;

    @Option(
            names = "--competing",
            paramLabel = "M",
            description = "Shared memory: only so many processes ever ask, the dead included; all, unless told.")
    Optional<Integer> competing;

    /** The names of those that were used. */
    List<String> used() {
        return Stream.of(
                        pace.map(value -> "--pace"), dead.map(value -> "--dead"), competing.map(value -> "--competing"))
                .flatMap(Optional::stream)
                .toList();
    }

    /** These options again. */
    String words() {
        return pace.map(value -> " --pace " + value).orElse("")
                + dead.map(value -> " --dead " + value).orElse("")
                + competing.map(value -> " --competing " + value).orElse("");
    }
}
