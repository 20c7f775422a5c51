package dev.turnstile.algorithm.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

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
import org.junit.jupiter.params.provider.ValueSource;

/** The listing of datta-2009, as the corrections repair it, for processes other than the root: line by line. */
final class TreeProcessTest {
    private static final int REQ = Region.TRYING.ordinal();
    private static final int IN = Region.CRITICAL.ordinal();
    private static final ResT RES = new ResT();
    private static final PushT PUSH = new PushT();
    private static final PrioT PRIO = new PrioT();

    /** Node 1, whose parent is 0 and whose children are 2 and 3; five units, at most three for each. */
    private static Recorded<TreeMessage> process() {
        return new Recorded<>(new Tree(OrientedTree.of("0.1.1", 4), 5, 3, 1).node(1));
    }

    private static Recorded<TreeMessage> leaf() {
        return new Recorded<>(new Tree(OrientedTree.of("0.1.1", 4), 5, 3, 1).node(3));
    }

    @ParameterizedTest
    @CsvSource({"0, 2", "2, 3", "3, 0"})
    void aTokenLeavesOnTheChannelAfterTheOneOnWhichItArrived(int from, int to) {
        assertThat(process().on(from, RES, PUSH, PRIO)).containsExactly("ResT>" + to, "PushT>" + to, "PrioT>" + to);
    }

    @Test
    void aLeafReturnsEverything() {
        assertThat(leaf().on(1, RES, PUSH, PRIO, new Ctrl(3, false, 2, 1)))
                .containsExactly("ResT>1", "PushT>1", "PrioT>1", "Ctrl(3,false,2,1)>1");
    }

    @Test
    void messagesFromNonNeighboursAreIgnored() {
        Recorded<TreeMessage> root = new Recorded<>(new Tree(OrientedTree.of("0.1.1", 4), 5, 3, 1).node(0));
        assertThat(root.on(2, RES, PUSH, PRIO, new Ctrl(0, true, 0, 0))).isEmpty();
        assertThat(leaf().on(0, RES, PUSH, PRIO, new Ctrl(1, true, 0, 0))).isEmpty();
    }

    @Test
    void aWaitingProcessKeepsExactlyWhatItNeedsAndEnters() {
        Recorded<TreeMessage> p = process();
        p.node.acquire(2, p);
        assertThat(p.node.units()).isEqualTo(2);
        assertThat(p.on(3, RES)).isEmpty();
        assertThat(p.node.region()).isEqualTo(Region.TRYING);
        assertThat(p.on(0, RES)).isEmpty();
        assertThat(p.node.region()).isEqualTo(Region.CRITICAL);
        assertThat(p.node.tokens()).isEqualTo(Tokens.of(2, 0, 0));
        assertThat(p.on(3, RES)).containsExactly("ResT>0");
        p.node.release(p);
        assertThat(p.sent()).as("each continues on its way").containsExactly("ResT>2", "ResT>0");
        assertThat(p.node.region()).isEqualTo(Region.REMAINDER);
        assertThat(p.node.tokens()).isZero();
    }

    @Test
    void thePusherMakesAWaitingProcessLetGoAndFollowsTheTokens() {
        Recorded<TreeMessage> p = process().is("region", REQ, "Need", 3, "RSet[0]", 1, "RSet[1]", 0, "RSet[2]", 1);
        assertThat(p.on(3, PUSH)).containsExactly("ResT>2", "ResT>0", "PushT>0");
        assertThat(p.node.region()).isEqualTo(Region.TRYING);
        assertThat(p.node.tokens()).isZero();
    }

    @Test
    void thePusherMakesAnIdleProcessLetGo() {
        Recorded<TreeMessage> p = process().is("RSet[1]", 2);
        assertThat(p.on(0, PUSH)).containsExactly("ResT>3", "ResT>3", "PushT>2");
    }

    @Test
    void thePusherSparesTheHolderOfThePriorityToken() {
        Recorded<TreeMessage> p = process().is("region", REQ, "Need", 2, "RSet[1]", 1, "Prio", 2);
        assertThat(p.on(0, PUSH)).containsExactly("PushT>2");
        assertThat(p.node.tokens()).isEqualTo(Tokens.of(1, 0, 1));
    }

    @Test
    void thePusherSparesAProcessInsideEvenWithLessThanItNeeds() {
        Recorded<TreeMessage> p = process().is("region", IN, "Need", 3, "RSet[1]", 1);
        assertThat(p.on(0, PUSH)).containsExactly("PushT>2");
    }

    @Test
    void thePusherSparesAProcessThatIsAboutToEnter() {
        Recorded<TreeMessage> p = process().is("region", REQ, "Need", 2, "RSet[1]", 2);
        assertThat(p.on(0, PUSH)).containsExactly("PushT>2");
        assertThat(p.node.region()).isEqualTo(Region.CRITICAL);
    }

    @Test
    void withoutTheRuleTheHolderOfThePriorityTokenLetsGo() {
        Tree broken = Tree.with(Rule.without(Set.of(Rule.SPARE_PRIORITY)), 9, OrientedTree.of("0.1.1", 4), 5, 3);
        Recorded<TreeMessage> p = new Recorded<>(broken.node(1)).is("region", REQ, "Need", 2, "RSet[1]", 1, "Prio", 2);
        assertThat(p.on(0, PUSH)).containsExactly("ResT>3", "PushT>2");
    }

    @Test
    void thePriorityTokenIsKeptUntilItsHolderHasWhatItNeeds() {
        Recorded<TreeMessage> p = process();
        p.node.acquire(2, p);
        assertThat(p.on(2, PRIO)).isEmpty();
        assertThat(p.on(0, RES)).isEmpty();
        assertThat(p.on(0, RES)).containsExactly("PrioT>3");
        assertThat(p.node.region()).isEqualTo(Region.CRITICAL);
        assertThat(p.on(0, PRIO)).as("a process inside forwards it").containsExactly("PrioT>2");
    }

    @Test
    void aSecondPriorityTokenIsForwarded() {
        Recorded<TreeMessage> p = process();
        p.node.acquire(2, p);
        assertThat(p.on(2, PRIO)).isEmpty();
        assertThat(p.on(0, PRIO)).containsExactly("PrioT>2");
        assertThat(p.value("Prio")).isEqualTo("1");
    }

    @Test
    void givingUpForwardsWhatWasReserved() {
        Recorded<TreeMessage> p = process();
        p.node.acquire(3, p);
        assertThat(p.on(2, RES, PRIO)).isEmpty();
        assertThat(p.on(0, RES)).isEmpty();
        p.node.cancel(p);
        assertThat(p.sent()).containsExactly("ResT>2", "ResT>3", "PrioT>3");
        assertThat(p.node.region()).isEqualTo(Region.REMAINDER);
        assertThat(p.node.tokens()).isZero();
        assertThat(p.on(0, RES)).as("it no longer wants units").containsExactly("ResT>2");
    }

    @Test
    void givingBackSomeUnitsKeepsTheRestInside() {
        Recorded<TreeMessage> p = process();
        p.node.acquire(3, p);
        p.on(3, RES, RES);
        p.on(0, RES);
        p.node.releasePart(2, p);
        assertThat(p.sent()).containsExactly("ResT>2", "ResT>0");
        assertThat(p.node.region()).isEqualTo(Region.CRITICAL);
        assertThat(p.node.units()).isEqualTo(1);
        assertThat(p.node.tokens()).isEqualTo(Tokens.of(1, 0, 0));
        p.node.release(p);
        assertThat(p.sent()).containsExactly("ResT>0");
    }

    @Test
    void aProcessInsideWithLessThanItNeedsGivesBackOnlyTheExcess() {
        Recorded<TreeMessage> p = process().is("region", IN, "Need", 3, "RSet[0]", 2);
        p.node.releasePart(1, p);
        assertThat(p.sent()).isEmpty();
        p.node.releasePart(1, p);
        assertThat(p.sent()).containsExactly("ResT>2");
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 2, 3})
    void givingBackNoneOrAllUnitsIsRejected(int units) {
        Recorded<TreeMessage> p = process().is("region", IN, "Need", 2, "RSet[0]", 2);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> p.node.releasePart(units, p))
                .withMessage("the units to give back must be at least 1 and less than 2, not " + units);
        assertThat(p.sent()).isEmpty();
        assertThat(p.node.units()).isEqualTo(2);
    }

    @Test
    void callsInTheWrongRegionAreRejected() {
        Recorded<TreeMessage> p = process();
        assertThatIllegalStateException().isThrownBy(() -> p.node.release(p));
        assertThatIllegalStateException().isThrownBy(() -> p.node.cancel(p));
        assertThatIllegalStateException().isThrownBy(() -> p.node.releasePart(1, p));
        assertThatIllegalArgumentException().isThrownBy(() -> p.node.acquire(0, p));
        assertThatIllegalArgumentException().isThrownBy(() -> p.node.acquire(4, p));
        p.node.acquire(3, p);
        assertThatIllegalStateException().isThrownBy(() -> p.node.acquire(1, p));
        assertThat(p.node.units()).isEqualTo(3);
    }

    @Test
    void aNewControllerGoesRoundTheChildrenAndBackToTheParent() {
        Recorded<TreeMessage> p = process();
        assertThat(p.on(0, new Ctrl(4, false, 1, 0))).containsExactly("Ctrl(4,false,1,0)>2");
        assertThat(p.on(2, new Ctrl(4, false, 2, 1))).containsExactly("Ctrl(4,false,2,1)>3");
        assertThat(p.on(3, new Ctrl(4, false, 3, 1))).containsExactly("Ctrl(4,false,3,1)>0");
        assertThat(p.value("myC")).isEqualTo("4");
        assertThat(p.value("Succ")).isEqualTo("0");
        assertThat(p.restarts()).as("only the root has a timer").isZero();
        assertThat(p.node.timer().isPresent()).isFalse();
    }

    @Test
    void theControllerCountsTokensWhereItPassesThem() {
        Recorded<TreeMessage> p = process().is("region", REQ, "Need", 3, "RSet[0]", 1, "RSet[2]", 1, "Prio", 1);
        assertThat(p.on(0, new Ctrl(4, false, 0, 0))).containsExactly("Ctrl(4,false,1,0)>2");
        assertThat(p.on(2, new Ctrl(4, false, 1, 0))).containsExactly("Ctrl(4,false,1,1)>3");
        assertThat(p.on(3, new Ctrl(4, false, 1, 1))).containsExactly("Ctrl(4,false,2,1)>0");
    }

    @Test
    void theCountsStopAtOneTooMany() {
        Recorded<TreeMessage> p = process().is("region", REQ, "Need", 3, "RSet[0]", 2, "Prio", 0);
        assertThat(p.on(0, new Ctrl(4, false, 5, 2))).containsExactly("Ctrl(4,false,6,2)>2");
        assertThat(p.on(0, new Ctrl(4, false, 6, 1))).containsExactly("Ctrl(4,false,6,2)>2");
        assertThat(p.on(0, new Ctrl(4, false, 3, 0))).containsExactly("Ctrl(4,false,5,1)>2");
    }

    @Test
    void aDuplicateFromTheParentIsForwardedWithoutOtherEffects() {
        Recorded<TreeMessage> p = process().is("region", REQ, "Need", 3, "RSet[1]", 2, "Prio", 1, "myC", 4, "Succ", 2);
        assertThat(p.on(0, new Ctrl(4, true, 1, 0))).containsExactly("Ctrl(4,true,1,0)>3");
        assertThat(p.value("Succ")).isEqualTo("2");
        assertThat(p.node.tokens()).as("not erased").isEqualTo(Tokens.of(2, 0, 1));
    }

    @Test
    void aNewControllerFromTheParentStartsOver() {
        Recorded<TreeMessage> p = process().is("myC", 4, "Succ", 2);
        assertThat(p.on(0, new Ctrl(2, false, 0, 0)))
                .as("also with a smaller counter")
                .containsExactly("Ctrl(2,false,0,0)>2");
        assertThat(p.value("myC")).isEqualTo("2");
        assertThat(p.value("Succ")).isEqualTo("1");
    }

    @ParameterizedTest
    @CsvSource({"2, 3", "3, 4", "3, 3"})
    void anUnexpectedControllerFromAChildIsIgnored(int from, int counter) {
        Recorded<TreeMessage> p = process().is("RSet[0]", 1, "Prio", -1, "myC", 4, "Succ", 1);
        assertThat(p.on(from, new Ctrl(counter, true, 1, 0))).isEmpty();
        assertThat(p.value("Succ")).isEqualTo("1");
        assertThat(p.value("RSet[0]")).isEqualTo("1");
    }

    @Test
    void afterTheRoundOfTheChildrenTheirControllersAreIgnored() {
        Recorded<TreeMessage> p = process().is("myC", 4, "Succ", 0);
        assertThat(p.on(2, new Ctrl(4, false, 0, 0))).isEmpty();
        assertThat(p.on(3, new Ctrl(4, false, 0, 0))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"0, 5, 0, 2", "2, 4, 1, 3", "3, 4, 2, 0"})
    void aResetErasesReservedTokensAndThePriorityToken(int from, int counter, int succ, int to) {
        Recorded<TreeMessage> p =
                process().is("region", REQ, "Need", 3, "RSet[0]", 1, "RSet[1]", 1, "Prio", 1, "myC", 4, "Succ", succ);
        assertThat(p.on(from, new Ctrl(counter, true, 0, 0))).containsExactly("Ctrl(" + counter + ",true,0,0)>" + to);
        assertThat(p.node.tokens()).isZero();
        assertThat(p.node.region()).isEqualTo(Region.TRYING);
    }

    @Test
    void aResetKeepsAndCountsUnitsInUse() {
        Recorded<TreeMessage> p = process().is("region", IN, "Need", 2, "RSet[0]", 2, "Prio", 1);
        assertThat(p.on(0, new Ctrl(4, true, 0, 0))).containsExactly("Ctrl(4,true,2,0)>2");
        assertThat(p.node.tokens()).isEqualTo(Tokens.of(2, 0, 0));
        p.node.release(p);
        assertThat(p.sent()).containsExactly("ResT>2", "ResT>2");
    }

    @Test
    void asPrintedAResetErasesUnitsInUse() {
        Tree printed = Tree.with(Rule.without(Set.of(Rule.E13)), 9, OrientedTree.of("0.1.1", 4), 5, 3);
        Recorded<TreeMessage> p = new Recorded<>(printed.node(1)).is("region", IN, "Need", 2, "RSet[0]", 2);
        assertThat(p.on(0, new Ctrl(4, true, 0, 0))).containsExactly("Ctrl(4,true,0,0)>2");
        assertThat(p.node.region()).isEqualTo(Region.CRITICAL);
        assertThat(p.node.tokens()).isZero();
    }

    @Test
    void withoutTheRulePassedTokensAreNotCounted() {
        Tree broken = Tree.with(Rule.without(Set.of(Rule.COUNT_PASSED)), 9, OrientedTree.of("0.1.1", 4), 5, 3);
        Recorded<TreeMessage> p = new Recorded<>(broken.node(1)).is("region", IN, "Need", 2, "RSet[0]", 2);
        assertThat(p.on(0, new Ctrl(4, false, 0, 0))).containsExactly("Ctrl(4,false,0,0)>2");
    }

    @Test
    void theNextMessageRepairsAnyState() {
        Recorded<TreeMessage> satisfied = process().is("region", REQ, "Need", 3, "RSet[2]", 3);
        assertThat(satisfied.on(0, RES)).containsExactly("ResT>2");
        assertThat(satisfied.node.region()).isEqualTo(Region.CRITICAL);
        Recorded<TreeMessage> idleWithPriority = process().is("Prio", 2);
        assertThat(idleWithPriority.on(0, RES)).containsExactly("ResT>2", "PrioT>0");
    }
}
