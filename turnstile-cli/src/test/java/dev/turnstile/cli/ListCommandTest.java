package dev.turnstile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.algorithm.Algorithm;
import dev.turnstile.algorithm.Tuning;
import dev.turnstile.lab.catalogue.LabCatalogue;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Goal: the list has everything in the catalogue, for people and for programs. */
class ListCommandTest {
    @Test
    void listsEverythingAboutEveryAlgorithm() {
        CommandRun run = CommandRun.of("list");
        assertThat(run.code()).isZero();
        assertThat(run.err()).isEmpty();
        for (Algorithm algorithm : LabCatalogue.all()) {
            assertThat(run.out())
                    .contains(algorithm.name(), algorithm.title(), algorithm.source(), algorithm.cost())
                    .contains(algorithm.assumptions())
                    .contains(algorithm.guarantees());
        }
    }

    @Test
    void printsThisText() {
        assertThat(CommandRun.of("list").out()).startsWith("""
            queue
              title       Queue
              source      fischer-1985, section 2.1, figure 1
              model       shared memory
              assumes     atomic read-modify-write of one cell
                          at most N processes, N <= 15
              guarantees  at most k inside
            """);
    }

    @Test
    void printsTheSameAsJson() {
        CommandRun run = CommandRun.of("list --json");
        assertThat(run.code()).isZero();
        assertThat(run.err()).isEmpty();
        List<Map<String, Object>> expected =
                LabCatalogue.all().stream().map(ListCommandTest::members).toList();
        assertThat(JsonReader.read(run.out())).isEqualTo(expected);
    }

    private static Map<String, Object> members(Algorithm algorithm) {
        Map<String, Object> members = new HashMap<>(Map.of(
                "name", algorithm.name(),
                "title", algorithm.title(),
                "source", algorithm.source(),
                "model", algorithm.model(),
                "assumptions", algorithm.assumptions(),
                "guarantees", algorithm.guarantees(),
                "cost", algorithm.cost(),
                "options",
                        algorithm.parameters().stream()
                                .map(ListCommandTest::members)
                                .toList()));
        members.put("labOnly", LabCatalogue.labOnly(algorithm).orElse(null));
        return members;
    }

    private static Map<String, Object> members(Tuning.Parameter parameter) {
        return Map.of(
                "name", parameter.name(),
                "allowed", parameter.allowed(),
                "default", parameter.defaultValue(),
                "meaning", parameter.meaning());
    }
}
