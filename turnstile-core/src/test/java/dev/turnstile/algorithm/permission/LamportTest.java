package dev.turnstile.algorithm.permission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.algorithm.Network;
import dev.turnstile.algorithm.permission.Lamport.LamportMessage;
import dev.turnstile.machine.Region;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Lamport 1978 for k units: all requests have one order, and are served in that order. */
final class LamportTest {
    private static Network<LamportMessage> network(int n, int k) {
        return new Network<>(new Lamport(n, k));
    }

    @Test
    void entersOnceAllHaveAcknowledged() {
        Network<LamportMessage> network = network(3, 2);
        network.acquire(0, 2);
        assertThat(network.deliver(0, 1)).isEqualTo(new LamportMessage.Request(1, 2));
        network.deliver(0, 2);
        network.deliver(1, 0);
        assertThat(network.region(0)).isEqualTo(Region.TRYING);
        assertThat(network.deliver(2, 0)).isEqualTo(new LamportMessage.Acknowledge());
        assertThat(network.region(0)).isEqualTo(Region.CRITICAL);
    }

    @Test
    void equalStampsAreOrderedByNodeNumber() {
        Network<LamportMessage> network = network(2, 1);
        network.acquire(1);
        network.acquire(0);
        network.deliverAll();
        assertThat(network.region(0)).isEqualTo(Region.CRITICAL);
        assertThat(network.region(1)).isEqualTo(Region.TRYING);
        network.release(0);
        network.deliverAll();
        assertThat(network.region(1)).isEqualTo(Region.CRITICAL);
    }

    @Test
    void aSmallRequestDoesNotOvertakeALargeOne() {
        Network<LamportMessage> network = network(4, 3);
        network.acquire(0, 2);
        network.deliverAll();
        network.acquire(1, 3);
        network.deliverAll();
        network.acquire(2, 1);
        network.deliverAll();
        assertThat(network.region(0)).isEqualTo(Region.CRITICAL);
        assertThat(network.region(1)).isEqualTo(Region.TRYING);
        assertThat(network.region(2))
                .as("the free unit belongs to the request ahead")
                .isEqualTo(Region.TRYING);
        network.release(0);
        network.deliverAll();
        assertThat(network.region(1)).isEqualTo(Region.CRITICAL);
        assertThat(network.region(2)).isEqualTo(Region.TRYING);
        network.release(1);
        network.deliverAll();
        assertThat(network.region(2)).isEqualTo(Region.CRITICAL);
    }

    @Test
    void smallRequestsEnterWhenTheLargeOneAheadIsCancelled() {
        Network<LamportMessage> network = network(4, 3);
        network.acquire(0, 2);
        network.deliverAll();
        network.acquire(1, 3);
        network.deliverAll();
        network.acquire(2, 1);
        network.deliverAll();
        network.cancel(1);
        network.deliverAll();
        assertThat(network.region(1)).isEqualTo(Region.REMAINDER);
        assertThat(network.region(2)).isEqualTo(Region.CRITICAL);
    }

    @Test
    void anAcknowledgementOfACancelledRequestDoesNotCountForTheNext() {
        Network<LamportMessage> network = network(2, 1);
        network.acquire(0);
        network.deliver(0, 1);
        network.cancel(0);
        network.acquire(0);
        network.deliver(1, 0);
        assertThat(network.region(0)).isEqualTo(Region.TRYING);
        network.deliver(0, 1);
        network.deliver(0, 1);
        network.deliver(1, 0);
        assertThat(network.region(0)).isEqualTo(Region.CRITICAL);
    }

    /** A request that the acknowledging node made earlier arrives before its acknowledgement. */
    @Test
    void aCrossingRequestIsKnownBeforeEntry() {
        Network<LamportMessage> network = network(2, 1);
        network.acquire(0);
        network.acquire(1);
        network.deliver(0, 1);
        assertThat(network.onTheWay(1, 0))
                .containsExactly(new LamportMessage.Request(1, 1), new LamportMessage.Acknowledge());
        network.deliverAll();
        assertThat(network.inside()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "2, 1", "5, 3", "8, 8"})
    void anEntryTakesThreeMessagesPerOtherNode(int n, int k) {
        Network<LamportMessage> network = network(n, k);
        for (int round = 0; round < 5; round++) {
            network.acquire(0);
            network.deliverAll();
            network.release(0);
            network.deliverAll();
            assertThat(network.sent()).isEqualTo(3 * (n - 1));
        }
    }

    @Test
    void messagesThatNoNodeSendsDoNotFit() {
        Lamport lamport = new Lamport(3, 2);
        assertThat(lamport.fits(new LamportMessage.Request(1, 2))).isTrue();
        assertThat(lamport.fits(new LamportMessage.Acknowledge())).isTrue();
        assertThat(lamport.fits(new LamportMessage.Request(0, 1))).isFalse();
        assertThat(lamport.fits(new LamportMessage.Request(1, 3))).isFalse();
        assertThat(lamport.fits(new LamportMessage.Request(1, 0))).isFalse();
    }
}
