package dev.turnstile.cli;

import dev.turnstile.algorithm.Catalogue;
import dev.turnstile.driver.mapped.Mapped;
import java.util.List;
import java.util.Optional;
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

    private static String unknown(Mapped where, String name) {
        List<String> names = where.operator().names();
        String there = names.isEmpty()
                ? "; there are none"
                : Catalogue.didYouMean(name, names) + " There are: " + String.join(", ", names);
        return "no turnstile is called '" + name + "' in " + where.folder() + there;
    }
}
