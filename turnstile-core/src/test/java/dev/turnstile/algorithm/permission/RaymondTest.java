package dev.turnstile.algorithm.permission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.algorithm.Network;
import dev.turnstile.algorithm.permission.Raymond.RaymondMessage;
import dev.turnstile.machine.Region;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The deciding lines of Raymond 1989, one by one. */
final class RaymondTest {
    private static Network<RaymondMessage> network(int n, int k) {
        return new Network<>(new Raymond(n, k));
    }

    @Test
    void entersWithTheLastRequiredPermissionAndNotBefore() {
        Network<RaymondMessage> network = network(4, 2);
        network.acquire(0);
        for (int j = 1; j < 4; j++) {
            assertThat(network.deliver(0, j)).isEqualTo(new RaymondMessage.Request(1));
        }
        network.deliver(1, 0);
        assertThat(network.region(0)).isEqualTo(Region.TRYING);
        assertThat(network.deliver(3, 0)).isEqualTo(new RaymondMessage.Reply(1));
        assertThat(network.region(0)).isEqualTo(Region.CRITICAL);
    }

    @Test
    void aNodeInsideDefersAndAnswersWhenItLeaves() {
        Network<RaymondMessage> network = network(3, 1);
        network.acquire(0);
        network.deliverAll();
        network.acquire(1);
        network.deliverAll();
        assertThat(network.region(1)).isEqualTo(Region.TRYING);
        assertThat(network.onTheWay(0, 1)).isEmpty();
        network.release(0);
        assertThat(network.region(0)).isEqualTo(Region.REMAINDER);
        assertThat(network.onTheWay(0, 1)).containsExactly(new RaymondMessage.Reply(1));
        assertThat(network.onTheWay(0, 2)).isEmpty();
        network.deliverAll();
        assertThat(network.region(1)).isEqualTo(Region.CRITICAL);
    }

    @Test
    void waitersAreOrderedByRequestNumberThenByNode() {
        Network<RaymondMessage> network = network(3, 1);
        network.acquire(2);
        network.acquire(1);
        network.deliver(2, 1);
        network.deliver(1, 2);
        assertThat(network.onTheWay(1, 2))
                .as("1 defers: the numbers are the same")
                .isEmpty();
        assertThat(network.onTheWay(2, 1)).containsExactly(new RaymondMessage.Reply(1));
        network.deliverAll();
        assertThat(network.region(1)).isEqualTo(Region.CRITICAL);
        network.acquire(0);
        assertThat(network.onTheWay(0, 2))
                .as("larger than any it has seen")
                .containsExactly(new RaymondMessage.Request(2));
        network.deliver(0, 2);
        assertThat(network.onTheWay(2, 0)).as("2 was first").isEmpty();
    }

    /** Why replies are counted: k-1 of them arrive too late, perhaps during the next request. */
    @Test
    void aLateReplyToAnEarlierRequestGrantsNoPermission() {
        Network<RaymondMessage> network = network(3, 2);
        network.acquire(0);
        network.deliver(0, 1);
        network.deliver(1, 0);
        assertThat(network.region(0)).as("one of two is enough").isEqualTo(Region.CRITICAL);
        network.release(0);
        network.deliver(0, 2);
        network.acquire(0);
        assertThat(network.deliver(2, 0)).as("to the first request").isEqualTo(new RaymondMessage.Reply(1));
        assertThat(network.region(0)).isEqualTo(Region.TRYING);
        network.deliver(0, 2);
        network.deliver(2, 0);
        assertThat(network.region(0)).as("to the second").isEqualTo(Region.CRITICAL);
    }

    @Test
    void oneReplyAnswersTwoRequests() {
        Network<RaymondMessage> network = network(3, 2);
        network.acquire(2);
        network.deliverAll();
        network.acquire(0);
        network.deliverAll();
        assertThat(network.region(0)).isEqualTo(Region.CRITICAL);
        network.release(0);
        network.acquire(0);
        network.deliverAllBut(1);
        assertThat(network.region(0)).isEqualTo(Region.TRYING);
        network.release(2);
        assertThat(network.onTheWay(2, 0)).containsExactly(new RaymondMessage.Reply(2));
        network.deliver(2, 0);
        assertThat(network.region(0)).isEqualTo(Region.CRITICAL);
    }

    @Test
    void aNodeThatGivesUpAnswersDeferredRequestsAndStillCountsOwedReplies() {
        Network<RaymondMessage> network = network(2, 1);
        network.acquire(0);
        network.acquire(1);
        network.deliver(1, 0);
        assertThat(network.onTheWay(0, 1)).containsExactly(new RaymondMessage.Request(1));
        network.cancel(0);
        assertThat(network.region(0)).isEqualTo(Region.REMAINDER);
        assertThat(network.onTheWay(0, 1)).containsExactly(new RaymondMessage.Request(1), new RaymondMessage.Reply(1));
        network.deliver(0, 1); // 1 answers at once, because 0 comes before it
        network.deliver(0, 1);
        assertThat(network.region(1)).isEqualTo(Region.CRITICAL);
        network.acquire(0);
        network.deliver(1, 0);
        assertThat(network.region(0))
                .as("the reply was for the cancelled request")
                .isEqualTo(Region.TRYING);
        network.release(1);
        network.deliverAll();
        assertThat(network.region(0)).isEqualTo(Region.CRITICAL);
    }

    @ParameterizedTest
    @CsvSource({"5, 1", "5, 3", "8, 2", "4, 4"})
    void anEntryTakesAsManyMessagesAsInThePaper(int n, int k) {
        Network<RaymondMessage> alone = network(n, k);
        alone.acquire(0);
        alone.deliverAll();
        alone.release(0);
        assertThat(alone.sent()).as("alone").isEqualTo(2 * (n - 1));

        Network<RaymondMessage> network = network(n, k);
        for (int j = 1; j < k; j++) {
            network.acquire(j);
            network.deliverAll();
        }
        network.sent();
        int entries = 10;
        for (int entry = 0; entry < entries; entry++) {
            network.acquire(0);
            network.deliverAll();
            assertThat(network.region(0)).isEqualTo(Region.CRITICAL);
            network.release(0);
            assertThat(network.sent()).as("k-1 do not answer yet").isEqualTo(2 * n - k - 1);
        }
        for (int j = 1; j < k; j++) {
            network.release(j);
            assertThat(network.onTheWay(j, 0))
                    .as("one for all of them")
                    .containsExactly(new RaymondMessage.Reply(entries));
        }
    }

    /** A reply to no request would be counted as a permission each time it arrives. */
    @Test
    void messagesThatNoNodeSendsDoNotFit() {
        Raymond raymond = new Raymond(3, 1);
        assertThat(raymond.fits(new RaymondMessage.Request(1))).isTrue();
        assertThat(raymond.fits(new RaymondMessage.Reply(1))).isTrue();
        assertThat(raymond.fits(new RaymondMessage.Request(0))).isFalse();
        assertThat(raymond.fits(new RaymondMessage.Request(-1))).isFalse();
        assertThat(raymond.fits(new RaymondMessage.Reply(0))).isFalse();
        assertThat(raymond.fits(new RaymondMessage.Reply(-1))).isFalse();
    }
}
