package dev.turnstile.cli.lab;

import dev.turnstile.algorithm.Algorithm;
import dev.turnstile.algorithm.Traits;
import dev.turnstile.algorithm.Tuning;
import dev.turnstile.lab.catalogue.LabCatalogue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Algorithms, for people. */
final class ListText {
    private static final int COLUMN = 14;
    private static final String NEXT_LINE = "\n" + " ".repeat(COLUMN);

    /** The papers that sources refer to by a short name, as docs/algorithms/README.md has them. */
    private static final Map<String, String> PAPERS = Map.of(
            "fischer-1985",
            "M. J. Fischer, N. A. Lynch, J. E. Burns and A. Borodin, Distributed FIFO Allocation of Identical Resources"
                    + " Using Small Shared Space, YALEU/DCS/TR-421, 1985",
            "omori-2002",
            "M. Omori, K. Obokata, K. Motegi and Y. Igarashi, Analysis of Some Lockout Avoidance Algorithms for the"
                    + " k-Exclusion Problem, 2002",
            "bulgannawar-1995",
            "S. Bulgannawar and N. H. Vaidya, A Distributed K-Mutual Exclusion Algorithm, 1995",
            "datta-2009",
            "A. K. Datta, S. Devismes, F. Horn and L. L. Larmore, Self-Stabilizing k-out-of-l Exclusion on Tree"
                    + " Networks, 2009",
            "kamei-2019",
            "S. Kamei and H. Kakugawa, An Asynchronous Message-Passing Distributed Algorithm for the Global Critical"
                    + " Section Problem, 2019");

    private ListText() {}

    static String of(List<? extends Algorithm> algorithms) {
        return algorithms.stream()
                .map(algorithm -> algorithm.name() + "\n" + String.join("\n", lines(algorithm, false)))
                .collect(Collectors.joining("\n\n"));
    }

    /** Returns everything about one algorithm: also its paper, its order, and how to check it. */
    static String details(Algorithm algorithm) {
        return algorithm.name() + "\n" + String.join("\n", lines(algorithm, true));
    }

    private static List<String> lines(Algorithm algorithm, boolean all) {
        List<String> lines = new ArrayList<>();
        lines.add(line("title", algorithm.title()));
        lines.add(line("source", algorithm.source()));
        if (all) {
            PAPERS.keySet().stream()
                    .filter(algorithm.source()::contains)
                    .sorted()
                    .forEach(name -> lines.add(line("paper", PAPERS.get(name))));
        }
        lines.add(line("model", algorithm.model()));
        lines.add(line("assumes", algorithm.assumptions()));
        lines.add(line("guarantees", algorithm.guarantees()));
        lines.add(line("costs", algorithm.cost()));
        if (all) {
            lines.add(line("order", algorithm.fifo() ? "first come, first served" : "not that of arrival"));
            lines.add(line(
                    "holders",
                    algorithm.holdersBlockOthers()
                            ? "one that stays inside can keep others out of a free place"
                            : "one that stays inside never keeps others out of a free place"));
            lines.add(line("crashes", crashes(algorithm)));
        }
        if (!algorithm.parameters().isEmpty()) {
            lines.add(line(
                    "options", algorithm.parameters().stream().map(ListText::of).toList()));
        } else if (all) {
            lines.add(line("options", "none"));
        }
        lines.add(LabCatalogue.labOnly(algorithm)
                .map(why -> line("lab only", why))
                .orElseGet(() -> line("runs on", runtimes(algorithm))));
        return lines;
    }

    private static String line(String name, String value) {
        return String.format("  %-" + (COLUMN - 2) + "s%s", name, value);
    }

    private static String line(String name, List<String> values) {
        return line(name, String.join(NEXT_LINE, values));
    }

    private static String crashes(Algorithm algorithm) {
        return algorithm.traits().survivesKills()
                ? "other processes clean up after a crashed one"
                : "nothing cleans up after a crashed participant; see guarantees";
    }

    private static String runtimes(Algorithm algorithm) {
        return Arrays.stream(Traits.Runtime.values())
                .filter(algorithm::runsOn)
                .map(ListText::of)
                .collect(Collectors.joining(", "));
    }

    private static String of(Traits.Runtime runtime) {
        return switch (runtime) {
            case THREADS -> "the threads of one JVM";
            case MAPPED -> "the processes of one machine";
        };
    }

    private static String of(Tuning.Parameter parameter) {
        return parameter.name() + "=" + parameter.allowed() + " (default: " + parameter.defaultValue() + "): "
                + parameter.meaning();
    }
}
