package dev.turnstile.algorithm;

import dev.turnstile.algorithm.forest.Forest;
import dev.turnstile.algorithm.forest.Makki;
import dev.turnstile.algorithm.forest.Mechanisms;
import dev.turnstile.algorithm.forest.TrehelNaimi;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The token forest and its rivals, for the {@link Catalogue}. */
final class ForestFamily {
    private static final String TOKEN = "token";
    private static final String NU = "nu";
    private static final String INFORM = "inform";

    private static final List<Tuning.Parameter> PARAMETERS = List.of(
            new Tuning.Parameter(
                    TOKEN, Tuning.oneOf(Mechanisms.TokenChoice.values()), "random", "which token a node asks for"),
            new Tuning.Parameter(
                    NU,
                    Tuning.upTo(Mechanisms.INFORMS_MAX),
                    String.valueOf(Mechanisms.PAPERS.informs()),
                    "how many nodes are told where an idle token is"),
            new Tuning.Parameter(
                    INFORM, Tuning.oneOf(Mechanisms.Destinations.values()), "random", "which nodes those are"));

    private static final Map<String, Forest.Repair> RULES = new TreeMap<>(Map.of(
            "rule-2", Forest.Repair.STAMP_BY_TOKEN,
            "rule-3a", Forest.Repair.DEAF_AFTER_FORWARDING,
            "rule-3b", Forest.Repair.DEAF_AFTER_MODIFICATION,
            "rule-4", Forest.Repair.ONLY_NEWS));

    private static final List<Tuning.Parameter> AS_PRINTED_PARAMETERS = Stream.concat(
                    PARAMETERS.stream(),
                    RULES.keySet().stream()
                            .map(rule -> new Tuning.Parameter(
                                    rule, Tuning.FLAG, "false", "with that rule of the repair; all are needed")))
            .toList();

    private static final List<String> GUARANTEES = List.of(
            "at most k inside", "no lockout, as long as nobody stays inside; k > 1: who stays inside keeps others out");

    static final List<Algorithm> ALL = List.of(
            new Algorithm.MessagePassing(
                    "forest",
                    "Token forest",
                    "bulgannawar-1995, section 2, corrected: an INFORM is obeyed only if it is news",
                    Catalogue.NODE_ASSUMPTIONS,
                    GUARANTEES,
                    "about 3 messages per entry under load, a few more at low load; a token of 5 words and 2 for each"
                            + " who waits",
                    Traits.on(Traits.Runtime.THREADS).withBlockingHolders(),
                    (sizes, tuning) -> new Forest(sizes.participants(), sizes.limit(), mechanisms(tuning)),
                    PARAMETERS,
                    Optional.empty(),
                    Tuning.none()),
            new Algorithm.MessagePassing(
                    "forest-as-printed",
                    "Token forest, as printed",
                    "bulgannawar-1995, section 2",
                    List.of(Catalogue.CHANNELS, "constant delays, or nu = 0", "n nodes, k <= n, and nobody stops"),
                    GUARANTEES,
                    "as forest, with one word less in a token and an INFORM",
                    Traits.labOnly().withBlockingHolders(),
                    (sizes, tuning) ->
                            Forest.asPrinted(sizes.participants(), sizes.limit(), mechanisms(tuning), repairs(tuning)),
                    AS_PRINTED_PARAMETERS,
                    Optional.of("as printed, a request can wait for ever when messages are slow; use forest"),
                    Tuning.none()),
            new Algorithm.MessagePassing(
                    "makki",
                    "Makki et al., a reconstruction",
                    "Makki et al. 1992 as bulgannawar-1995 tells of it; the original was not available",
                    Catalogue.NODE_ASSUMPTIONS,
                    GUARANTEES,
                    "3 messages per entry under load, about 2n at low load",
                    Traits.on(Traits.Runtime.THREADS).withBlockingHolders(),
                    Makki::new),
            new Algorithm.MessagePassing(
                    "makki-timed",
                    "Makki et al., a reconstruction, with the assumption of 2Tt",
                    "Makki et al. 1992 as bulgannawar-1995 simulates it; the original was not available",
                    List.of(
                            Catalogue.CHANNELS,
                            "a question and its answer take 2Tt",
                            "n nodes, k <= n, and nobody stops"),
                    List.of("at most k inside", "no lockout, as long as nobody stays inside and answers come in time"),
                    "3 messages per entry under load, about n at low load",
                    Traits.labOnly().withBlockingHolders(),
                    (sizes, tuning) -> Makki.timed(sizes.participants(), sizes.limit()),
                    List.of(),
                    Optional.of("it counts on answers that come in time; use makki"),
                    Tuning.none()),
            new Algorithm.MessagePassing(
                    "trehel-naimi",
                    "Trehel-Naimi",
                    "Trehel and Naimi 1987, which bulgannawar-1995 extends; for k > 1 partitioned as in its section 5",
                    Catalogue.NODE_ASSUMPTIONS,
                    List.of(
                            "at most k inside",
                            "no lockout, as long as nobody stays inside; k > 1: who stays inside keeps its cluster"
                                    + " out"),
                    "about log n messages of 3 or 4 words per entry; with k > 1, log n/k",
                    Traits.on(Traits.Runtime.THREADS).withBlockingHolders(),
                    (nodes, places) -> places == 1
                            ? new TrehelNaimi(nodes, 1)
                            : Algorithm.MessagePassing.partitioned(
                                    nodes,
                                    places,
                                    (sizes, tuning) -> new TrehelNaimi(sizes.participants(), sizes.limit()),
                                    Tuning.none())));

    private ForestFamily() {}

    private static Set<Forest.Repair> repairs(Tuning tuning) {
        return RULES.entrySet().stream()
                .filter(rule -> tuning.flag(rule.getKey()))
                .map(Map.Entry::getValue)
                .collect(Collectors.toSet());
    }

    private static Mechanisms mechanisms(Tuning tuning) {
        return new Mechanisms(
                tuning.choice(TOKEN, Mechanisms.TokenChoice.values()),
                tuning.number(NU, Mechanisms.PAPERS.informs()),
                tuning.choice(INFORM, Mechanisms.Destinations.values()));
    }
}
