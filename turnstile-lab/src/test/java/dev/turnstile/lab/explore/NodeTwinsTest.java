package dev.turnstile.lab.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.algorithm.permission.Raymond;
import dev.turnstile.lab.property.AtMost;
import dev.turnstile.lab.property.Deadlock;
import dev.turnstile.lab.property.Granted;
import dev.turnstile.lab.property.NoLockout;
import dev.turnstile.lab.property.Property;
import dev.turnstile.lab.property.WellDefined;
import org.junit.jupiter.api.Test;

/** Checks the checker: each flaw in a twin is found by the property that is about it. */
final class NodeTwinsTest {
    private static Check check(int n, int k, RaymondTwin.Flaw flaw, Property... properties) {
        return Check.ofNodes(() -> new RaymondTwin(n, k, flaw)).withRequests(2).withProperties(properties);
    }

    private static Property violated(Check check) {
        return ((Verdict.Violated) check.run().verdict()).property();
    }

    @Test
    void aTwinWithoutAFlawBehavesLikeTheOriginal() {
        Report twin = check(3, 1, RaymondTwin.Flaw.NONE, new AtMost(1), new Granted(), new NoLockout())
                .run();
        assertThat(twin.verdict()).isEqualTo(new Verdict.Holds());
        assertThat(twin.states())
                .isEqualTo(Check.ofNodes(() -> new Raymond(3, 1))
                        .withRequests(2)
                        .run()
                        .states());
    }

    @Test
    void onePermissionTooFewAdmitsOneTooMany() {
        assertThat(violated(check(2, 1, RaymondTwin.Flaw.EAGER, new AtMost(1)))).isEqualTo(new AtMost(1));
    }

    @Test
    void countingLateAnswersToAnEarlierRequestAdmitsOneTooMany() {
        assertThat(violated(check(3, 2, RaymondTwin.Flaw.FORGETS_WHAT_IS_OWED, new AtMost(2))))
                .isEqualTo(new AtMost(2));
    }

    @Test
    void withOnePlaceNoAnswerIsLate() {
        assertThat(check(3, 1, RaymondTwin.Flaw.FORGETS_WHAT_IS_OWED, new AtMost(1))
                        .run()
                        .verdict())
                .isEqualTo(new Verdict.Holds());
    }

    @Test
    void givingUpSilentlyLeavesOthersWaiting() {
        Check check = check(2, 1, RaymondTwin.Flaw.GIVES_UP_SILENTLY).withCancels();
        assertThat(violated(check.withProperties(new Granted()))).isEqualTo(new Granted());
        assertThat(violated(check.withProperties(new NoLockout()))).isEqualTo(new NoLockout());
        assertThat(violated(check.withProperties(new Deadlock()))).isEqualTo(new Deadlock());
    }

    @Test
    void equalNumbersThatDeferToEachOtherBlockForever() {
        Check check = check(2, 1, RaymondTwin.Flaw.DEFERS_TO_EQUALS);
        assertThat(violated(check.withProperties(new Deadlock()))).isEqualTo(new Deadlock());
        assertThat(violated(check.withProperties(new Granted()))).isEqualTo(new Granted());
    }

    @Test
    void aNodeThatSendsToItselfIsNotWellDefined() {
        assertThat(violated(check(2, 1, RaymondTwin.Flaw.ANSWERS_ITSELF))).isEqualTo(new WellDefined());
    }

    @Test
    void aViolationIsFoundOnAShortestPathAndCanBeReplayed() {
        Verdict.Violated violated = (Verdict.Violated)
                check(2, 1, RaymondTwin.Flaw.EAGER, new AtMost(1)).run().verdict();
        assertThat(violated.trace().steps()).extracting(Trace.Step::move).containsExactly("", "p0 asks", "p1 asks");
    }
}
