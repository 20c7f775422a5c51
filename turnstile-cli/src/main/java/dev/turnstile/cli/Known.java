package dev.turnstile.cli;

import dev.turnstile.algorithm.Catalogue;
import dev.turnstile.driver.mapped.Mapped;
import dev.turnstile.driver.mapped.Operator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Refuses names of turnstiles that there are not. */
final class Known {
    private Known() {}

    /** What was found under the name; if nothing was, a refusal. */
    static <T> T orRefused(CommandSpec spec, Mapped where, String name, Optional<T> found) {
        return found.orElseThrow(() -> new ParameterException(spec.commandLine(), unknown(where, name)));
    }

    /** The name, if there can be one. */
    static String name(CommandSpec spec, Mapped where, String name) {
        try {
            boolean _ = where.operator().isName(name);
            return name;
        } catch (IllegalArgumentException refused) {
            throw new ParameterException(spec.commandLine(), refused.getMessage(), refused);
        }
    }

    /** The files of that name that an earlier version used. */
    static List<Operator.Leftover> leftovers(Mapped where, String name) {
        Operator operator = where.operator();
        return operator.leftovers().stream()
                .filter(left ->
                        left.file().getFileName().equals(operator.file(name).getFileName()))
                .toList();
    }

    private static String unknown(Mapped where, String name) {
        List<String> names = where.operator().names();
        String there = names.isEmpty()
                ? "; there are none"
                : Catalogue.didYouMean(name, names) + " There are: " + String.join(", ", names);
        String left = leftovers(where, name).stream()
                .map(leftover -> "\n" + StatusText.leftover(leftover))
                .collect(Collectors.joining());
        return "no turnstile is called '" + name + "' in " + where.folder() + there + left;
    }
}
