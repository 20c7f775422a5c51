package dev.turnstile.lab.catalogue;

import dev.turnstile.algorithm.Algorithm;
import dev.turnstile.algorithm.Assumptions;
import dev.turnstile.algorithm.Catalogue;
import dev.turnstile.algorithm.ForestFamily;
import dev.turnstile.algorithm.Traits;
import dev.turnstile.algorithm.Tuning;
import dev.turnstile.algorithm.forest.Forest;
import dev.turnstile.algorithm.forest.Makki;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The token forest as printed, and a competitor that relies on timing. */
final class ForestVariants {
    private static final Map<String, Forest.Repair> RULES = new TreeMap<>(Map.of(
            "rule-2", Forest.Repair.STAMP_BY_TOKEN,
            "rule-3a", Forest.Repair.DEAF_AFTER_FORWARDING,
            "rule-3b", Forest.Repair.DEAF_AFTER_MODIFICATION,
            "rule-4", Forest.Repair.ONLY_NEWS));

    private static final List<Tuning.Parameter> AS_PRINTED_PARAMETERS = Stream.concat(
                    ForestFamily.PARAMETERS.stream(),
                    RULES.keySet().stream()
                            .map(rule -> new Tuning.Parameter(
                                    rule, Tuning.FLAG, "false", "add this rule of the repair; all rules are needed")))
            .toList();

    static final List<Entry> ALL = List.of(
            new Entry(
                    new Algorithm.MessagePassing(
                            "forest-as-printed",
                            "Token forest, as printed",
                            "bulgannawar-1995, section 2",
                            List.of(
                                    Assumptions.CHANNELS,
                                    "constant delays, or nu = 0",
                                    "n nodes, k <= n, and no crashes"),
                            Catalogue.find("forest").guarantees(),
                            "as forest, with one word less in a token and an INFORM",
                            Traits.labOnly().withBlockingHolders(),
                            (sizes, tuning) -> Forest.asPrinted(
                                    sizes.participants(),
                                    sizes.limit(),
                                    ForestFamily.mechanisms(tuning),
                                    repairs(tuning)),
                            AS_PRINTED_PARAMETERS),
                    "as printed, a request can wait forever if messages are slow; use forest"),
            new Entry(
                    new Algorithm.MessagePassing(
                            "makki-timed",
                            "Makki et al., a reconstruction, with the assumption of 2Tt",
                            "Makki et al. 1992 as bulgannawar-1995 simulates it; the original was not available",
                            List.of(
                                    Assumptions.CHANNELS,
                                    "a message and its reply take 2Tt",
                                    "n nodes, k <= n, and no crashes"),
                            List.of(
                                    "at most k inside",
                                    "no lockout, as long as holders leave and answers arrive in time"),
                            "3 messages per entry under load, about n at low load",
                            Traits.labOnly().withBlockingHolders(),
                            (sizes, tuning) -> Makki.timed(sizes.participants(), sizes.limit()),
                            List.of()),
                    "relies on answers that arrive in time; use makki"));

    private ForestVariants() {}

    private static Set<Forest.Repair> repairs(Tuning tuning) {
        return RULES.entrySet().stream()
                .filter(rule -> tuning.flag(rule.getKey()))
                .map(Map.Entry::getValue)
                .collect(Collectors.toSet());
    }
}
