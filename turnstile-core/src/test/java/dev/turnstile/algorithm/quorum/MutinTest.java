package dev.turnstile.algorithm.quorum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.turnstile.algorithm.Network;
import dev.turnstile.algorithm.quorum.Mutin.MutinMessage;
import dev.turnstile.algorithm.quorum.coterie.Coterie;
import dev.turnstile.machine.Numbers;
import dev.turnstile.machine.Region;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The decisive lines of MUTIN(l), kamei-2019, algorithms 1 and 2, as corrected, one by one. */
final class MutinTest {
    /** The lock and all knowledge are at node 0. */
    private static Mutin atOne(int n, int l, int inside) {
        return new Mutin(Coterie.of("singleton", n), l, inside);
    }

    /** The lock is at node 0, and the queries use another coterie. */
    private static Mutin lockedAtOne(String coterie, int l, int inside) {
        return new Mutin(Coterie.of(coterie, 3), l, inside).withLocks(Coterie.of("singleton", 3));
    }

    @Test
    void enteringNeverWaitsAndInformsTheQuorum() {
        Network<MutinMessage> network = new Network<>(new Mutin(Coterie.of("majority", 3), 1, 1));
        network.acquire(1);
        assertThat(network.region(1)).isEqualTo(Region.CRITICAL);
        assertThat(network.onTheWay(1, 2)).containsExactly(new MutinMessage.Release());
        assertThat(network.onTheWay(1, 0)).as("not in its quorum").isEmpty();
    }

    @Test
    void leavingLocksCountsAnnouncesAndWaitsForAcks() {
        Network<MutinMessage> network = new Network<>(atOne(3, 1, 2));
        network.release(1);
        assertThat(network.deliver(1, 0)).isEqualTo(new MutinMessage.Mx(new Maekawa.MaekawaMessage.Request(1)));
        network.deliver(0, 1);
        assertThat(network.deliver(1, 0)).isEqualTo(new MutinMessage.Query(1));
        assertThat(network.deliver(0, 1)).isEqualTo(new MutinMessage.Response1(Numbers.of(0, 1), 1));
        assertThat(network.deliver(1, 0)).isEqualTo(new MutinMessage.Acquire(1));
        assertThat(network.region(1)).as("not acknowledged yet").isEqualTo(Region.EXIT);
        assertThat(network.deliver(0, 1)).isEqualTo(new MutinMessage.Ack(1));
        assertThat(network.region(1)).isEqualTo(Region.REMAINDER);
        assertThat(network.deliver(1, 0)).isEqualTo(new MutinMessage.Mx(new Maekawa.MaekawaMessage.Release()));
    }

    @Test
    void theLastNodesStayUntilAnotherEnters() {
        Network<MutinMessage> network = new Network<>(atOne(3, 1, 1));
        network.release(0);
        network.deliverAll();
        assertThat(network.region(0)).isEqualTo(Region.EXIT);
        network.acquire(2);
        network.deliverAll();
        assertThat(network.region(0)).isEqualTo(Region.REMAINDER);
    }

    /** As printed, the one Response2 is spent here. */
    @Test
    void everyReleaseIsAnsweredUntilTheAcquire() {
        for (boolean printed : new boolean[] {false, true}) {
            Mutin system = atOne(4, 3, 2);
            Network<MutinMessage> network =
                    new Network<>(printed ? system.without(Set.of(Mutin.Rule.ANSWER_EVERY_RELEASE)) : system);
            network.release(1);
            network.deliverAll();
            network.acquire(2);
            network.deliver(2, 0);
            assertThat(network.deliver(0, 1)).isEqualTo(new MutinMessage.Response2(Numbers.of(0, 1, 2), 1));
            network.acquire(3);
            network.deliver(3, 0);
            assertThat(network.onTheWay(0, 1)).hasSize(printed ? 0 : 1);
        }
    }

    @Test
    void aNodeThatHasLeftReceivesNoMoreAnswers() {
        Network<MutinMessage> network = new Network<>(atOne(4, 1, 2));
        network.release(1);
        network.deliverAll();
        assertThat(network.region(1)).isEqualTo(Region.REMAINDER);
        network.acquire(2);
        network.deliver(2, 0);
        assertThat(network.onTheWay(0, 1)).isEmpty();
    }

    @Test
    void aNodeThatStaysReceivesNoMoreAnswers() {
        Network<MutinMessage> network = new Network<>(atOne(4, 2, 2));
        network.release(1);
        network.deliverAll();
        network.cancel(1);
        assertThat(network.onTheWay(1, 0))
                .containsExactly(new MutinMessage.Stay(), new MutinMessage.Mx(new Maekawa.MaekawaMessage.Release()));
        network.deliverAll();
        assertThat(network.region(1)).isEqualTo(Region.CRITICAL);
        network.acquire(2);
        network.deliverAll();
        assertThat(network.sent()).as("no pending query").isPositive();
        network.acquire(3);
        network.deliverAll();
        assertThat(network.sent()).as("its Release, and no answer").isEqualTo(1);
    }

    @Test
    void answersToAnEarlierQueryAreIgnored() {
        Network<MutinMessage> network = new Network<>(atOne(3, 1, 1));
        network.acquire(1);
        network.deliverAll();
        network.release(1);
        network.deliver(1, 0);
        network.deliver(0, 1);
        network.deliver(1, 0); // Query(1)
        network.cancel(1);
        network.release(1);
        network.deliver(1, 0); // Stay
        assertThat(network.deliver(0, 1)).isEqualTo(new MutinMessage.Response1(Numbers.of(0, 1), 1));
        assertThat(network.onTheWay(1, 0)).as("no Acquire").noneMatch(MutinMessage.Acquire.class::isInstance);
        network.deliverAll();
        assertThat(network.region(1)).isEqualTo(Region.REMAINDER);
    }

    @Test
    void aNodeThatStaysAfterItsAcquireAnnouncesThatItIsInside() {
        Network<MutinMessage> network = new Network<>(atOne(3, 1, 2));
        network.release(1);
        for (int delays = 0; delays < 2; delays++) {
            network.deliver(1, 0);
            network.deliver(0, 1);
        }
        assertThat(network.onTheWay(1, 0)).containsExactly(new MutinMessage.Acquire(1));
        network.cancel(1);
        assertThat(network.onTheWay(1, 0))
                .containsExactly(
                        new MutinMessage.Acquire(1),
                        new MutinMessage.Release(),
                        new MutinMessage.Mx(new Maekawa.MaekawaMessage.Release()));
        network.release(1);
        network.deliverAll();
        assertThat(network.region(1)).as("the second time").isEqualTo(Region.REMAINDER);
        network.release(0);
        network.deliverAll();
        assertThat(network.region(0)).as("it is the last node inside").isEqualTo(Region.EXIT);
    }

    /** An Ack of an earlier request does not count for the current one. */
    @Test
    void anAckOfAnEarlierRequestIsIgnored() {
        Network<MutinMessage> network = new Network<>(atOne(3, 1, 3));
        network.release(1);
        for (int delays = 0; delays < 2; delays++) {
            network.deliver(1, 0);
            network.deliver(0, 1);
        }
        network.deliver(1, 0); // Acquire(1)
        network.cancel(1);
        network.release(1);
        assertThat(network.deliver(0, 1)).isEqualTo(new MutinMessage.Ack(1));
        assertThat(network.region(1)).isEqualTo(Region.EXIT);
    }

    private static void getsTheLock(int i, Network<MutinMessage> network) {
        network.release(i);
        while (!network.onTheWay(i, 0).isEmpty()) {
            network.deliver(i, 0);
        }
        network.deliver(0, i);
    }

    /** The channel from 2 to 1 is slow, and the lock does not go that way. */
    @Test
    void anAckOfAnEarlierRequestDoesNotCountForTheNext() {
        Network<MutinMessage> network = new Network<>(lockedAtOne("majority", 1, 2));
        getsTheLock(1, network);
        network.deliver(1, 2);
        network.deliver(1, 2);
        assertThat(network.onTheWay(2, 1)).endsWith(new MutinMessage.Ack(1));
        network.cancel(1);
        getsTheLock(1, network);
        assertThat(network.onTheWay(1, 2))
                .as("0 is inside: it knew that itself")
                .endsWith(new MutinMessage.Acquire(2));
        network.deliver(2, 1);
        assertThat(network.deliver(2, 1)).isEqualTo(new MutinMessage.Ack(1));
        assertThat(network.region(1)).as("2 does not know yet").isEqualTo(Region.EXIT);
        network.deliverAll();
        assertThat(network.region(1)).isEqualTo(Region.REMAINDER);
    }

    /** The same, but 2, which the answer names, has left meanwhile. */
    @Test
    void anAnswerToAnEarlierQueryDoesNotCountForTheNext() {
        Network<MutinMessage> network = new Network<>(lockedAtOne("majority", 1, 3));
        network.release(0);
        network.deliverAll();
        assertThat(network.region(0)).isEqualTo(Region.REMAINDER);
        getsTheLock(1, network);
        network.deliver(1, 2);
        assertThat(network.onTheWay(2, 1)).containsExactly(new MutinMessage.Response1(Numbers.of(1, 2), 1));
        network.cancel(1);
        network.deliver(1, 0);
        network.release(2);
        while (network.region(2) != Region.REMAINDER) {
            network.deliver(
                    network.onTheWay(2, 0).isEmpty() ? 0 : 2,
                    network.onTheWay(2, 0).isEmpty() ? 2 : 0);
        }
        network.deliver(2, 0);
        getsTheLock(1, network);
        assertThat(network.deliver(2, 1)).isEqualTo(new MutinMessage.Response1(Numbers.of(1, 2), 1));
        network.deliverAll();
        assertThat(network.region(1)).as("it is the last node inside").isEqualTo(Region.EXIT);
    }

    /** The channel from 2 to 1 is slow, and the lock does not go that way. */
    @Test
    void theQueryOfANodeThatStaysDoesNotReplaceTheNextQuery() {
        Network<MutinMessage> network = new Network<>(lockedAtOne("triangle", 2, 2));
        network.release(0);
        network.cancel(0);
        network.deliverAll();
        network.acquire(2);
        network.deliverAll();
        network.release(0);
        network.deliverAll();
        assertThat(network.region(0)).isEqualTo(Region.REMAINDER);
        network.release(2);
        network.deliver(2, 0);
        network.deliver(0, 2);
        network.cancel(2);
        assertThat(network.onTheWay(2, 1)).containsExactly(new MutinMessage.Query(1), new MutinMessage.Stay());
        network.deliver(2, 0);
        network.release(1);
        network.deliver(1, 0);
        network.deliver(0, 1);
        assertThat(network.onTheWay(1, 2)).as("1 has the lock").contains(new MutinMessage.Query(1));
        network.deliverAll();
        assertThat(network.region(1)).as("1 and 2 are inside").isEqualTo(Region.EXIT);
        network.acquire(0);
        network.deliverAll();
        assertThat(network.region(1)).as("0 has entered").isEqualTo(Region.REMAINDER);
    }

    @Test
    void invalidParametersAndCallsAreRejected() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> atOne(3, 3, 3))
                .withMessage("l must be between 0 and n-1 = 2, not 3");
        assertThatIllegalArgumentException().isThrownBy(() -> atOne(3, -1, 3));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> atOne(3, 1, 4))
                .withMessage("inside must be between 0 and n = 3, not 4");
        assertThatIllegalArgumentException().isThrownBy(() -> atOne(3, 1, -1));
        Network<MutinMessage> network = new Network<>(atOne(3, 1, 1));
        assertThatIllegalStateException().isThrownBy(() -> network.acquire(0));
        assertThatIllegalStateException().isThrownBy(() -> network.release(1));
        assertThatIllegalStateException().isThrownBy(() -> network.cancel(0));
        assertThatIllegalArgumentException().isThrownBy(() -> network.acquire(1, 2));
    }

    @Test
    void onlyMessagesThatANodeCanSendFit() {
        Mutin system = atOne(3, 1, 1);
        for (long c : new long[] {0, -1}) {
            assertThat(system.fits(new MutinMessage.Query(c))).isFalse();
            assertThat(system.fits(new MutinMessage.Acquire(c))).isFalse();
            assertThat(system.fits(new MutinMessage.Ack(c))).isFalse();
            assertThat(system.fits(new MutinMessage.Response1(Numbers.of(), c))).isFalse();
            assertThat(system.fits(new MutinMessage.Response2(Numbers.of(), c))).isFalse();
            assertThat(system.fits(new MutinMessage.Mx(new Maekawa.MaekawaMessage.Request(c))))
                    .isFalse();
        }
        assertThat(system.fits(new MutinMessage.Response1(Numbers.of(3), 1))).isFalse();
        assertThat(system.fits(new MutinMessage.Response2(Numbers.of(3), 1))).isFalse();
        assertThat(system.fits(new MutinMessage.Response1(Numbers.of(0, 2), 1))).isTrue();
        assertThat(system.fits(new MutinMessage.Mx(new Maekawa.MaekawaMessage.Yield())))
                .isTrue();
        assertThat(system.fits(new MutinMessage.Stay())).isTrue();
    }
}
