package dev.turnstile.cli.lab;

import dev.turnstile.algorithm.Algorithm;
import dev.turnstile.lab.catalogue.LabCatalogue;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The option {@code --at-least} of the lab's commands. */
final class FloorOption {
    @Option(
            names = {"-l", "--at-least"},
            paramLabel = "L",
            order = SettingOptions.ORDER - 1,
            description =
                    "Windows: the floor, below K: at least L stay inside. Same as at-least=L in the algorithm's name.")
    private Optional<Integer> least;

    /** Returns the algorithm with that floor. */
    Algorithm under(Algorithm algorithm) {
        least.filter(floor -> floor < 0).ifPresent(floor -> {
            throw new IllegalArgumentException("-l must be at least 0, not " + floor);
        });
        return least.map(floor -> window(algorithm).withFloor(floor))
                .<Algorithm>map(window -> window)
                .orElse(algorithm);
    }

    private static Algorithm.MessagePassing window(Algorithm algorithm) {
        if (algorithm instanceof Algorithm.MessagePassing messages && messages.isWindow()) {
            return messages;
        }
        throw new IllegalArgumentException("-l: " + algorithm.name() + " has no floor; algorithms with a floor: "
                + String.join(
                        ", ",
                        LabCatalogue.messagePassing().stream()
                                .filter(Algorithm.MessagePassing::isWindow)
                                .map(Algorithm::name)
                                .toList()));
    }
}
