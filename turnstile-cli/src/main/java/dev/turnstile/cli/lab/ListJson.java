package dev.turnstile.cli.lab;

import dev.turnstile.algorithm.Algorithm;
import dev.turnstile.algorithm.Traits;
import dev.turnstile.algorithm.Tuning;
import dev.turnstile.cli.render.Json;
import dev.turnstile.lab.catalogue.LabCatalogue;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Algorithms, for programs: an array of objects. */
final class ListJson {
    private ListJson() {}

    static String of(List<? extends Algorithm> algorithms) {
        return Json.of(algorithms.stream().map(ListJson::of).toList());
    }

    private static Map<String, Object> of(Algorithm algorithm) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("name", algorithm.name());
        members.put("title", algorithm.title());
        members.put("source", algorithm.source());
        members.put("model", algorithm.model());
        members.put("assumptions", algorithm.assumptions());
        members.put("guarantees", algorithm.guarantees());
        members.put("cost", algorithm.cost());
        members.put("options", algorithm.parameters().stream().map(ListJson::of).toList());
        members.put(
                "runtimes",
                Arrays.stream(Traits.Runtime.values())
                        .filter(algorithm::runsOn)
                        .map(runtime -> runtime.name().toLowerCase(Locale.ROOT))
                        .toList());
        members.put("labOnly", LabCatalogue.labOnly(algorithm).orElse(null));
        return members;
    }

    private static Map<String, Object> of(Tuning.Parameter parameter) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("name", parameter.name());
        members.put("allowed", parameter.allowed());
        members.put("default", parameter.defaultValue());
        members.put("meaning", parameter.meaning());
        return members;
    }
}
