package dev.turnstile.algorithm.forest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.turnstile.algorithm.Network;
import dev.turnstile.algorithm.forest.TrehelNaimi.TrehelNaimiMessage;
import dev.turnstile.machine.Region;
import dev.turnstile.machine.State;
import org.junit.jupiter.api.Test;

/** The listing of Trehel and Naimi 1987, line by line. */
final class TrehelNaimiTest {
    private static Network<TrehelNaimiMessage> network(int n) {
        return new Network<>(new TrehelNaimi(n, 1));
    }

    private static void assertFather(Network<TrehelNaimiMessage> network, int node, int father) {
        assertThat(State.print(network.node(node))).contains(" father=" + father + " ");
    }

    @Test
    void theHolderOfTheTokenEntersWithoutAMessage() {
        Network<TrehelNaimiMessage> network = network(3);
        for (int round = 0; round < 3; round++) {
            network.acquire(0);
            assertThat(network.region(0)).isEqualTo(Region.CRITICAL);
            network.release(0);
            assertThat(network.node(0).tokens()).isEqualTo(1);
        }
        assertThat(network.sent()).isZero();
    }

    @Test
    void anIdleHolderSendsTheTokenAndMakesTheReceiverItsFather() {
        Network<TrehelNaimiMessage> network = network(3);
        network.acquire(2);
        assertFather(network, 2, -1);
        assertThat(network.deliver(2, 0)).isEqualTo(new TrehelNaimiMessage.Request(2));
        assertFather(network, 0, 2);
        assertThat(network.node(0).tokens()).isZero();
        assertThat(network.deliver(0, 2)).isEqualTo(new TrehelNaimiMessage.Token());
        assertThat(network.region(2)).isEqualTo(Region.CRITICAL);
        network.release(2);
        assertThat(network.sent()).as("it keeps the token").isEqualTo(2);
    }

    @Test
    void aRequestFollowsTheFathersAndReversesThem() {
        Network<TrehelNaimiMessage> network = network(4);
        network.acquire(1);
        network.deliverAll();
        network.acquire(2);
        network.deliver(2, 0);
        assertFather(network, 0, 2);
        assertThat(network.onTheWay(0, 1)).containsExactly(new TrehelNaimiMessage.Request(2));
        network.acquire(3);
        network.deliver(3, 0);
        assertFather(network, 0, 3);
        assertThat(network.deliver(0, 2)).as("to the latest requester").isEqualTo(new TrehelNaimiMessage.Request(3));
        assertFather(network, 2, 3);
        network.deliverAll();
        assertFather(network, 1, 2);
        network.sent();
        network.release(1);
        assertThat(network.deliver(1, 2)).isEqualTo(new TrehelNaimiMessage.Token());
        network.release(2);
        assertThat(network.deliver(2, 3)).isEqualTo(new TrehelNaimiMessage.Token());
        assertThat(network.region(3)).isEqualTo(Region.CRITICAL);
        assertThat(network.sent()).isEqualTo(2);
        network.release(3);
        network.deliverAll();
        network.acquire(3);
        network.release(3);
        assertThat(network.sent())
                .as("next is forgotten once it has been served")
                .isZero();
    }

    @Test
    void aNodeServesItsNextOnlyOnce() {
        Network<TrehelNaimiMessage> network = network(3);
        network.acquire(0);
        network.acquire(1);
        network.deliverAll();
        network.release(0);
        network.deliverAll();
        network.release(1);
        network.acquire(0);
        network.deliverAll();
        network.sent();
        network.release(0);
        assertThat(network.sent()).isZero();
        assertThat(network.tokens()).isEqualTo(1);
    }

    @Test
    void aTokenThatArrivesAfterACancelIsKeptOrPassedOn() {
        Network<TrehelNaimiMessage> network = network(3);
        network.acquire(1);
        network.cancel(1);
        network.deliverAll();
        assertThat(network.region(1)).isEqualTo(Region.REMAINDER);
        assertThat(network.node(1).tokens()).isEqualTo(1);
        network.acquire(1);
        assertThat(network.region(1)).isEqualTo(Region.CRITICAL);
        network.acquire(2);
        network.deliverAll();
        network.acquire(0);
        network.deliverAll();
        network.cancel(2);
        network.release(1);
        network.deliver(1, 2);
        assertThat(network.region(2)).isEqualTo(Region.REMAINDER);
        assertThat(network.deliver(2, 0)).isEqualTo(new TrehelNaimiMessage.Token());
        assertThat(network.region(0)).isEqualTo(Region.CRITICAL);
    }

    @Test
    void aRepeatedRequestIsServedByTheOldOne() {
        Network<TrehelNaimiMessage> network = network(2);
        network.acquire(1);
        network.cancel(1);
        network.acquire(1);
        assertThat(network.region(1)).isEqualTo(Region.TRYING);
        assertThat(network.sent()).isEqualTo(1);
        network.deliverAll();
        assertThat(network.region(1)).isEqualTo(Region.CRITICAL);
    }

    @Test
    void messagesAreSmallAndNameExistingNodes() {
        TrehelNaimi system = new TrehelNaimi(3, 1);
        assertThat(new TrehelNaimiMessage.Request(2).words()).isEqualTo(4);
        assertThat(new TrehelNaimiMessage.Token().words()).isEqualTo(3);
        assertThat(system.fits(new TrehelNaimiMessage.Token())).isTrue();
        assertThat(system.fits(new TrehelNaimiMessage.Request(2))).isTrue();
        assertThat(system.fits(new TrehelNaimiMessage.Request(3))).isFalse();
        assertThat(system.fits(new TrehelNaimiMessage.Request(-1))).isFalse();
    }

    @Test
    void thereIsOneToken() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new TrehelNaimi(3, 2))
                .withMessageStartingWith("k must be 1, not 2")
                .withMessageContaining("k clusters");
    }
}
