package dev.turnstile.lab.explore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.turnstile.algorithm.permission.Raymond;
import dev.turnstile.algorithm.rung.Excl;
import dev.turnstile.algorithm.ticket.NumberedTicket;
import dev.turnstile.lab.catalogue.LabCatalogue;
import dev.turnstile.lab.property.AtMost;
import dev.turnstile.lab.property.Equivalent;
import dev.turnstile.lab.property.Invariant;
import dev.turnstile.lab.property.Invariant.Aspect;
import dev.turnstile.lab.property.LivenessJudge;
import dev.turnstile.lab.property.NoLockout;
import dev.turnstile.lab.property.Property;
import dev.turnstile.lab.property.RunProperty;
import dev.turnstile.lab.property.Violation;
import dev.turnstile.lab.run.Move;
import dev.turnstile.lab.run.Stage;
import dev.turnstile.lab.trace.Shrinking;
import dev.turnstile.machine.Region;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Goal: a check judges every property it is given, including one that the lab does not know. */
class NewPropertyTest {
    /** Fails where a view shows something. */
    private record Never(String what, Set<Aspect> looksAt, Predicate<View> shown) implements Invariant {
        @Override
        public String name() {
            return "never";
        }

        @Override
        public String sentence() {
            return "never " + what;
        }

        @Override
        public Optional<Violation> check(View view) {
            return shown.test(view) ? Optional.of(new Violation(what, List.of())) : Optional.empty();
        }
    }

    private static boolean isAnyIn(Region region, Invariant.View view) {
        return IntStream.range(0, view.participants()).anyMatch(p -> view.region(p) == region);
    }

    private static Invariant never(Aspect aspect) {
        Predicate<Invariant.View> shown = switch (aspect) {
            case REGIONS -> view -> isAnyIn(Region.CRITICAL, view);
            case PROGRESS -> view -> view.progress(1) > 0;
            case TOKENS -> view -> view.tokens() == 0;
            case REST -> Invariant.View::resting;
        };
        return new Never("shows " + aspect, Set.of(aspect), shown);
    }

    private static Verdict judge(Property... properties) {
        return Check.of(() -> new Excl(3, 2)).withProperties(properties).run().verdict();
    }

    @ParameterizedTest
    @EnumSource(Aspect.class)
    void aNewInvariantIsJudgedOnAnyAspect(Aspect aspect) {
        Invariant unknown = never(aspect);
        assertThat(judge(new AtMost(2), unknown)).isInstanceOfSatisfying(Verdict.Violated.class, violated -> {
            assertThat(violated.property()).isSameAs(unknown);
            assertThat(violated.violation().reason()).isEqualTo("shows " + aspect);
        });
    }

    @Test
    void aNewInvariantMayLookAtSeveralAspects() {
        Predicate<Invariant.View> crowded = view -> view.progress(0) > 0 && view.progress(1) > 0;
        Predicate<Invariant.View> inside = view -> isAnyIn(Region.CRITICAL, view);
        Set<Aspect> both = Set.of(Aspect.REGIONS, Aspect.PROGRESS);
        assertThat(judge(new Never("both", both, crowded.and(inside)))).isInstanceOf(Verdict.Violated.class);
        assertThat(judge(new Never("more than all", both, view -> view.progress(0) > 1000)))
                .isInstanceOf(Verdict.Holds.class);
    }

    @Test
    void anInvariantThatLooksAtAnUndeclaredAspectFails() {
        Invariant secretive = new Never("looks", Set.of(Aspect.REGIONS), view -> view.tokens() < 0);
        assertThatThrownBy(() -> judge(secretive))
                .isInstanceOf(IllegalStateException.class)
                .hasStackTraceContaining("looks at TOKENS without declaring it");
    }

    private record NoProcessTries() implements RunProperty {
        @Override
        public String name() {
            return "no-process-tries";
        }

        @Override
        public String sentence() {
            return "no process ever tries";
        }

        @Override
        public <F extends LivenessJudge.Found> Optional<F> judge(LivenessJudge<F> runs) {
            return runs.runThrough(
                    configuration -> true,
                    configuration -> true,
                    configuration -> runs.region(configuration, 1) == Region.TRYING,
                    new Violation("p1 tries", List.of(1)));
        }
    }

    @Test
    void aNewRunPropertyBringsItsOwnJudge() {
        assertThat(judge(new NoLockout(), new NoProcessTries()))
                .isInstanceOfSatisfying(Verdict.Violated.class, violated -> {
                    assertThat(violated.property()).isEqualTo(new NoProcessTries());
                    assertThat(violated.trace().steps()).hasSize(2);
                });
    }

    @Test
    void equivalenceWithoutAReferenceIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> judge(new Equivalent()))
                .withMessage("equivalence needs another system to compare with");
    }

    @Test
    void aRunIsShrunkForANewInvariantOnAnyAspect() {
        List<Integer> units = List.of(1, 1, 1);
        List<Move> moves = IntStream.range(0, 60)
                .mapToObj(i -> new Move(i % 3, Move.Kind.STEP))
                .toList();
        Shrinking.Shrunk shrunk = new Shrinking(
                        () -> Stage.of(LabCatalogue.find("excl"), 3, 2, units), units, never(Aspect.PROGRESS))
                .of(moves)
                .orElseThrow();
        assertThat(shrunk.moves()).isNotEmpty().allMatch(move -> move.startsWith("p1"));
    }

    @Test
    void oneSystemIsBuiltForEachThread() {
        AtomicInteger built = new AtomicInteger();
        Check nodes = Check.ofNodes(() -> counted(built, new Raymond(3, 1)))
                .withRequests(1)
                .withHastened("Reply")
                .withProperties(new AtMost(1), new NoLockout());
        assertThat(nodes.withThreads(1).run().verdict()).isInstanceOf(Verdict.Holds.class);
        assertThat(built).hasValue(1);
        Check processes = Check.of(() -> counted(built, new NumberedTicket(3, 1)))
                .withCancels()
                .withProperties(new AtMost(1));
        assertThat(processes.withThreads(3).run().verdict()).isInstanceOf(Verdict.Holds.class);
        assertThat(built).hasValue(1 + 3);
    }

    private static <S> S counted(AtomicInteger built, S system) {
        built.incrementAndGet();
        return system;
    }
}
