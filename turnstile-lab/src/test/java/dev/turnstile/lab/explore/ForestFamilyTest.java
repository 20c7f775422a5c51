package dev.turnstile.lab.explore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.turnstile.algorithm.forest.Forest;
import dev.turnstile.algorithm.forest.Mechanisms;
import dev.turnstile.lab.property.AtMost;
import dev.turnstile.lab.property.Deadlock;
import dev.turnstile.lab.property.Granted;
import dev.turnstile.lab.property.NoLockout;
import dev.turnstile.lab.property.Property;
import dev.turnstile.lab.property.TokensConserved;
import java.util.EnumSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Goal: the token forest keeps its promises, the printed version does not, and no rule of the repair can be left out.
 * Method: every interleaving and every choice, for sizes that can be exhausted, or for runs with little room in the
 * channels. The number of states is asserted.
 */
final class ForestFamilyTest {
    private static Property[] all(int k) {
        return new Property[] {new AtMost(k), new TokensConserved(k), new Granted(), new Deadlock(), new NoLockout()};
    }

    private static Check without(Forest.Repair missing, int n, int k, int nu) {
        Mechanisms mechanisms = new Mechanisms(Mechanisms.TokenChoice.RANDOM, nu, Mechanisms.Destinations.RANDOM);
        return Check.ofNodes(() -> Forest.asPrinted(n, k, mechanisms, EnumSet.complementOf(EnumSet.of(missing))));
    }

    private static Verdict.Violated violated(Check check) {
        return (Verdict.Violated) check.run().verdict();
    }

    @ParameterizedTest(name = "{0}, k = {1}")
    @CsvSource({
        "forest:nu=0, 1,   2212",
        "forest:nu=0, 2,   4075",
        "forest:nu=1, 1,  60731",
        "forest:nu=1, 2, 225913",
        "forest:nu=2, 1,  65722",
        "forest:nu=2, 2, 229469",
        "trehel-naimi, 1,  1432"
    })
    void threeNodesAskTwice(String name, int k, long states) {
        Report report = NodeFamilyTest.check(name, 3, k)
                .withRequests(2)
                .withProperties(all(k))
                .run();
        assertThat(report.verdict()).isEqualTo(new Verdict.Holds());
        assertThat(report.states()).isEqualTo(states);
    }

    @Test
    void threeNodesAskForever() {
        Report report = NodeFamilyTest.check("forest:nu=1", 3, 1)
                .withRequests(0)
                .withRoom(1)
                .withProperties(all(1))
                .run();
        assertThat(report.verdict()).isEqualTo(new Verdict.Holds());
        assertThat(report.states()).isEqualTo(107_364);
    }

    @Test
    void messagesWithoutEffectCanBeForgotten() {
        Report report = NodeFamilyTest.check("forest:nu=2", 3, 2)
                .withRequests(2)
                .withoutVoid()
                .withProperties(all(2))
                .run();
        assertThat(report.verdict()).isEqualTo(new Verdict.Holds());
        assertThat(report.states()).isEqualTo(88_396);
        Check unstamped =
                without(Forest.Repair.STAMP_BY_TOKEN, 3, 1, 1).withRequests(0).withRoom(1);
        assertThat(violated(unstamped.withoutVoid().withProperties(new Granted()))
                        .property())
                .isEqualTo(new Granted());
    }

    /** With fewer requests, a collector that gets its place before its token is not seen to lose it. */
    @Test
    @Tag("long")
    void threeNodesOfMakkiAskThreeTimes() {
        Report report = NodeFamilyTest.check("makki", 3, 2)
                .withRequests(3)
                .withProperties(all(2))
                .run();
        assertThat(report.verdict()).isEqualTo(new Verdict.Holds());
        assertThat(report.states()).isEqualTo(3_556_712);
    }

    @Test
    @Tag("long")
    void fourNodesAskTwice() {
        Report report = NodeFamilyTest.check("forest:nu=1", 4, 1)
                .withRequests(2)
                .withoutVoid()
                .withProperties(all(1))
                .run();
        assertThat(report.verdict()).isEqualTo(new Verdict.Holds());
        assertThat(report.states()).isEqualTo(5_771_056);
    }

    @Test
    void waitersThatGiveUpBlockNoOthers() {
        Report report = NodeFamilyTest.check("forest:nu=1", 3, 1)
                .withRequests(2)
                .withCancels()
                .withProperties(all(1))
                .run();
        assertThat(report.verdict()).isEqualTo(new Verdict.Holds());
        assertThat(report.states()).isEqualTo(170_588);
    }

    @Test
    void clustersAreIndependent() {
        Report report = NodeFamilyTest.check("forest:nu=1,partitioned", 4, 2)
                .withRequests(1)
                .withProperties(all(2))
                .run();
        assertThat(report.verdict()).isEqualTo(new Verdict.Holds());
        long cluster =
                NodeFamilyTest.check("forest:nu=1", 2, 1).withRequests(1).run().states();
        assertThat(report.states()).isEqualTo(cluster * cluster);
    }

    @Test
    void thePrintedVersionForgetsAWaiter() {
        Check check = NodeFamilyTest.check("forest-as-printed:nu=1", 3, 1).withRequests(2);
        Verdict.Violated violated = violated(check.withProperties(all(1)));
        assertThat(violated.property()).isEqualTo(new Granted());
        assertThat(violated.trace().steps()).hasSizeBetween(15, 25);
    }

    /** With nu = 0 nothing is repaired, because nothing is broken. */
    @Test
    void thePrintedVersionWithoutInformsForgetsNoWaiter() {
        Report report = NodeFamilyTest.check("forest-as-printed:nu=0", 3, 2)
                .withRequests(2)
                .withProperties(all(2))
                .run();
        assertThat(report.verdict()).isEqualTo(new Verdict.Holds());
    }

    @Test
    void withoutStampsByTokensAWaiterIsForgotten() {
        Check check =
                without(Forest.Repair.STAMP_BY_TOKEN, 3, 1, 1).withRequests(0).withRoom(1);
        assertThat(violated(check.withProperties(new Granted())).property()).isEqualTo(new Granted());
    }

    @Test
    void aNodeThatObeysStaleInformsIsForgotten() {
        Check check = without(Forest.Repair.ONLY_NEWS, 3, 1, 1).withRequests(2);
        assertThat(violated(check.withProperties(new Granted())).property()).isEqualTo(new Granted());
    }

    @Test
    void withoutDeafnessAfterForwardingARequestChasesTheTokenForever() {
        Check check = without(Forest.Repair.DEAF_AFTER_FORWARDING, 4, 1, 1)
                .withRequests(0, 0, 0, 1)
                .withRoom(1)
                .withHastened("Inform");
        Verdict.Violated violated = violated(check.withProperties(new NoLockout()));
        assertThat(violated.property()).isEqualTo(new NoLockout());
        assertThat(violated.trace().repeated()).isNotEmpty();
    }

    @Test
    void aNodeThatIsNotDeafAfterModificationIsForgotten() {
        Check check = without(Forest.Repair.DEAF_AFTER_MODIFICATION, 3, 2, 2)
                .withRequests(0)
                .withRoom(1);
        assertThat(violated(check.withProperties(new Granted())).property()).isEqualTo(new Granted());
    }

    @Test
    void aTraceOfRanksIsARunFromTheStartForAnyNumberOfThreads() {
        Check check = without(Forest.Repair.ONLY_NEWS, 3, 1, 1).withRequests(2).withProperties(new Granted());
        Trace alone = violated(check.withThreads(1)).trace();
        assertThat(violated(check.withThreads(2)).trace()).isEqualTo(alone);
        assertThat(alone.steps()).noneMatch(step -> step.move().contains("Token["));
    }

    @Test
    void optionsThatDoNotFitAreRefused() {
        Check check = NodeFamilyTest.check("forest:nu=1", 3, 1);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> check.withHastened("Infrom").run())
                .withMessage("no message is called 'Infrom'; there are: Request, Token, Inform");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> check.withRequests(1, 2).run())
                .withMessage("requests are given for 2 nodes, but there are 3");
        assertThatIllegalArgumentException()
                .isThrownBy(check::withRequests)
                .withMessageContaining("requests must be given");
        assertThatIllegalArgumentException().isThrownBy(() -> check.withRequests(1, -1, 1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> check.withRoom(-1))
                .withMessageContaining("the room of a channel must not be negative");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> check.withAnyStart(10, 0, 1).run())
                .withMessageContaining("only the order of this algorithm's stamps is explored");
    }

    @ParameterizedTest(name = "{0}, k = {1}, {2} requests each")
    @CsvSource({"forest:nu=0, 2, 2, 1205879", "forest:nu=1, 1, 1, 35262", "forest:nu=1, 2, 1, 183864"})
    @Tag("long")
    void fourNodes(String name, int k, int requests, long states) {
        Report report = NodeFamilyTest.check(name, 4, k)
                .withRequests(requests)
                .withProperties(all(k))
                .run();
        assertThat(report.verdict()).isEqualTo(new Verdict.Holds());
        assertThat(report.states()).isEqualTo(states);
    }

    /**
     * Where {@link #aNodeThatIsNotDeafAfterModificationIsForgotten} finds a violation, all rules together leave none.
     */
    @Test
    @Tag("long")
    void threeNodesAskForeverForTwoTokens() {
        Report report = NodeFamilyTest.check("forest:nu=2", 3, 2)
                .withRequests(0)
                .withRoom(1)
                .withProperties(new AtMost(2), new TokensConserved(2), new Granted())
                .run();
        assertThat(report.verdict()).isEqualTo(new Verdict.Holds());
        assertThat(report.states()).isEqualTo(920_742);
    }
}
