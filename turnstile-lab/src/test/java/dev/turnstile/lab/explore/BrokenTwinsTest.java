package dev.turnstile.lab.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.algorithm.ticket.Queue;
import dev.turnstile.algorithm.ticket.Twins;
import dev.turnstile.lab.property.AtMost;
import dev.turnstile.lab.property.Deadlock;
import dev.turnstile.lab.property.Equivalent;
import dev.turnstile.lab.property.FifoEnabling;
import dev.turnstile.lab.property.KDeadlock;
import dev.turnstile.lab.property.NoLockout;
import dev.turnstile.lab.property.Property;
import dev.turnstile.lab.property.WellDefined;
import dev.turnstile.machine.ProcessSystem;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Checks the checker: for each property there is a system that breaks it, and the trace ends where it is broken. */
final class BrokenTwinsTest {
    private static Verdict.Violated violated(Supplier<ProcessSystem> system, Property property) {
        return violated(Check.of(system).withProperties(property), property);
    }

    private static Verdict.Violated violated(Check check, Property property) {
        Verdict verdict = check.run().verdict();
        assertThat(verdict).isInstanceOf(Verdict.Violated.class);
        Verdict.Violated violated = (Verdict.Violated) verdict;
        assertThat(violated.property()).isEqualTo(property);
        assertThat(violated.trace().text()).isNotBlank();
        return violated;
    }

    @Test
    void aThresholdOffByOneAdmitsOneTooMany() {
        Verdict.Violated found = violated(() -> Twins.validOneTooEarly(3, 2), new AtMost(2));
        assertThat(found.violation().participants()).hasSize(3);
        assertThat(found.trace().steps())
                .as("the initial configuration and three entries")
                .hasSize(4);
    }

    @Test
    void wrongInitialCountsBreakExclusion() {
        violated(() -> Twins.wrongInitialCounts(3, 1), new AtMost(1));
    }

    @Test
    void reusingAColorInUseInvalidatesAValidTicket() {
        violated(Check.of(() -> Twins.newColorIsTheNext(3, 2)).withEquivalent(() -> new Queue(3, 2)), new Equivalent());
        violated(() -> Twins.newColorIsTheNext(3, 2), new FifoEnabling());
    }

    @Test
    void aMissingLeadsTestIsCaught() {
        violated(() -> Twins.noLeadsTest(3, 2), new AtMost(2));
    }

    @Test
    void choosingAColorAfterDiscardingIsCaught() {
        violated(() -> Twins.discardsBeforeItChooses(3, 2), new WellDefined());
    }

    @Test
    void missingCountUpdatesAreCaught() {
        Verdict.Violated found = violated(() -> Twins.countsStayAsTheyAre(3, 2), new WellDefined());
        assertThat(found.violation().reason()).contains("steps: more processes than the N");
    }

    @Test
    void aCounterKeepsExclusionButIsNeitherFifoNorLockoutFree() {
        Check counter = Check.of(() -> new Counter(3, 1));
        assertThat(counter.withProperties(new AtMost(1), new Deadlock(), new KDeadlock(1))
                        .run()
                        .verdict())
                .isEqualTo(new Verdict.Holds());
        violated(counter.withProperties(new FifoEnabling()), new FifoEnabling());
        Verdict.Violated lockout = violated(counter.withProperties(new NoLockout()), new NoLockout());
        assertThat(lockout.trace().repeated())
                .as("a fair cycle in which the others enter and leave")
                .isNotEmpty();
    }

    @Test
    void aQueueWhoseHeadBlocksTheRestHasKDeadlock() {
        violated(() -> Twins.onlyTheHeadMayEnter(3, 2), new KDeadlock(2));
    }

    @Test
    void anExitThatWaitsForeverIsCaughtByTheLeavingPartsOfTheDefinitions() {
        Verdict.Violated stuck = violated(() -> new SlowExit(2, 2), new KDeadlock(2));
        assertThat(stuck.violation().participants()).hasSize(1);
        Verdict.Violated overtaken = violated(() -> new SlowExit(2, 2), new FifoEnabling());
        assertThat(overtaken.violation().reason()).contains("becomes enabled to leave while");
        violated(() -> new SlowExit(2, 2), new NoLockout());
    }

    @Test
    void aLeaverThatValidatesNoTicketCausesDeadlock() {
        Verdict.Violated deadlock = violated(() -> Twins.leavesWithoutValidating(3, 1), new Deadlock());
        assertThat(deadlock.trace().repeated()).isNotEmpty();
        violated(() -> Twins.leavesWithoutValidating(3, 1), new NoLockout());
    }

    @Test
    void aTicketThatIsNeverPassedOnLocksOthersOut() {
        violated(
                Check.of(() -> Twins.keepsItsTicket(3, 1)).withCancels().withProperties(new NoLockout()),
                new NoLockout());
    }

    @Test
    void aTicketPassedOnTooEarlyBreaksExclusion() {
        violated(
                Check.of(() -> Twins.passesOnTooEarly(3, 1)).withCancels().withProperties(new AtMost(1)),
                new AtMost(1));
        Verdict.Violated colored = violated(
                Check.of(() -> Twins.coloredPassesOnTooEarly(2, 1))
                        .withCancels()
                        .withProperties(new AtMost(1)),
                new AtMost(1));
        assertThat(colored.trace().steps())
                .as("the initial configuration and eight moves")
                .hasSize(9);
    }

    @Test
    void aTwinIsNotEquivalentToTheQueue() {
        violated(Check.of(() -> Twins.validOneTooEarly(3, 1)).withEquivalent(() -> new Queue(3, 1)), new Equivalent());
    }

    @Test
    void kCrashesCauseLockoutButKMinusOneDoNot() {
        Check queue = Check.of(() -> new Queue(3, 2)).withProperties(new NoLockout());
        assertThat(queue.withCrashes(1).run().verdict()).isEqualTo(new Verdict.Holds());
        violated(queue.withCrashes(2), new NoLockout());
    }
}
