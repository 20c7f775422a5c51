package dev.turnstile.lab.explore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.turnstile.algorithm.ticket.ColoredTicket;
import dev.turnstile.algorithm.ticket.NumberedTicket;
import dev.turnstile.algorithm.ticket.Queue;
import dev.turnstile.algorithm.ticket.Twins;
import dev.turnstile.lab.property.AtMost;
import dev.turnstile.lab.property.KDeadlock;
import dev.turnstile.lab.run.World;
import dev.turnstile.lab.setting.Settings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The search itself: every way to run it finds the same, bounds are reported, and traces are accurate. */
final class SearchTest {
    private static final Check.Listener SILENT = (states, transitions, depth, nanos) -> {};

    private static Search search(Model model, int threads) {
        int[] units = new int[model.processes()];
        Arrays.fill(units, 1);
        Search search = new Search(
                model, List.of(), units, new Search.Bounds(threads, Long.MAX_VALUE, 1L << 30, Long.MAX_VALUE, SILENT));
        search.run();
        return search;
    }

    private static World colored(int n, int k) {
        int[] units = new int[n];
        Arrays.fill(units, 1);
        return new World(() -> new ColoredTicket(n, k), units);
    }

    @Test
    void rememberedMovesMatchTheMachine() {
        for (CheckOptions options : List.of(
                CheckOptions.NONE,
                CheckOptions.of(Settings.NONE.with(CheckOptions.CRASHES, 2)),
                CheckOptions.of(Settings.NONE
                        .with(CheckOptions.CRASHES, 1)
                        .with(CheckOptions.CANCEL, true)
                        .with(CheckOptions.ATTEMPT, true)))) {
            Search memo = search(new MemoModel(colored(3, 2), options), 1);
            Search plain = search(new PlainModel(colored(3, 2), options), 1);
            assertThat(memo.states()).isEqualTo(plain.states()).isGreaterThan(1_000);
            assertThat(memo.transitions()).isEqualTo(plain.transitions());
            assertThat(memo.depth()).isEqualTo(plain.depth());
        }
    }

    @Test
    void oneWordAndManyWordsGiveTheSameResult() {
        CheckOptions options = CheckOptions.NONE;
        Search narrow = search(new MemoModel(colored(4, 2), options), 1);
        Search wide =
                search(new PairModel(new MemoModel(colored(4, 2), options), new MemoModel(colored(4, 2), options)), 2);
        assertThat(wide.states()).isEqualTo(narrow.states());
    }

    @Test
    void twoThreadsFindTheSameAsOne() {
        Check check = Check.of(() -> new ColoredTicket(5, 2)).withProperties(new AtMost(2));
        Report one = check.withThreads(1).run();
        Report two = check.withThreads(2).run();
        assertThat(two.states()).isEqualTo(one.states()).isEqualTo(157_308);
        assertThat(two.transitions()).isEqualTo(one.transitions());
        assertThat(two.depth()).isEqualTo(one.depth());
    }

    @Test
    void depthIsTheLengthOfTheLongestShortestPath() {
        Report alone = Check.of(() -> new Queue(1, 1)).run();
        assertThat(alone.states()).isEqualTo(2);
        assertThat(alone.depth()).isEqualTo(1);
    }

    @Test
    void theTraceDoesNotDependOnTheNumberOfThreads() {
        Check check = Check.of(() -> Twins.wrongInitialCounts(3, 1)).withProperties(new AtMost(1));
        assertThat(check.withThreads(2).run().verdict())
                .isEqualTo(check.withThreads(1).run().verdict());
    }

    @Test
    void aTraceIsAShortestPathAndShowsWhatChanged() {
        Verdict verdict = Check.of(() -> Twins.validOneTooEarly(2, 1))
                .withProperties(new AtMost(1))
                .run()
                .verdict();
        Trace trace = ((Verdict.Violated) verdict).trace();
        assertThat(trace.steps()).extracting(Trace.Step::move).containsExactly("", "p1 steps", "p0 steps");
        assertThat(trace.steps().getLast().changed())
                .contains("p0.phase=INSIDE", "ISSUE=2")
                .allMatch(part -> !part.startsWith("p1."), "only what changed");
        assertThat(trace.text()).contains("initially").contains("p1 steps");
    }

    @Test
    void aBoundThatIsReachedIsReported() {
        Check check = Check.of(() -> new ColoredTicket(5, 3)).withProperties(new AtMost(3));
        assertThat(check.withStatesMax(10_000).run().verdict())
                .isEqualTo(new Verdict.NotExhausted("more than 10000 states"));
        assertThat(check.withTimeMax(Duration.ofMillis(1)).run().verdict()).isInstanceOf(Verdict.NotExhausted.class);
        assertThat(check.withBytesMax(3 << 20).run().verdict()).isEqualTo(new Verdict.NotExhausted("more than 3 MiB"));
    }

    @Test
    void progressIsReported() {
        List<Long> told = new ArrayList<>();
        Check.of(() -> new ColoredTicket(4, 2))
                .withThreads(1)
                .withProgress((states, transitions, depth, nanos) -> told.add(states))
                .run();
        assertThat(told).isSorted().hasSizeGreaterThan(5);
    }

    @Test
    void unsupportedChecksAreRefusedWithTheReason() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Check.of(() -> new NumberedTicket(21, 2)).run())
                .withMessageContaining("at most 20 processes");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Check.of(() -> new Queue(3, 1))
                        .withCancels()
                        .withProperties(new KDeadlock(1))
                        .run())
                .withMessageContaining("check no-lockout instead");
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> Check.of(() -> new Queue(3, 1)).withUnits(1, 1).run())
                .withMessageContaining("units are given for 2 processes");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Check.of(() -> new NumberedTicket(3, 2))
                        .withUnits(1, 2, 1)
                        .withProperties(new KDeadlock(2))
                        .run())
                .withMessageContaining("processes of one unit each");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Check.of(() -> new NumberedTicket(3, 2))
                        .withUnits(1, 3, 1)
                        .run())
                .withMessage("a process can ask for 1 to 2 units here, not 3");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Check.of(() -> new Queue(3, 1)).withThreads(0))
                .withMessageContaining("between 1 and 64");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Check.of(() -> new Queue(3, 1)).withCrashes(-1))
                .withMessageContaining("negative");
    }
}
