package dev.turnstile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.algorithm.Algorithm;
import dev.turnstile.algorithm.Catalogue;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Goal: every algorithm in the catalogue is explored and simulated. Method: small sizes, with waiters that give up. The
 * tests of the families go further.
 */
final class EveryAlgorithmTest {
    private static final int HOLDS = 0;
    private static final int NOT_EXHAUSTED = 2;

    static Stream<String> sharedMemory() {
        return names(Catalogue.sharedMemory());
    }

    static Stream<String> messages() {
        return names(Catalogue.messagePassing());
    }

    private static Stream<String> names(List<? extends Algorithm> algorithms) {
        return algorithms.stream().map(Algorithm::name);
    }

    private static void assertEnds(String command, Integer... codes) {
        CommandRun run = CommandRun.of(command);
        assertThat(run.code()).as("%s: %s%s", command, run.out(), run.err()).isIn((Object[]) codes);
    }

    @ParameterizedTest
    @MethodSource
    void sharedMemory(String name) {
        assertEnds("check " + name + " -n 3 -k 2 --cancel", HOLDS);
        assertEnds("simulate " + name + " -n 5 -k 2 --entries 50", HOLDS);
    }

    @ParameterizedTest
    @MethodSource
    void messages(String name) {
        assertEnds("check " + name + " -n 2 -k 1 --requests 2 --cancel", HOLDS);
        assertEnds("check " + name + " -n 3 -k 2 --requests 1 --cancel --max-states 20000", HOLDS, NOT_EXHAUSTED);
        assertEnds("simulate " + name + " -n 9 -k 2 --rate 0.01,1 --entries 300 --seeds 2 --patience 50", HOLDS);
    }
}
