package dev.turnstile.lab.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.algorithm.quorum.Gcs;
import dev.turnstile.algorithm.quorum.Window;
import dev.turnstile.algorithm.quorum.WindowMembers;
import dev.turnstile.algorithm.quorum.coterie.Coterie;
import dev.turnstile.lab.property.AtLeast;
import dev.turnstile.lab.property.AtMost;
import dev.turnstile.lab.property.Deadlock;
import dev.turnstile.lab.property.Granted;
import dev.turnstile.lab.property.NoLockout;
import dev.turnstile.lab.property.Property;
import dev.turnstile.lab.toy.Forwarding;
import dev.turnstile.machine.Message;
import dev.turnstile.machine.NodeSystem;
import dev.turnstile.machine.facts.NodeFacts;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Goal: the window with members keeps both of its limits through every change of its views, and no member is locked
 * out. Only the death of members inside leaves fewer than l. Method: every interleaving of a few members, with one
 * change or death, and the same without one of the safeguards.
 */
final class WindowMembersTest {
    private static Property[] ofAWindow(int l, int k) {
        return new Property[] {
            new AtMost(k), new AtLeast(l), new Granted(l), new Deadlock(), new NoLockout(),
        };
    }

    private static Property[] ofACeiling(int k) {
        return new Property[] {new AtMost(k), new Granted(), new Deadlock(), new NoLockout()};
    }

    private static void holds(Report report, long states) {
        assertThat(report.verdict()).isEqualTo(new Verdict.Holds());
        assertThat(report.states()).isEqualTo(states);
    }

    private static Verdict.Violated violated(Report report) {
        assertThat(report.verdict()).isInstanceOf(Verdict.Violated.class);
        return (Verdict.Violated) report.verdict();
    }

    private static Check check(String name, int members, int k) {
        return NodeFamilyTest.check("window-members:" + name, members + 1, k).withRequests(1);
    }

    @ParameterizedTest(name = "2 members, {0}")
    @CsvSource(delimiter = '|', textBlock = """
        changes=1,at-least=1                    |  3577
        changes=2,at-least=1                    | 24132
        changes=1,at-least=1,coterie=singleton  |   829
        """)
    void bothLimitsHoldThroughChanges(String name, long states) {
        holds(check(name, 2, 2).withProperties(ofAWindow(1, 2)).run(), states);
    }

    @ParameterizedTest(name = "2 members, one inside, {0}")
    @CsvSource(delimiter = '|', textBlock = """
        changes=1         | 4039
        changes=1,evicts  | 4167
        """)
    void theCeilingHoldsThroughChanges(String name, long states) {
        holds(check(name, 2, 1).withProperties(ofACeiling(1)).run(), states);
    }

    @Test
    @Tag("long")
    void bothLimitsHoldForThreeMembersThroughAChange() {
        holds(
                check("changes=1,at-least=1,coterie=singleton", 3, 2)
                        .withProperties(ofAWindow(1, 2))
                        .run(),
                273_752);
    }

    @Test
    @Tag("long")
    void theCeilingHoldsForThreeMembersThroughAChange() {
        holds(
                check("changes=1,coterie=singleton", 3, 1)
                        .withProperties(ofACeiling(1))
                        .run(),
                137_580);
    }

    @Test
    void waitersThatGiveUpBlockNoOthersThroughAChange() {
        holds(
                check("changes=1,at-least=1", 2, 2)
                        .withCancels()
                        .withProperties(ofAWindow(1, 2))
                        .run(),
                8_532);
    }

    @Test
    void oneMemberMayCrashAndTheOtherGoesOn() {
        holds(
                check("changes=1,leases", 2, 1)
                        .withCrashes(1)
                        .withProperties(new AtMost(1), new Deadlock(), new NoLockout())
                        .run(),
                68_845);
    }

    /**
     * A system in which members that died inside still count as inside: what remains of a floor that deaths can break.
     */
    private static final class DeadCounted<M extends Message> extends Forwarding<M> {
        DeadCounted(NodeSystem<M> real) {
            super(real);
        }

        @Override
        public NodeFacts<M> facts() {
            return real.facts().withHoldsWhenStopped(true);
        }
    }

    /** A member that died inside counts here. */
    @Test
    void onlyADeathInsideLeavesFewerThanTheFloor() {
        Check check = Check.ofNodes(() -> new DeadCounted<>(
                        new WindowMembers("grid", 3, 1, 2, 1, 1).with(Set.of(WindowMembers.Trait.LEASES))))
                .withRequests(1)
                .withCrashes(1);
        holds(check.withProperties(new AtLeast(1)).run(), 64_244);
        Check without = check("changes=1,leases,at-least=1", 2, 2).withCrashes(1);
        holds(without.withProperties(new AtMost(2)).run(), 64_244);
        assertThat(violated(without.withProperties(new AtLeast(1)).run()).property())
                .as("without the dead")
                .isEqualTo(new AtLeast(1));
    }

    @ParameterizedTest(name = "{0}: at most one")
    @CsvSource({"no-epochs", "no-fencing"})
    void withoutASafeguardTooManyAreInside(String flaw) {
        Report report =
                check("changes=1," + flaw, 2, 1).withProperties(new AtMost(1)).run();
        assertThat(violated(report).property()).isEqualTo(new AtMost(1));
    }

    @ParameterizedTest(name = "at least {0}, at most {1}")
    @CsvSource({"0, 1", "1, 2"})
    void withoutAnnouncementsAllWaitForever(int l, int k) {
        Report report = check("changes=1,no-announce,at-least=" + l, 2, k)
                .withProperties(new Deadlock())
                .run();
        assertThat(violated(report).property()).isEqualTo(new Deadlock());
    }

    /**
     * In the window itself, and in (l,k)-GCS, a crashed member blocks the members that have it in their quorums. No
     * limit is broken.
     */
    @ParameterizedTest(name = "gcs: {0}")
    @CsvSource({"false", "true"})
    void withoutViewsACrashBlocksTheOthers(boolean gcs) {
        Coterie coterie = Coterie.of("majority", 3);
        Check check = (gcs
                        ? Check.ofNodes(() -> new Gcs(coterie, 1, 2, 1))
                        : Check.ofNodes(() -> new Window(coterie, 1, 2, 1)))
                .withRequests(1)
                .withCrashes(1);
        assertThat(violated(check.withProperties(new AtMost(2), new AtLeast(1), new Deadlock())
                                .run())
                        .property())
                .isEqualTo(new Deadlock());
    }
}
