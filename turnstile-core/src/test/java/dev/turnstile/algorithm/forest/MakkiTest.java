package dev.turnstile.algorithm.forest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.algorithm.Network;
import dev.turnstile.algorithm.forest.Makki.MakkiMessage;
import dev.turnstile.machine.Numbers;
import dev.turnstile.machine.Region;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The reconstruction of Makki et al. 1992, part by part. */
final class MakkiTest {
    private static Network<MakkiMessage> network(int n, int k) {
        return new Network<>(new Makki(n, k));
    }

    private static MakkiMessage.Token token(int free, long round, long... list) {
        return new MakkiMessage.Token(free, round, Numbers.of(list));
    }

    @Test
    void theCollectorTakesFreePlacesWithoutAMessage() {
        Network<MakkiMessage> network = network(3, 2);
        for (int round = 0; round < 3; round++) {
            network.acquire(0);
            assertThat(network.region(0)).isEqualTo(Region.CRITICAL);
            network.release(0);
        }
        assertThat(network.sent()).isZero();
        assertThat(network.node(0).tokens()).isEqualTo(2);
    }

    @Test
    void theOnlyNodeOnTheListGetsTheTokenAndAsksAllOthers() {
        Network<MakkiMessage> network = network(3, 2);
        network.acquire(2);
        assertThat(network.deliver(2, 0)).isEqualTo(new MakkiMessage.Request(1));
        assertThat(network.deliver(0, 2)).isEqualTo(token(2, 2, 2));
        assertThat(network.region(2)).isEqualTo(Region.CRITICAL);
        assertThat(network.deliver(2, 1)).isEqualTo(new MakkiMessage.Inquiry(2));
        assertThat(network.deliver(2, 0)).isEqualTo(new MakkiMessage.Inquiry(2));
        assertThat(network.deliver(1, 2)).isEqualTo(new MakkiMessage.Nothing(2));
        network.acquire(1);
        assertThat(network.deliver(1, 2)).as("it knows the collector").isEqualTo(new MakkiMessage.Request(2));
        assertThat(network.onTheWay(2, 1)).as("0 has not answered").isEmpty();
        assertThat(network.deliver(0, 2)).isEqualTo(new MakkiMessage.Nothing(2));
        assertThat(network.deliver(2, 1)).isEqualTo(token(1, 3, 1));
        assertThat(network.region(1)).isEqualTo(Region.CRITICAL);
    }

    /**
     * Node 1 of n is inside and the collector of round 2. All others but node 0 want to enter, in the order of their
     * numbers.
     */
    private static Network<MakkiMessage> gathers(Network<MakkiMessage> network, int n) {
        network.acquire(1);
        network.deliver(1, 0);
        network.deliver(0, 1);
        for (int j = 2; j < n; j++) {
            network.acquire(j);
            network.deliver(1, j);
            assertThat(network.deliver(j, 0)).as("too late").isEqualTo(new MakkiMessage.Request(1));
            assertThat(network.deliver(j, 1)).isEqualTo(new MakkiMessage.Answer(2));
        }
        network.deliver(1, 0);
        return network;
    }

    @Test
    void waitersAnswerAndTheCollectorWaitsForAllBeforeSendingTheList() {
        Network<MakkiMessage> network = gathers(network(5, 2), 5);
        assertThat(network.onTheWay(1, 2)).isEmpty();
        assertThat(network.deliver(0, 1)).isEqualTo(new MakkiMessage.Nothing(2));
        assertThat(network.deliver(1, 2)).isEqualTo(token(1, 3, 2, 3, 4));
        assertThat(network.region(2)).isEqualTo(Region.CRITICAL);
        assertThat(network.deliver(2, 3)).isEqualTo(token(0, 3, 3, 4));
        assertThat(network.region(3)).isEqualTo(Region.TRYING);
        assertThat(network.deliver(3, 4)).isEqualTo(token(0, 3, 4));
        assertThat(network.region(4)).isEqualTo(Region.TRYING);
        assertThat(IntStream.range(0, 4).map(j -> network.onTheWay(4, j).size()))
                .as("the last one is the collector")
                .containsExactly(1, 1, 1, 1);
    }

    @Test
    void aTimedCollectorWaitsForItsTimeoutAndGetsNoNegativeAnswers() {
        Network<MakkiMessage> network = gathers(new Network<>(Makki.timed(5, 2)), 5);
        assertThat(network.onTheWay(0, 1)).as("0 does not want to enter").isEmpty();
        assertThat(network.onTheWay(1, 2)).isEmpty();
        assertThat(network.node(1).timer().isPresent()).isTrue();
        assertThat(network.node(0).timer().isPresent()).isFalse();
        network.timeout(1);
        assertThat(network.node(1).timer().isPresent()).isFalse();
        assertThat(network.deliver(1, 2)).isEqualTo(token(1, 3, 2, 3, 4));
    }

    @Test
    void afterTheTimeoutTheNextRequestCompletesAList() {
        Network<MakkiMessage> network = gathers(new Network<>(Makki.timed(2, 1)), 2);
        network.timeout(1);
        assertThat(network.onTheWay(1, 0)).isEmpty();
        network.acquire(0);
        assertThat(network.deliver(0, 1)).isEqualTo(new MakkiMessage.Request(2));
        assertThat(network.onTheWay(1, 0)).containsExactly(token(0, 3, 0));
    }

    @Test
    void aPlaceGoesKFurtherDownTheListAndFromTheLastOnesToTheCollector() {
        Network<MakkiMessage> network = gathers(network(6, 2), 6);
        network.release(1);
        network.deliver(0, 1);
        for (int j = 2; j < 6; j++) {
            network.deliver(j == 2 ? 1 : j - 1, j);
        }
        assertThat(network.region(2)).isEqualTo(Region.CRITICAL);
        assertThat(network.region(3)).isEqualTo(Region.CRITICAL);
        assertThat(network.region(4)).isEqualTo(Region.TRYING);
        network.release(3);
        assertThat(network.deliver(3, 5)).as("2 further").isEqualTo(new MakkiMessage.Release());
        assertThat(network.region(5)).isEqualTo(Region.CRITICAL);
        network.release(2);
        assertThat(network.deliver(2, 4)).as("2 further").isEqualTo(new MakkiMessage.Release());
        assertThat(network.region(4)).isEqualTo(Region.CRITICAL);
        network.release(4);
        assertThat(network.deliver(4, 5)).as("to the last").isEqualTo(new MakkiMessage.Release());
        network.release(5);
        assertThat(network.node(5).tokens()).isEqualTo(2);
    }

    @Test
    void placesReturnedToTheSenderOfTheTokenGoInOrderToNodesThatFoundNone() {
        Network<MakkiMessage> network = network(5, 2);
        network.acquire(0);
        network.acquire(4);
        network.deliver(4, 0);
        network.deliverAll();
        for (int j = 1; j < 4; j++) {
            network.acquire(j);
        }
        network.deliver(1, 4);
        network.deliverAll();
        assertThat(network.inside()).isEqualTo(2);
        network.release(4);
        assertThat(network.region(1)).isEqualTo(Region.TRYING);
        network.deliverAll();
        assertThat(network.region(1)).as("the first of its list").isEqualTo(Region.CRITICAL);
        network.release(0);
        network.deliverAll();
        assertThat(network.inside()).isEqualTo(2);
        assertThat(network.tokens()).isEqualTo(2);
    }

    @Test
    void aPlaceThatArrivesBeforeTheTokenIsKept() {
        Network<MakkiMessage> network = gathers(network(5, 1), 5);
        network.deliver(0, 1);
        network.release(1);
        assertThat(network.deliver(1, 2)).isEqualTo(token(0, 3, 2, 3, 4));
        network.deliver(1, 2);
        assertThat(network.region(2)).isEqualTo(Region.CRITICAL);
        network.release(2);
        network.arrives(2, 3, new MakkiMessage.Release());
        assertThat(network.region(3)).isEqualTo(Region.TRYING);
        assertThat(network.node(3).tokens()).isEqualTo(1);
        network.deliver(2, 3);
        assertThat(network.region(3)).isEqualTo(Region.CRITICAL);
    }

    /** The collector is on its own list, but not first, and a place comes back before the token does. */
    @Test
    void aCollectorOnItsOwnListWaitsForTheTokenEvenIfAPlaceReturns() {
        Network<MakkiMessage> network = network(4, 3);
        network.acquire(0);
        network.acquire(2);
        deliver(network, 20, 2, 23, 20, 21);
        network.acquire(3);
        deliver(network, 12, 2, 32, 32);
        assertThat(network.deliver(2, 3)).isEqualTo(token(1, 3, 3));
        network.acquire(1);
        deliver(network, 32, 31, 12, 13);
        network.release(3);
        network.release(0);
        deliver(network, 23);
        network.acquire(3);
        network.release(2);
        deliver(network, 30, 2, 3);
        assertThat(network.onTheWay(3, 1)).containsExactly(token(1, 4, 1, 3));
        assertThat(network.deliver(2, 3)).isEqualTo(new MakkiMessage.Release());
        assertThat(network.region(3)).as("the token has not been here").isEqualTo(Region.TRYING);
        deliver(network, 31, 23, 13);
        assertThat(network.region(1)).isEqualTo(Region.CRITICAL);
        assertThat(network.region(3)).isEqualTo(Region.CRITICAL);
        assertThat(network.tokens()).as("no place is lost").isEqualTo(3);
    }

    /** Delivers from the node of the first digit to the node of the second. */
    private static void deliver(Network<MakkiMessage> network, int... channels) {
        for (int channel : channels) {
            network.deliver(channel / 10, channel % 10);
        }
    }

    @Test
    void aNodeThatGivesUpPassesItsPlaceOn() {
        Network<MakkiMessage> network = gathers(network(5, 1), 5);
        network.cancel(2);
        network.cancel(4);
        network.deliver(0, 1);
        network.deliverAll();
        network.release(1);
        network.deliverAll();
        assertThat(network.region(2)).isEqualTo(Region.REMAINDER);
        assertThat(network.region(3)).isEqualTo(Region.CRITICAL);
        network.release(3);
        network.deliverAll();
        assertThat(network.node(4).tokens())
                .as("it is the collector all the same")
                .isEqualTo(1);
        network.sent();
        network.acquire(4);
        assertThat(network.region(4)).isEqualTo(Region.CRITICAL);
        assertThat(network.sent()).isZero();
    }

    @Test
    void aRepeatedRequestIsServedByTheOldOne() {
        Network<MakkiMessage> network = network(3, 1);
        network.acquire(0);
        network.acquire(2);
        network.cancel(2);
        network.acquire(2);
        assertThat(network.sent()).isEqualTo(1);
        network.deliverAll();
        network.sent();
        network.cancel(2);
        network.acquire(2);
        assertThat(network.sent()).as("the token has been here").isZero();
        network.release(0);
        network.deliverAll();
        assertThat(network.region(2)).isEqualTo(Region.CRITICAL);
    }

    @Test
    void messageSizesExcludeTheRound() {
        assertThat(new MakkiMessage.Release().words()).isEqualTo(3);
        assertThat(new MakkiMessage.Request(7).words()).isEqualTo(3);
        assertThat(new MakkiMessage.Inquiry(7).words()).isEqualTo(3);
        assertThat(token(1, 7, 2, 0).words()).isEqualTo(4 + 2);
    }

    @Test
    void messagesThatNoNodeSendsDoNotFit() {
        Makki makki = new Makki(3, 2);
        assertThat(makki.fits(new MakkiMessage.Request(1))).isTrue();
        assertThat(makki.fits(new MakkiMessage.Request(0))).isFalse();
        assertThat(makki.fits(new MakkiMessage.Answer(0))).isFalse();
        assertThat(makki.fits(new MakkiMessage.Inquiry(-1))).isFalse();
        assertThat(makki.fits(new MakkiMessage.Nothing(0))).isFalse();
        assertThat(makki.fits(new MakkiMessage.Release())).isTrue();
        assertThat(makki.fits(token(2, 2, 1, 0))).isTrue();
        assertThat(makki.fits(token(3, 2, 1, 0))).isFalse();
        assertThat(makki.fits(token(-1, 2, 1, 0))).isFalse();
        assertThat(makki.fits(token(2, 0, 1, 0))).isFalse();
        assertThat(makki.fits(token(2, 2))).isFalse();
        assertThat(makki.fits(token(2, 2, 1, 1))).isFalse();
        assertThat(makki.fits(token(2, 2, 3))).isFalse();
        assertThat(makki.fits(token(2, 2, 1L << 32))).isFalse();
    }
}
