package dev.turnstile.algorithm.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.turnstile.algorithm.tree.TreeMessage.Ctrl;
import dev.turnstile.algorithm.tree.TreeMessage.PrioT;
import dev.turnstile.algorithm.tree.TreeMessage.PushT;
import dev.turnstile.algorithm.tree.TreeMessage.ResT;
import dev.turnstile.machine.Region;
import dev.turnstile.machine.Tokens;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The listing of datta-2009, as the corrections repair it, for the root: line by line. */
final class TreeRootTest {
    private static final int REQ = Region.TRYING.ordinal();
    private static final int IN = Region.CRITICAL.ordinal();
    private static final ResT RES = new ResT();
    private static final PushT PUSH = new PushT();
    private static final PrioT PRIO = new PrioT();
    private static final OrientedTree STAR = OrientedTree.of("star", 4);

    /** The root, whose children are 1, 2 and 3; three units, at most two for each. */
    private static Recorded<TreeMessage> root() {
        return new Recorded<>(new Tree(STAR, 3, 2, 1).node(0));
    }

    private static Recorded<TreeMessage> rootWithout(Rule rule) {
        return new Recorded<>(
                Tree.with(Rule.without(Set.of(rule)), 13, STAR, 3, 2).node(0));
    }

    /** The last child returns the controller. */
    private static Ctrl ctrl(int passed, int priority) {
        return new Ctrl(0, false, passed, priority);
    }

    @Test
    void onlyTokensFromTheLastChannelBeginAnotherRoundAndAreCounted() {
        Recorded<TreeMessage> root = root();
        assertThat(root.on(1, RES, PUSH, PRIO)).containsExactly("ResT>2", "PushT>2", "PrioT>2");
        assertThat(root.on(2, RES, PUSH, PRIO)).containsExactly("ResT>3", "PushT>3", "PrioT>3");
        assertThat(root.value("SToken") + root.value("SPush") + root.value("SPrio"))
                .isEqualTo("000");
        assertThat(root.on(3, RES, PUSH, PRIO)).containsExactly("ResT>1", "PushT>1", "PrioT>1");
        assertThat(root.value("SToken") + root.value("SPush") + root.value("SPrio"))
                .isEqualTo("111");
    }

    @Test
    void theCountsOfTheRootStopAtOneTooMany() {
        Recorded<TreeMessage> root = root();
        for (int i = 0; i < 7; i++) {
            root.on(3, RES, PUSH, PRIO);
        }
        assertThat(root.value("SToken") + root.value("SPush") + root.value("SPrio"))
                .isEqualTo("422");
    }

    @Test
    void tokensReservedAtTheRootAreCountedWhenReleased() {
        Recorded<TreeMessage> root = root();
        root.node.acquire(2, root);
        assertThat(root.on(3, RES)).isEmpty();
        assertThat(root.value("SToken")).isEqualTo("0");
        assertThat(root.on(2, PUSH)).containsExactly("ResT>1", "PushT>3");
        assertThat(root.value("SToken")).isEqualTo("1");
        root.on(3, RES, RES);
        root.node.release(root);
        assertThat(root.value("SToken")).isEqualTo("3");
    }

    @Test
    void aPriorityTokenThatTheRootOnlyForwardsIsCounted() {
        Recorded<TreeMessage> root = root().is("region", REQ, "Need", 2, "Prio", 0);
        assertThat(root.on(3, PRIO)).containsExactly("PrioT>1");
        assertThat(root.value("SPrio")).isEqualTo("1");
        Recorded<TreeMessage> printed = rootWithout(Rule.E9).is("region", REQ, "Need", 2, "Prio", 0);
        assertThat(printed.on(3, PRIO)).containsExactly("PrioT>1");
        assertThat(printed.value("SPrio")).as("E9").isEqualTo("0");
    }

    @Test
    void duringAResetTheRootErasesArrivingTokens() {
        Recorded<TreeMessage> root = root().is("Reset", 1);
        for (int child = 1; child <= 3; child++) {
            assertThat(root.on(child, RES, PUSH, PRIO)).isEmpty();
        }
        assertThat(root.value("SToken") + root.value("SPush") + root.value("SPrio"))
                .isEqualTo("000");
        assertThat(root.node.tokens()).isZero();
    }

    @Test
    void theControllerGoesFromChildToChildAndRestartsTheTimer() {
        Recorded<TreeMessage> root = root().is("Succ", 0, "region", REQ, "Need", 2, "RSet[0]", 1, "Prio", 1);
        assertThat(root.on(1, ctrl(1, 0))).containsExactly("Ctrl(0,false,2,0)>2");
        assertThat(root.on(2, ctrl(2, 0))).containsExactly("Ctrl(0,false,2,1)>3");
        assertThat(root.restarts()).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource({"2, 0", "3, 0", "1, 1"})
    void anUnexpectedControllerIsIgnored(int from, int counter) {
        Recorded<TreeMessage> root = root();
        assertThat(root.on(from, new Ctrl(counter, false, 0, 0))).isEmpty();
        assertThat(root.value("Succ")).isEqualTo("0");
        assertThat(root.restarts()).isZero();
    }

    @Test
    void atTheEndOfARoundTheRootCreatesMissingTokensAheadOfTheController() {
        assertThat(root().is("Succ", 2).on(3, ctrl(0, 0)))
                .containsExactly("PrioT>1", "ResT>1", "ResT>1", "ResT>1", "PushT>1", "Ctrl(1,false,0,0)>1");
    }

    @ParameterizedTest
    @CsvSource({"1, 0, 2, 0, 1, PrioT>1", "3, 1, 0, 0, 0, PushT>1", "2, 0, 0, 1, 1, ResT>1", "0, 1, 2, 0, 1, ResT>1"})
    void onlyMissingTokensAreCreated(int passed, int priority, int sToken, int sPrio, int sPush, String made) {
        Recorded<TreeMessage> root = root().is("Succ", 2, "SToken", sToken, "SPrio", sPrio, "SPush", sPush);
        assertThat(root.on(3, ctrl(passed, priority))).containsExactly(made, "Ctrl(1,false,0,0)>1");
        assertThat(root.value("SToken") + root.value("SPush") + root.value("SPrio"))
                .as("the next round counts from zero; created tokens count when they come round")
                .isEqualTo("000");
    }

    @ParameterizedTest
    @CsvSource({"2, 0, 2, 1, 1", "4, 0, 0, 1, 1", "1, 1, 2, 1, 1", "1, 2, 2, 0, 1", "1, 0, 2, 1, 2"})
    void tooManyTokensOfAnyKindEraseAll(int passed, int priority, int sToken, int sPrio, int sPush) {
        Recorded<TreeMessage> root = root().is("Succ", 2, "SToken", sToken, "SPrio", sPrio, "SPush", sPush);
        assertThat(root.on(3, ctrl(passed, priority))).containsExactly("Ctrl(1,true,0,0)>1");
        assertThat(root.value("Reset")).isEqualTo("true");
        root.is("Succ", 2);
        assertThat(root.on(3, new Ctrl(1, true, 0, 0)))
                .as("and created again after a round")
                .containsExactly("PrioT>1", "ResT>1", "ResT>1", "ResT>1", "PushT>1", "Ctrl(2,false,0,0)>1");
    }

    @Test
    void ifTheCountsAreRightNothingIsCreatedOrErased() {
        Recorded<TreeMessage> root = root().is("Succ", 2, "SToken", 2, "SPrio", 0, "SPush", 1);
        assertThat(root.on(3, ctrl(1, 1))).containsExactly("Ctrl(1,false,0,0)>1");
    }

    @Test
    void theRootErasesWhatItHasReservedButNotWhatIsInUse() {
        Recorded<TreeMessage> waits =
                root().is("Succ", 2, "SPush", 2, "region", REQ, "Need", 2, "RSet[0]", 1, "Prio", 0);
        assertThat(waits.on(3, ctrl(0, 0))).containsExactly("Ctrl(1,true,0,0)>1");
        assertThat(waits.node.tokens()).isZero();
        Recorded<TreeMessage> uses = root().is("Succ", 2, "SPush", 2, "region", IN, "Need", 2, "RSet[0]", 2);
        assertThat(uses.on(3, ctrl(0, 0))).containsExactly("Ctrl(1,true,0,0)>1");
        assertThat(uses.node.tokens()).isEqualTo(Tokens.of(2, 0, 0));
        assertThat(uses.on(1, new Ctrl(1, true, 0, 0))).as("and counts it").containsExactly("Ctrl(1,true,2,0)>2");
    }

    @Test
    void withoutTheResetRuleNothingIsErased() {
        assertThat(rootWithout(Rule.RESET)
                        .is("Succ", 2, "SToken", 4, "SPrio", 2, "SPush", 2)
                        .on(3, ctrl(0, 0)))
                .containsExactly("Ctrl(1,false,0,0)>1");
    }

    @Test
    void tokensPassedAtTheRootAreCountedBeforeItJudges() {
        Object[] reserved = {
            "Succ", 2, "SToken", 1, "SPush", 1, "SPrio", 0, "region", REQ, "Need", 2, "RSet[2]", 1, "Prio", 2
        };
        assertThat(root().is(reserved).on(3, ctrl(1, 0))).containsExactly("Ctrl(1,false,0,0)>1");
        assertThat(rootWithout(Rule.E8).is(reserved).on(3, ctrl(1, 0)))
                .as("E8: as printed, one too many is created, and counted in the next round")
                .containsExactly("PrioT>1", "ResT>1", "Ctrl(1,false,1,1)>1");
    }

    @Test
    void theCounterWrapsAround() {
        int counters = Tree.counters(4, 1);
        assertThat(counters).isEqualTo(13);
        Recorded<TreeMessage> root = root().is("Succ", 2, "myC", counters - 1, "SToken", 3, "SPush", 1, "SPrio", 1);
        assertThat(root.on(3, new Ctrl(counters - 1, false, 0, 0))).containsExactly("Ctrl(0,false,0,0)>1");
    }

    @Test
    void afterATimeoutTheCountOfThatRoundIsNotTrusted() {
        Recorded<TreeMessage> root = root().is("Succ", 1, "myC", 5);
        assertThat(root.node.timer().isPresent()).isTrue();
        root.node.timeout(root);
        assertThat(root.sent()).containsExactly("Ctrl(5,false,0,0)>2");
        assertThat(root.restarts()).isEqualTo(1);
        root.on(3, RES);
        root.is("Succ", 2);
        assertThat(root.on(3, new Ctrl(5, false, 4, 2)))
                .as("nothing created or erased")
                .containsExactly("Ctrl(6,false,0,0)>1");
        assertThat(root.value("SToken")).isEqualTo("0");
        root.is("Succ", 2);
        assertThat(root.on(3, new Ctrl(6, false, 3, 1)))
                .as("the next count is trusted")
                .containsExactly("PushT>1", "Ctrl(7,false,0,0)>1");
    }

    @Test
    void asPrintedATimeoutDuplicatesTokens() {
        Recorded<TreeMessage> root = rootWithout(Rule.E14).is("Succ", 2);
        root.node.timeout(root);
        assertThat(root.sent()).containsExactly("Ctrl(0,false,0,0)>3");
        assertThat(root.on(3, ctrl(0, 0))).hasSize(6);
    }

    @Test
    void aResetContinuesAfterATimeout() {
        Recorded<TreeMessage> root = root().is("Reset", 1, "Succ", 2);
        root.node.timeout(root);
        assertThat(root.sent()).containsExactly("Ctrl(0,true,0,0)>3");
        assertThat(root.on(3, new Ctrl(0, true, 0, 0))).containsExactly("Ctrl(1,true,0,0)>1");
    }

    @ParameterizedTest
    @EnumSource(names = {"NAIVE", "PUSHER", "PRIORITY"})
    void withoutAControllerTheRootCreatesTheTokensOnce(TreeStage stage) {
        Tree tree = Tree.upTo(stage, STAR, 2, 1);
        Recorded<TreeMessage> root = new Recorded<>(tree.node(0));
        assertThat(tree.facts().stabilises()).isFalse();
        assertThat(root.node.tokens()).as("it has all").isEqualTo(tree.facts().tokens());
        assertThat(root.node.timer().isPresent()).isTrue();
        root.node.timeout(root);
        String all = String.join(" ", root.sent());
        assertThat(all)
                .isEqualTo(
                        switch (stage) {
                            case NAIVE -> "ResT>1 ResT>1";
                            case PUSHER -> "ResT>1 ResT>1 PushT>1";
                            case PRIORITY, CONTROLLED -> "PrioT>1 ResT>1 ResT>1 PushT>1";
                        });
        assertThat(root.node.timer().isPresent()).isFalse();
        assertThat(root.node.tokens()).isZero();
        assertThat(tree.fits(new Ctrl(0, false, 0, 0))).isFalse();
        assertThat(tree.fits(PUSH)).isEqualTo(stage != TreeStage.NAIVE);
    }

    @Test
    void withTwoNodesTheControllerReturnsOnEveryTurn() {
        Recorded<TreeMessage> root = new Recorded<>(new Tree(OrientedTree.of("path", 2), 1, 1, 0).node(0));
        root.node.acquire(1, root);
        root.node.timeout(root);
        assertThat(root.sent()).containsExactly("Ctrl(0,false,0,0)>1");
        assertThat(root.on(1, new Ctrl(0, false, 0, 0))).containsExactly("Ctrl(1,false,0,0)>1");
        assertThat(root.on(1, new Ctrl(1, false, 0, 0)))
                .containsExactly("PrioT>1", "ResT>1", "PushT>1", "Ctrl(2,false,0,0)>1");
        assertThat(root.on(1, PRIO, RES, PUSH)).containsExactly("PrioT>1", "PushT>1");
        assertThat(root.node.region()).isEqualTo(Region.CRITICAL);
        assertThat(root.on(1, new Ctrl(2, false, 0, 0)))
                .as("one in use, two that came round")
                .containsExactly("Ctrl(0,false,0,0)>1");
    }

    @ParameterizedTest
    @EnumSource
    void aSingleNodeEntersAtOnceAndSendsNothing(TreeStage stage) {
        Recorded<TreeMessage> alone = new Recorded<>(
                Tree.upTo(stage, OrientedTree.of("path", 1), 3, 3).node(0));
        for (int units = 1; units <= 3; units++) {
            alone.node.acquire(units, alone);
            assertThat(alone.node.region()).isEqualTo(Region.CRITICAL);
            if (units > 1) {
                alone.node.releasePart(1, alone);
            }
            alone.node.release(alone);
            assertThat(alone.node.region()).isEqualTo(Region.REMAINDER);
        }
        assertThat(alone.sent()).isEmpty();
    }

    @Test
    void aTimeoutAdmitsASingleNodeFromAnyState() {
        Recorded<TreeMessage> alone = new Recorded<>(new Tree(OrientedTree.of("star", 1), 3, 3, 1).node(0));
        alone.is("region", REQ, "Need", 3, "RSet[0]", 1);
        assertThat(alone.node.timer().isPresent()).isTrue();
        alone.node.timeout(alone);
        assertThat(alone.node.region()).isEqualTo(Region.CRITICAL);
        assertThat(alone.node.timer().isPresent()).isFalse();
        assertThat(alone.sent()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 4, -1})
    void theMostUnitsOfOneNodeAreChecked(int most) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Tree(STAR, 3, most, 1))
                .withMessage("the most units of one node must be between 1 and all 3, not " + most);
    }

    @ParameterizedTest
    @CsvSource({"-1, 0, 0", "13, 0, 0", "0, -1, 0", "0, 5, 0", "0, 0, -1", "0, 0, 3"})
    void anImpossibleControllerDoesNotFit(int counter, int passed, int priority) {
        Tree tree = new Tree(STAR, 3, 2, 1);
        assertThat(tree.fits(new Ctrl(counter, false, passed, priority))).isFalse();
        assertThat(tree.fits(new Ctrl(12, true, 4, 2))).isTrue();
    }
}
