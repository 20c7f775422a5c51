package dev.turnstile.lab.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.algorithm.forest.Forest;
import dev.turnstile.algorithm.forest.Mechanisms;
import dev.turnstile.lab.property.Granted;
import dev.turnstile.lab.property.TokensConserved;
import dev.turnstile.machine.Message;
import dev.turnstile.machine.NodeSystem;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Goal: a check with stamps, chance, bounded channels, hastened messages and bounded requests explores exactly what is
 * possible. Method: the same state space once more, the slow way ({@link Naively}). With stamps, there are as many
 * states as classes of configurations whose stamps are in the same order.
 */
final class StampNormaliserTest {
    private static Mechanisms informing(Mechanisms.TokenChoice token, int nu, Mechanisms.Destinations destinations) {
        return new Mechanisms(token, nu, destinations);
    }

    private static Mechanisms informing(int nu) {
        return informing(Mechanisms.TokenChoice.RANDOM, nu, Mechanisms.Destinations.RANDOM);
    }

    private static Naively.Setting setting(List<Integer> requests) {
        return new Naively.Setting(requests, 0, Set.of(), false);
    }

    private static <M extends Message> Check check(NodeSystem<M> system, Naively.Setting setting) {
        Check check = Check.ofNodes(() -> system)
                .withRequests(
                        setting.requests().stream().mapToInt(times -> times).toArray())
                .withRoom(setting.room())
                .withHastened(setting.hastened().toArray(String[]::new));
        return setting.cancels() ? check.withCancels() : check;
    }

    @ParameterizedTest(name = "n = {0}, k = {1}, nu = {2}, token {3}, informs {4}, requests {5} {6} {7}, gives up: {8}")
    @CsvSource({
        "3, 1, 0, RANDOM,    RANDOM,   2, 1, 2, false",
        "3, 1, 1, RANDOM,    RANDOM,   1, 1, 1, true",
        "3, 1, 1, RANDOM,    RANDOM,   1, 2, 1, false",
        "3, 1, 2, RANDOM,    ROTATING, 1, 1, 2, false",
        "3, 1, 1, RANDOM,    RECENT,   1, 2, 2, false",
        "3, 2, 1, RANDOM,    RANDOM,   1, 1, 1, false",
        "3, 2, 1, LAST_SEEN, RANDOM,   1, 1, 2, false",
        "3, 2, 0, RANDOM,    RANDOM,   1, 1, 2, true",
        "2, 2, 1, RANDOM,    RANDOM,   2, 3, 0, true"
    })
    void thereAreAsManyStatesAsOrdersOfStamps(
            int n,
            int k,
            int nu,
            Mechanisms.TokenChoice token,
            Mechanisms.Destinations destinations,
            int first,
            int second,
            int third,
            boolean cancels) {
        Forest forest = new Forest(n, k, informing(token, nu, destinations));
        List<Integer> requests = List.of(first, second, third).subList(0, n);
        Naively.Setting setting = new Naively.Setting(requests, 0, Set.of(), cancels);
        Naively<Forest.ForestMessage> naively = new Naively<>(forest, setting);
        Report report = check(forest, setting)
                .withProperties(new TokensConserved(k), new Granted())
                .run();
        assertThat(report.states())
                .isEqualTo(naively.classes().size())
                .isLessThanOrEqualTo(naively.all().size());
        assertThat(report.verdict()).isEqualTo(new Verdict.Holds());
        assertThat(check(forest, setting).withoutVoid().run().states())
                .as("messages without effect are forgotten")
                .isEqualTo(naively.classesWithoutVoid().size());
        assertThat(naively.somebodyIsForgotten()).isFalse();
        assertThat(naively.fewestTokens()).isEqualTo(naively.mostTokens()).isEqualTo(k);
    }

    @Test
    void runsOfDifferentLengthReachOneStateIfOnlyStampsDiffer() {
        Forest forest = new Forest(3, 1, informing(1));
        Naively<Forest.ForestMessage> naively = new Naively<>(forest, setting(List.of(1, 2, 2)));
        assertThat(naively.classes()).hasSizeLessThan(naively.all().size() * 19 / 20);
        assertThat(check(forest, setting(List.of(1, 2, 2))).run().states())
                .isEqualTo(naively.classes().size());
    }

    /** The printed version has no stamps; each repair alone has. The verdict is that of all configurations. */
    @ParameterizedTest
    @EnumSource(Forest.Repair.class)
    void theVerdictIsThatOfAllConfigurations(Forest.Repair missing) {
        for (Set<Forest.Repair> repairs : List.<Set<Forest.Repair>>of(
                EnumSet.complementOf(EnumSet.of(missing)), EnumSet.of(missing), EnumSet.noneOf(Forest.Repair.class))) {
            Forest forest = Forest.asPrinted(3, 1, informing(1), repairs);
            Naively.Setting setting = setting(List.of(2, 1, 1));
            Naively<Forest.ForestMessage> naively = new Naively<>(forest, setting);
            assertThat(check(forest, setting).run().states())
                    .as(repairs.toString())
                    .isEqualTo(naively.classes().size());
            assertThat(
                            check(forest, setting)
                                            .withProperties(new Granted())
                                            .run()
                                            .verdict()
                                    instanceof Verdict.Violated)
                    .as(repairs.toString())
                    .isEqualTo(naively.somebodyIsForgotten());
        }
    }

    static Stream<Naively.Setting> narrow() {
        return Stream.of(
                new Naively.Setting(List.of(2, 1, 1), 1, Set.of(), false),
                new Naively.Setting(List.of(1, 1, 2), 2, Set.of("Inform"), false),
                new Naively.Setting(List.of(1, 1, 1), 0, Set.of("Inform"), true),
                new Naively.Setting(List.of(2, 1, 1), 1, Set.of("Request", "Token"), false),
                new Naively.Setting(List.of(2, 1, 1), 1, Set.of("Request", "Token", "Inform"), true));
    }

    @Test
    void roomAndHasteLeaveOutExactlyTheOtherRuns() {
        Forest forest = new Forest(3, 1, informing(2));
        narrow().forEach(setting -> assertThat(check(forest, setting).run().states())
                .as(setting.toString())
                .isEqualTo(new Naively<>(forest, setting).classes().size())
                .isGreaterThan(50));
    }

    @Test
    void roomAndHasteLeaveOutExactlyTheOtherRunsWithTwoTokens() {
        Forest forest = new Forest(3, 2, informing(1));
        for (Naively.Setting setting : List.of(
                new Naively.Setting(List.of(1, 1, 2), 1, Set.of("Inform"), false),
                new Naively.Setting(List.of(1, 2, 1), 1, Set.of("Token", "Inform"), false))) {
            assertThat(check(forest, setting).run().states())
                    .as(setting.toString())
                    .isEqualTo(new Naively<>(forest, setting).classes().size())
                    .isGreaterThan(50);
        }
    }

    @Test
    void eachNodeMakesUpToItsNumberOfRequests() {
        for (List<Integer> requests : List.of(List.of(3, 1), List.of(1, 3), List.of(2, 2))) {
            RaymondTwin twin = new RaymondTwin(2, 1, RaymondTwin.Flaw.NONE);
            assertThat(check(twin, setting(requests)).run().states())
                    .as(requests.toString())
                    .isEqualTo(new Naively<>(twin, setting(requests)).all().size());
        }
    }

    /** Requests are unlimited, and stamps that grow without end are normalised again and again. */
    @Test
    void unlimitedRequestsHaveFinitelyManyStatesIfChannelsAreBounded() {
        Check check = check(
                new Forest(2, 1, informing(1)), new Naively.Setting(Collections.nCopies(2, 0), 1, Set.of(), false));
        long states = check.withThreads(1).run().states();
        assertThat(states).isEqualTo(check.withThreads(2).run().states()).isBetween(10L, 1_000L);
    }

    @Test
    void oneAndTwoThreadsFindTheSame() {
        Check check = check(new Forest(3, 2, informing(1)), setting(List.of(2, 1, 2)));
        Report alone = check.withThreads(1).run();
        for (int i = 0; i < 3; i++) {
            Report together = check.withThreads(2).run();
            assertThat(together.states()).isEqualTo(alone.states());
            assertThat(together.transitions()).isEqualTo(alone.transitions());
        }
    }
}
