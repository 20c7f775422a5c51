package dev.turnstile.cli;

import dev.turnstile.algorithm.Algorithm;
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
                "  costs       " + algorithm.cost());
    }
}
