package dev.turnstile.cli.operate;

import dev.turnstile.Operator;
import dev.turnstile.algorithm.Catalogue;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Refuses names of turnstiles that there are not. */
final class TurnstileNames {
    private TurnstileNames() {}

    /** What was found under the name; if nothing was, a refusal. */
    static <T> T orRefused(CommandSpec spec, Operator operator, String name, Optional<T> found) {
        return found.orElseThrow(() -> new ParameterException(spec.commandLine(), unknown(operator, name)));
    }

    /** The name, if there can be one. */
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
                ? "; there are none"
                : Catalogue.didYouMean(name, names) + " There are: " + String.join(", ", names);
        String left = operator.leftovers(name).stream()
                .map(leftover -> "\n" + StatusText.leftover(leftover))
                .collect(Collectors.joining());
        return "no turnstile is called '" + name + "' in " + operator.where() + there + left;
    }
}
