package dev.turnstile.lab.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.lab.catalogue.LabCatalogue;
import dev.turnstile.lab.property.AtMost;
import dev.turnstile.lab.property.Deadlock;
import dev.turnstile.lab.property.Granted;
import dev.turnstile.lab.property.NoLockout;
import dev.turnstile.lab.property.Property;
import dev.turnstile.lab.property.Stabilises;
import dev.turnstile.lab.property.TokensConserved;
import dev.turnstile.lab.run.Move;
import dev.turnstile.lab.run.Stage;
import dev.turnstile.machine.Region;
import dev.turnstile.machine.Tokens;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Goal: each stage of the tree keeps its promises, and the stage before it does not. Each repair is needed, and each
 * flaw is noticed. Method: every interleaving of every size that can be exhausted, with the number of states.
 */
final class TreeFamilyTest {
    private static final int ALL_STARTS = 200_000; // more than there are
    private static final long SEED = 1;

    private static int[] numbers(String text) {
        return Arrays.stream(text.split("-")).mapToInt(Integer::parseInt).toArray();
    }

    private static Check check(String name, int n, int k, String units) {
        return NodeFamilyTest.check(name, n, k).withRequests(0).withUnits(numbers(units));
    }

    private static Property[] all(int k, long tokens) {
        return new Property[] {
            new AtMost(k), new TokensConserved(tokens), new Granted(), new Deadlock(), new NoLockout()
        };
    }

    private static Property[] controlled(int k) {
        return new Property[] {
            new AtMost(k), new Granted(), new Deadlock(), new NoLockout(), new Stabilises(Tokens.of(k, 1, 1), k)
        };
    }

    private static Verdict.Violated violated(Report report) {
        assertThat(report.verdict()).isInstanceOf(Verdict.Violated.class);
        return (Verdict.Violated) report.verdict();
    }

    private static void holds(Report report, long states) {
        assertThat(report.verdict()).isEqualTo(new Verdict.Holds());
        assertThat(report.states()).isEqualTo(states);
    }

    /** Figure 2 of the paper. */
    @Test
    void withResourceTokensOnlyThreeRequestsForTwoOfThreeUnitsDeadlock() {
        Report report = check("tree-naive:shape=star", 3, 3, "2-2-2")
                .withProperties(new AtMost(3), new TokensConserved(3), new Granted())
                .run();
        Verdict.Violated found = violated(report);
        assertThat(found.property()).isEqualTo(new Granted());
        assertThat(found.violation().participants()).containsExactly(0, 1, 2);
        assertThat(report.states()).isEqualTo(371);
    }

    @Test
    void withResourceTokensOnlyRequestsForOneUnitAreGranted() {
        Report report = check("tree-naive:shape=star", 3, 2, "1-1-1")
                .withProperties(new AtMost(2), new TokensConserved(2), new Granted(), new Deadlock())
                .run();
        assertThat(report.verdict()).isEqualTo(new Verdict.Holds());
    }

    @Test
    void thePusherPreventsDeadlock() {
        Property[] promised = {new AtMost(3), new TokensConserved(Tokens.of(3, 1, 0)), new Granted(), new Deadlock()};
        holds(
                check("tree-pusher:shape=star", 3, 3, "1-2-1")
                        .withProperties(promised)
                        .run(),
                2_400);
    }

    /** Figure 3 of the paper. */
    @Test
    void thePusherDoesNotPreventLockout() {
        Verdict.Violated found = violated(check("tree-pusher:shape=star", 3, 3, "1-2-1")
                .withProperties(new NoLockout())
                .run());
        assertThat(found.violation().participants()).containsExactly(1);
    }

    @ParameterizedTest(name = "{0}, units {1}")
    @CsvSource({
        "tree-priority:shape=star, 1-2-1, 21592",
        "tree-priority:shape=path, 1-2-1, 23728",
        "tree-priority:shape=star, 2-2-2, 26064"
    })
    void thePriorityTokenPreventsLockout(String name, String units, long states) {
        holds(
                check(name, 3, 3, units)
                        .withProperties(all(3, Tokens.of(3, 1, 1)))
                        .run(),
                states);
    }

    @Test
    void aStayingNodeKeepsOutNoRequestForUpToTheRest() {
        holds(
                check("tree-priority:shape=star", 3, 3, "1-2-1")
                        .withStaying(0)
                        .withProperties(new AtMost(3), new NoLockout())
                        .run(),
                21_592);
    }

    @Test
    @Tag("long")
    void withLeasesOneMemberMayCrash() {
        Report report = NodeFamilyTest.check("tree-members:changes=1,leases", 3, 1)
                .withRequests(1)
                .withCrashes(1)
                .withProperties(new AtMost(1), new Granted(), new Deadlock(), new NoLockout())
                .run();
        holds(report, 1_728_515);
    }

    /** E15: the priority token waits at the node that cannot be satisfied, and so do all remaining units. */
    @ParameterizedTest(name = "p1 asks for {0}, of which 2 are left: p2 waits {1}")
    @CsvSource({"3, TRYING", "2, CRITICAL"})
    void aRequestForMoreThanIsLeftKeepsOutOthers(int greedy, Region expected) {
        Stage stage = Stage.of(LabCatalogue.messagePassing("tree-priority:shape=star"), 3, 3, List.of(1, greedy, 1));
        for (int i = 0; i < 3; i++) {
            assertThat(stage.make(Move.asks(i))).isPresent();
            for (int arrivals = 0; arrivals < 1_000; arrivals++) {
                stage.make(stage.owed().orElseThrow());
            }
            stage.make(Move.leaves(1)); // if it is inside
        }
        assertThat(stage.region(0)).isEqualTo(Region.CRITICAL);
        assertThat(stage.region(2)).isEqualTo(expected);
    }

    @Test
    void aRequestForMoreThanIsLeftIsNeverGranted() {
        Check check = check("tree-priority:shape=star", 3, 3, "1-3-1");
        assertThat(check.withProperties(new NoLockout()).run().verdict()).isEqualTo(new Verdict.Holds());
        assertThat(violated(check.withStaying(0).withProperties(new NoLockout()).run())
                        .violation()
                        .participants())
                .containsExactly(1);
    }

    @ParameterizedTest(name = "tree:c-max=0, n = {0}, k = {1}, units {2}")
    @CsvSource({"2, 1, 1-1, 2582", "2, 2, 2-1, 9368"})
    void theControllerCreatesMissingTokens(int n, int k, String units, long states) {
        holds(check("tree:c-max=0", n, k, units).withProperties(controlled(k)).run(), states);
    }

    @ParameterizedTest(name = "tree:c-max=0, n = {0}, k = {1}, units {2}")
    @Tag("long")
    @CsvSource({"3, 1, 1-1-1", "3, 2, 1-2-1"})
    void theControllerOfThreeCreatesMissingTokens(int n, int k, String units) {
        Report report =
                check("tree:c-max=0", n, k, units).withProperties(controlled(k)).run();
        assertThat(report.verdict()).isEqualTo(new Verdict.Holds());
    }

    /** E8. */
    @Test
    void thePrintedVersionCreatesAUnitTooManyWithoutAnyFault() {
        Report report = check("tree-as-printed:c-max=0", 2, 1, "1-1")
                .withProperties(new AtMost(1))
                .run();
        assertThat(violated(report).property()).isEqualTo(new AtMost(1));
        holds(
                check("tree-as-printed:c-max=0,e8", 2, 1, "1-1")
                        .withProperties(new AtMost(1))
                        .run(),
                2_574);
    }

    @ParameterizedTest(name = "{0} from {1} starts")
    @CsvSource({"tree:c-max=0, 300", "tree:c-max=1, 100"})
    void itStabilisesFromSampledConfigurations(String name, int starts) {
        Report report = check(name, 2, 1, "1-1")
                .withAnyStart(starts, 0, SEED)
                .withProperties(new NoLockout(), new Deadlock(), new Granted(), new Stabilises(Tokens.of(1, 1, 1), 1))
                .run();
        assertThat(report.verdict()).as("seed %d", SEED).isEqualTo(new Verdict.Holds());
        assertThat(report.starts()).isEqualTo(starts);
    }

    @Test
    @Tag("long")
    void itStabilisesFromEveryConfiguration() {
        Report report = check("tree:c-max=0", 2, 1, "1-1")
                .withAnyStart(ALL_STARTS, 0, SEED)
                .withProperties(new NoLockout(), new Deadlock(), new Granted(), new Stabilises(Tokens.of(1, 1, 1), 1))
                .run();
        holds(report, 1_102_968);
        assertThat(report.starts()).isEqualTo(139_968);
    }

    /** E9, and what resets are for. The starts are a sample. */
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
        tree-as-printed:c-max=0,e8,e13,e14
        tree-broken:c-max=0,no-reset
        """)
    void twoPriorityTokensStayForever(String name) {
        Verdict.Violated found = violated(check(name, 2, 1, "1-1")
                .withAnyStart(500, 0, SEED)
                .withProperties(new Stabilises(Tokens.of(1, 1, 1), 1))
                .run());
        assertThat(found.violation().reason())
                .as("seed %d", SEED)
                .startsWith("again and again: the number of tokens is ")
                .endsWith("not 1+1+1");
    }

    @Test
    void forgettingWhatTheControllerPassedCreatesTooMany() {
        Report report = check("tree-broken:c-max=0,forgets-passed", 2, 1, "1-1")
                .withProperties(new AtMost(1))
                .run();
        assertThat(violated(report).property()).isEqualTo(new AtMost(1));
    }

    @Test
    @Tag("long")
    void aPusherThatIgnoresPriorityCausesLockout() {
        Verdict.Violated found = violated(check("tree-broken:c-max=0,pusher-ignores-priority", 3, 2, "1-2-1")
                .withProperties(new NoLockout())
                .run());
        assertThat(found.violation().participants()).containsExactly(1);
    }

    /** An old controller cannot be told from a new one. */
    @Test
    @Tag("long")
    void aCounterOfOneValueIsTooSmall() {
        Verdict.Violated found = violated(check("tree-broken:counters=1", 2, 1, "1-1")
                .withAnyStart(2_000, 1, SEED)
                .withRoom(4)
                .withProperties(new NoLockout())
                .run());
        assertThat(found.violation().participants()).as("seed %d", SEED).hasSize(1);
    }

    @Test
    @Tag("long")
    void membersMayDieAndJoin() {
        holds(
                NodeFamilyTest.check("tree-members:changes=1", 3, 1)
                        .withRequests(1)
                        .withProperties(controlled(1))
                        .run(),
                180_730);
    }

    @ParameterizedTest(name = "tree-members:changes=1,{0}")
    @CsvSource({"no-epochs", "no-census", "no-fencing"})
    void withoutASafeguardUnitsAreHandedOutTwice(String flaw) {
        Report report = NodeFamilyTest.check("tree-members:changes=1," + flaw, 3, 1)
                .withRequests(1)
                .withProperties(new AtMost(1))
                .run();
        assertThat(violated(report).property()).isEqualTo(new AtMost(1));
    }
}
