package dev.turnstile.cli.operate;

import dev.turnstile.Operator;
import dev.turnstile.algorithm.Catalogue;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Rejects names of turnstiles that do not exist. */
final class TurnstileNames {
    private TurnstileNames() {}

    /** Returns what was found under the name, or rejects the command line if nothing was. */
    static <T> T orRefused(CommandSpec spec, Operator operator, String name, Optional<T> found) {
        return found.orElseThrow(() -> new ParameterException(spec.commandLine(), unknown(operator, name)));
    }

    /** Returns the name, or rejects the command line if no turnstile can have it. */
    static String name(CommandSpec spec, Operator operator, String name) {
        try {
            boolean _ = operator.isName(name);
            return name;
        } catch (IllegalArgumentException refused) {
            throw new ParameterException(spec.commandLine(), refused.getMessage(), refused);
        }
    }

    private static String unknown(Operator operator, String name) {
        List<String> names = operator.names();
        String there = names.isEmpty()
                ? ", nor any other"
                : Catalogue.didYouMean(name, names) + " There are: " + String.join(", ", names);
        String left = operator.leftovers(name).stream()
                .map(leftover -> "\n" + StatusText.leftover(leftover))
                .collect(Collectors.joining());
        return "there is no turnstile named '" + name + "' in " + operator.where() + there + left;
    }
}
