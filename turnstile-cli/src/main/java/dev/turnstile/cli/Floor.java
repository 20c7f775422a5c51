package dev.turnstile.cli;

import dev.turnstile.algorithm.Algorithm;
import dev.turnstile.algorithm.Catalogue;
import java.util.Optional;
import picocli.CommandLine.Option;

/** How many must stay inside, for the commands of the lab; it becomes a part of the algorithm's name. */
final class Floor {
    @Option(
            names = {"-l", "--at-least"},
            paramLabel = "L",
            order = SettingOptions.ORDER - 1,
            description =
                    "Windows: at least L stay inside, less than K; the same as at-least=L in the algorithm's name.")
    private Optional<Integer> least;

    /** The name of the algorithm with that floor. */
    String under(String name) {
        if (least.isEmpty()) {
            return name;
        }
        boolean window = Catalogue.find(name) instanceof Algorithm.MessagePassing messages && messages.isWindow();
        if (!window) {
            throw new IllegalArgumentException("-l: " + name + " has no floor; windows have: "
                    + String.join(
                            ", ",
                            Catalogue.messagePassing().stream()
                                    .filter(Algorithm.MessagePassing::isWindow)
                                    .map(Algorithm::name)
                                    .toList()));
        }
        if (name.contains("at-least=")) {
            throw new IllegalArgumentException("the floor is said twice, by -l and by at-least in " + name);
        }
        return name + (name.indexOf(':') < 0 ? ":" : ",") + "at-least=" + least.get();
    }
}
