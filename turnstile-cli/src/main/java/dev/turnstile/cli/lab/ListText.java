package dev.turnstile.cli.lab;

import dev.turnstile.algorithm.Algorithm;
import dev.turnstile.algorithm.Tuning;
import dev.turnstile.lab.catalogue.LabCatalogue;
import java.util.List;
import java.util.stream.Collectors;

/** Algorithms, for people. */
final class ListText {
    private static final String NEXT_LINE = "\n" + " ".repeat(14);

    private ListText() {}

    static String of(List<? extends Algorithm> algorithms) {
        return algorithms.stream().map(ListText::of).collect(Collectors.joining("\n\n"));
    }

    private static String of(Algorithm algorithm) {
        return String.join(
                "\n",
                algorithm.name(),
                "  title       " + algorithm.title(),
                "  source      " + algorithm.source(),
                "  model       " + algorithm.model(),
                "  assumes     " + String.join(NEXT_LINE, algorithm.assumptions()),
                "  guarantees  " + String.join(NEXT_LINE, algorithm.guarantees()),
                "  costs       " + algorithm.cost() + more(algorithm));
    }

    private static String more(Algorithm algorithm) {
        String parameters = algorithm.parameters().isEmpty()
                ? ""
                : "\n  options     "
                        + String.join(
                                NEXT_LINE,
                                algorithm.parameters().stream()
                                        .map(ListText::of)
                                        .toList());
        return parameters
                + LabCatalogue.labOnly(algorithm)
                        .map(why -> "\n  lab only    " + why)
                        .orElse("");
    }

    private static String of(Tuning.Parameter parameter) {
        return parameter.name() + "=" + parameter.allowed() + " (" + parameter.defaultValue() + "): "
                + parameter.meaning();
    }
}
