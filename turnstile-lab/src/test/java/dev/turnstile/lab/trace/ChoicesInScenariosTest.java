package dev.turnstile.lab.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.turnstile.algorithm.forest.Forest;
import dev.turnstile.algorithm.forest.Mechanisms;
import dev.turnstile.lab.catalogue.LabCatalogue;
import dev.turnstile.lab.explore.Check;
import dev.turnstile.lab.explore.Verdict;
import dev.turnstile.lab.property.Granted;
import dev.turnstile.lab.run.Move;
import dev.turnstile.lab.run.Stage;
import dev.turnstile.lab.simulate.Delay;
import dev.turnstile.lab.simulate.Result;
import dev.turnstile.lab.simulate.Simulation;
import dev.turnstile.lab.simulate.Workload;
import dev.turnstile.machine.Region;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests the choices in recorded runs, and that a replay stops if a choice is impossible. */
final class ChoicesInScenariosTest {
    private static final String HEAD = "turnstile scenario 1\nalgorithm forest:nu=2\nprocesses 4\nplaces 2\n";

    private static Scenario.Outcome replay(String lines) {
        return Scenario.parse(HEAD + lines).replay();
    }

    @Test
    void aReplayMakesTheRecordedChoices() {
        Scenario.Outcome outcome = replay("p0 asks\np0 leaves choosing 2,1\np3 asks choosing 1");
        assertThat(outcome.wrong()).isEmpty();
        assertThat(outcome.drawing()).contains("leaves choosing 2,1").contains("asks choosing 1");
        assertThat(outcome.run().onTheWay())
                .containsExactlyInAnyOrder(
                        "p0 to p3: Inform[token=0, hops=[0]]",
                        "p0 to p2: Inform[token=0, hops=[0]]",
                        "p3 to p1: Request[origin=3, token=1]");
    }

    @Test
    void reportsImpossibleChoices() {
        String what = ": the number of choices or their bounds differ";
        assertThat(replay("p0 asks\np0 leaves choosing 4,0").wrong())
                .containsExactly("line 6: p0 chooses [0, 0], not [4, 0]" + what);
        assertThat(replay("p0 asks\np0 leaves choosing 2,1,0").wrong())
                .containsExactly("line 6: p0 chooses [2, 1], not [2, 1, 0]" + what);
        assertThat(replay("p0 asks\np0 leaves choosing 2").wrong())
                .containsExactly("line 6: p0 chooses [2, 0], not [2]" + what);
        assertThat(replay("p0 asks choosing 0").wrong()).containsExactly("line 5: p0 chooses [], not [0]" + what);
        assertThat(replay("p0 stops forever choosing 1").wrong())
                .containsExactly("line 5: p0 chooses [], not [1]" + what);
    }

    @Test
    void rejectsInvalidChoicesWithTheLine() {
        for (String line : List.of(
                "p3 asks choosing",
                "p3 asks choosing -1",
                "p3 asks choosing 1,",
                "p3 asks choosing 1 2",
                "p3 asks choosing 99999999999",
                "p3 receives from p0 choosing 1")) {
            assertThatIllegalArgumentException().isThrownBy(() -> replay(line)).withMessageContaining("line 5: ");
        }
    }

    @Test
    void aViolationFoundByACheckCanBeReplayed() {
        Mechanisms one = new Mechanisms(Mechanisms.TokenChoice.RANDOM, 1, Mechanisms.Destinations.RANDOM);
        Verdict.Violated violated = (Verdict.Violated) Check.ofNodes(() -> Forest.asPrinted(3, 1, one, Set.of()))
                .withRequests(2)
                .withProperties(new Granted())
                .run()
                .verdict();
        String text = Scenario.text(
                Scenario.Subject.of("forest-as-printed:nu=1", 3, 1), "found", violated.trace(), violated.violation());
        assertThat(text).contains(" leaves choosing 1\n").contains(" TRYING");
        Scenario.Outcome outcome = Scenario.parse(text).replay();
        assertThat(outcome.wrong()).isEmpty();
        assertThat(outcome.run().onTheWay()).isEmpty();
    }

    @Test
    void aViolationFoundByASimulationIsShrunkAndCanBeReplayed() {
        List<Move> moves = new ArrayList<>();
        Workload workload = Workload.of(0.5).withDelay(new Delay.Exponential());
        Result result = new Simulation<>(Forest.asPrinted(5, 2, Mechanisms.PAPERS, Set.of()), workload, 20_000, 1)
                .recordedBy(moves::add)
                .run();
        assertThat(result.finding()).map(Result.Finding::property).as("seed 1").contains(new Granted());
        List<Integer> ones = Collections.nCopies(5, 1);
        String name = "forest-as-printed:nu=2";
        Shrinking.Shrunk shrunk = new Shrinking(
                        () -> Stage.of(LabCatalogue.find(name), 5, 2, ones), ones, new Granted())
                .of(moves)
                .orElseThrow();
        assertThat(shrunk.moves()).hasSizeLessThan(moves.size() / 2);
        Scenario.Outcome again = Scenario.parse(
                        Scenario.text(Scenario.Subject.of(name, 5, 2), "shrunk", shrunk.moves(), shrunk.expected()))
                .replay();
        assertThat(again.wrong()).isEmpty();
        assertThat(again.run().happenings()).hasSameSizeAs(shrunk.moves());
    }

    /**
     * Without rule 3b. p0 has had token 0 and sent it to p2, which tells p0 and p3 that it has it. This message to p0
     * is delayed. p3 fetches token 0 and passes it on to p1; p2 fetches token 1 from p1, and p3 fetches it from p2. Now
     * p0 requests token 0 from p2, which remembers p0. p3 has token 1, and sends it. Then p0 hears that p2 has token 0,
     * believes it, and requests it from p2, which remembers p0.
     */
    @Test
    void withoutRule3bANodeEndsUpAskingItself() {
        String run = """
            p2 asks choosing 0
            p0 receives from p2
            p2 receives from p0
            p2 leaves choosing 0,1
            p3 receives from p2: Inform[token=0, hops=[1]]
            p3 asks choosing 0
            p2 receives from p3
            p3 receives from p2
            p3 leaves choosing 1,1
            p1 receives from p3: Inform[token=0, hops=[2]]
            p2 receives from p3: Inform[token=0, hops=[2]]
            p2 asks choosing 1
            p1 receives from p2
            p2 receives from p1
            p2 leaves choosing 2,1
            p3 receives from p2: Inform[token=1, hops=[1]]
            p1 receives from p2: Inform[token=1, hops=[1]]
            p1 asks choosing 0
            p3 receives from p1
            p1 receives from p3
            p3 asks choosing 1
            p2 receives from p3
            p3 receives from p2
            p0 asks choosing 0
            p2 receives from p0: Request[origin=0, token=0]
            p3 receives from p2: Request[origin=0, token=0]
            p3 leaves
            p0 receives from p3: Token[token=1, hops=[3], queue=[0 by 3]]
            p0 receives from p2: Inform[token=0, hops=[1]]
            p3 asks choosing 1
            p0 receives from p3
            p0 leaves
            p3 receives from p0
            p0 asks choosing 0
            """;
        String returns = """
            p2 receives from p0: Request[origin=0, token=0]
            p0 receives from p2: Request[origin=0, token=0]
            p1 leaves choosing 1,1
            p3 leaves choosing 1,1
            p2 receives from p1
            p3 receives from p1
            p1 receives from p3
            p2 receives from p3
            expect p0 TRYING
            """;
        String without = HEAD.replace("forest:nu=2", "forest-as-printed:nu=2,rule-2,rule-3a,rule-4");
        Scenario.Outcome broken = Scenario.parse(without + run + returns).replay();
        assertThat(broken.wrong()).isEmpty();
        assertThat(broken.run().onTheWay()).isEmpty();
        Scenario.Outcome repaired = Scenario.parse(HEAD + run).replay();
        assertThat(repaired.wrong()).isEmpty();
        assertThat(repaired.run().onTheWay()).containsExactly("p0 to p3: Request[origin=0, token=0]");
        assertThat(repaired.run().lastRegion(0)).isEqualTo(Region.TRYING);
    }
}
