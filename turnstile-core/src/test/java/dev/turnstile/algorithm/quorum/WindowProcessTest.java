package dev.turnstile.algorithm.quorum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.turnstile.algorithm.Network;
import dev.turnstile.algorithm.quorum.Window.Way;
import dev.turnstile.algorithm.quorum.Window.WindowMessage;
import dev.turnstile.algorithm.quorum.coterie.Coterie;
import dev.turnstile.machine.Numbers;
import dev.turnstile.machine.Region;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The merged protocol of the corrections to kamei-2019, rule by rule. */
final class WindowProcessTest {
    private static Network<WindowMessage> network(String coterie, int n, int l, int k, int inside) {
        return new Network<>(new Window(Coterie.of(coterie, n), l, k, inside));
    }

    @Test
    void aVoteCarriesWhatTheMemberKnows() {
        Network<WindowMessage> network = network("singleton", 4, 1, 3, 2);
        network.release(1);
        assertThat(network.deliver(1, 0)).isEqualTo(new WindowMessage.Request(Way.OUT, 1));
        assertThat(network.deliver(0, 1)).isEqualTo(new WindowMessage.Locked(Way.OUT, 1, 1, Numbers.of(0, 1)));
        assertThat(network.region(1)).isEqualTo(Region.REMAINDER);
        assertThat(network.deliver(1, 0)).isEqualTo(new WindowMessage.Release(Way.OUT, true));
        network.acquire(3);
        network.deliver(3, 0);
        assertThat(network.deliver(0, 3))
                .as("the nodes outside, for a node that enters")
                .isEqualTo(new WindowMessage.Locked(Way.IN, 1, 1, Numbers.of(1, 2, 3)));
    }

    @Test
    void crossingTakesThreeMessagesPerOtherMember() {
        Network<WindowMessage> network = network("grid", 9, 2, 4, 3);
        network.release(0);
        network.deliverAll();
        assertThat(network.sent())
                .as("REQUEST, LOCKED, RELEASE with four others")
                .isEqualTo(12);
        assertThat(network.region(0)).isEqualTo(Region.REMAINDER);
        network.acquire(0);
        network.deliverAll();
        assertThat(network.sent()).isEqualTo(12);
    }

    @Test
    void theFloorHoldsUntilAnUpdateReportsOneMore() {
        Network<WindowMessage> network = network("singleton", 4, 1, 2, 1);
        network.acquire(1);
        network.deliverAll();
        network.release(1);
        network.deliverAll();
        assertThat(network.region(1)).isEqualTo(Region.REMAINDER);
        network.release(0);
        assertThat(network.region(0)).isEqualTo(Region.EXIT);
        network.acquire(2);
        network.deliverAll();
        assertThat(network.region(0)).as("it was informed by its own member").isEqualTo(Region.REMAINDER);
        network.release(2);
        network.deliverAll();
        assertThat(network.region(2)).isEqualTo(Region.EXIT);
        network.acquire(3);
        network.deliver(3, 0);
        network.deliver(0, 3);
        network.deliver(3, 0);
        assertThat(network.onTheWay(0, 2)).containsExactly(new WindowMessage.Update(Way.OUT, Numbers.of(2, 3)));
        assertThat(network.onTheWay(0, 1))
                .as("a node without the vote is not informed")
                .isEmpty();
        network.deliver(0, 2);
        assertThat(network.region(2)).isEqualTo(Region.REMAINDER);
    }

    @Test
    void anUpdateWithoutTheVoteIsIgnored() {
        Network<WindowMessage> network = network("singleton", 3, 1, 3, 1);
        network.acquire(1);
        network.deliverAll();
        network.release(1);
        network.arrives(0, 1, new WindowMessage.Update(Way.OUT, Numbers.of(0, 1, 2)));
        assertThat(network.region(1)).as("it has no vote yet").isEqualTo(Region.EXIT);
        network.arrives(2, 1, new WindowMessage.Update(Way.OUT, Numbers.of(0, 1, 2)));
        assertThat(network.region(1)).as("no member").isEqualTo(Region.EXIT);
    }

    /** While 2 had its own vote, it knew of 1 and 2. When it gets the vote again, 1 has left. */
    @Test
    void aYieldedVoteTakesItsKnowledgeAlong() {
        Network<WindowMessage> network = network("majority", 3, 2, 3, 3);
        network.release(2); // asks itself and 0
        network.release(1); // asks itself and 2, at the same time: the smaller node is the older
        network.deliver(1, 2);
        assertThat(network.deliver(2, 1))
                .as("2 inquires at itself, and yields")
                .isEqualTo(new WindowMessage.Locked(Way.OUT, 1, 1, Numbers.of(1, 2)));
        assertThat(network.region(1)).isEqualTo(Region.REMAINDER);
        network.deliverAll();
        assertThat(network.region(2)).as("0 and 2 are inside").isEqualTo(Region.EXIT);
        network.acquire(1);
        network.deliverAll();
        assertThat(network.region(2)).isEqualTo(Region.REMAINDER);
    }

    @Test
    void aNodeWithAllVotesButTooFewKnownStillYields() {
        Network<WindowMessage> network = network("singleton", 3, 2, 3, 2);
        network.release(1);
        network.deliverAll();
        assertThat(network.region(1)).isEqualTo(Region.EXIT);
        network.arrives(0, 1, new WindowMessage.Inquire(Way.OUT, 1));
        assertThat(network.onTheWay(1, 0)).containsExactly(new WindowMessage.Yield(Way.OUT));
        network.arrives(0, 1, new WindowMessage.Update(Way.OUT, Numbers.of(0, 1, 2)));
        assertThat(network.region(1)).as("it does not have the vote").isEqualTo(Region.EXIT);
    }

    @Test
    void anAnswerToAWithdrawnRequestIsIgnored() {
        Network<WindowMessage> network = network("singleton", 3, 1, 3, 2);
        network.release(1);
        network.deliver(1, 0);
        network.cancel(1);
        assertThat(network.region(1)).isEqualTo(Region.CRITICAL);
        assertThat(network.onTheWay(1, 0)).containsExactly(new WindowMessage.Release(Way.OUT, false));
        network.deliver(0, 1);
        assertThat(network.region(1)).isEqualTo(Region.CRITICAL);
        network.release(1);
        network.arrives(0, 1, new WindowMessage.Locked(Way.OUT, 1, 1, Numbers.of(0, 1)));
        assertThat(network.region(1)).as("a vote for the first request").isEqualTo(Region.EXIT);
        network.deliverAll();
        assertThat(network.region(1)).isEqualTo(Region.REMAINDER);
        network.release(0);
        network.deliverAll();
        assertThat(network.region(0)).as("0 is the last node inside").isEqualTo(Region.EXIT);
    }

    @Test
    void aNodeThatWithdrawsItsRequestIsStillKnownToBeInside() {
        Network<WindowMessage> network = network("singleton", 3, 1, 3, 2);
        network.release(1);
        network.deliverAllBut(0);
        network.cancel(1);
        network.deliverAll();
        network.release(0);
        assertThat(network.region(0)).isEqualTo(Region.REMAINDER);
    }

    @Test
    void withoutAFloorLeavingNeverWaitsButIsAnnounced() {
        Network<WindowMessage> network = network("singleton", 3, 0, 1, 1);
        network.acquire(2);
        network.deliverAll();
        assertThat(network.region(2)).isEqualTo(Region.TRYING);
        network.release(0);
        assertThat(network.region(0)).isEqualTo(Region.REMAINDER);
        network.deliverAll();
        assertThat(network.region(2)).isEqualTo(Region.CRITICAL);
        network.sent();
        network.release(2);
        assertThat(network.onTheWay(2, 0)).containsExactly(new WindowMessage.Release(Way.OUT, true));
    }

    @Test
    void withoutFloorAndCeilingNothingIsSent() {
        Network<WindowMessage> network = network("majority", 3, 0, 3, 0);
        network.acquire(0);
        network.release(0);
        assertThat(network.region(0)).isEqualTo(Region.REMAINDER);
        assertThat(network.sent()).isZero();
    }

    /** Initially there may be fewer nodes inside than must stay. Then no node leaves. */
    @ParameterizedTest
    @ValueSource(strings = {"singleton", "majority", "tie", "grid", "triangle", "plane", "tree"})
    void fromAnEmptyStartNoNodeLeavesBeforeTheFloorIsExceeded(String coterie) {
        Network<WindowMessage> network = network(coterie, 4, 2, 3, 0);
        for (int i = 0; i < 2; i++) {
            network.acquire(i);
            network.deliverAll();
            network.release(i);
            network.deliverAll();
            assertThat(network.region(i)).isEqualTo(Region.EXIT);
        }
        network.acquire(3);
        network.deliverAll();
        assertThat(network.region(3)).isEqualTo(Region.CRITICAL);
        assertThat(List.of(network.region(0), network.region(1)))
                .as("one of the two")
                .containsExactlyInAnyOrder(Region.EXIT, Region.REMAINDER);
    }

    @Test
    void callsInTheWrongRegionAreRejected() {
        Network<WindowMessage> network = network("singleton", 3, 1, 2, 1);
        assertThatIllegalStateException().isThrownBy(() -> network.acquire(0));
        assertThatIllegalStateException().isThrownBy(() -> network.release(1));
        assertThatIllegalStateException().isThrownBy(() -> network.cancel(0));
        assertThatIllegalStateException().isThrownBy(() -> network.cancel(1));
        assertThatIllegalArgumentException().isThrownBy(() -> network.acquire(1, 2));
    }

    @Test
    void onlyMessagesThatANodeCanSendFit() {
        Window system = new Window(Coterie.of("singleton", 3), 1, 2, 1);
        assertThat(system.fits(new WindowMessage.Request(Way.IN, 0))).isFalse();
        assertThat(system.fits(new WindowMessage.Inquire(Way.IN, 0))).isFalse();
        assertThat(system.fits(new WindowMessage.Locked(Way.IN, 0, 1, Numbers.of())))
                .isFalse();
        assertThat(system.fits(new WindowMessage.Locked(Way.IN, 2, 1, Numbers.of())))
                .as("earlier than the request")
                .isFalse();
        assertThat(system.fits(new WindowMessage.Locked(Way.IN, 2, 2, Numbers.of(3))))
                .isFalse();
        assertThat(system.fits(new WindowMessage.Update(Way.OUT, Numbers.of(1, 0))))
                .isFalse();
        assertThat(system.fits(new WindowMessage.Locked(Way.IN, 2, 2, Numbers.of(0, 2))))
                .isTrue();
        assertThat(system.fits(new WindowMessage.Yield(Way.OUT))).isTrue();
        assertThat(system.fits(new WindowMessage.Release(Way.OUT, true))).isTrue();
        Maekawa lock = new Maekawa(Coterie.of("singleton", 3));
        assertThat(lock.fits(new Maekawa.MaekawaMessage.Locked(2, 1))).isFalse();
        assertThat(lock.fits(new Maekawa.MaekawaMessage.Locked(2, 2))).isTrue();
        assertThat(lock.fits(new Maekawa.MaekawaMessage.Failed(0))).isFalse();
        assertThat(lock.fits(new Maekawa.MaekawaMessage.Inquire(0))).isFalse();
    }
}
