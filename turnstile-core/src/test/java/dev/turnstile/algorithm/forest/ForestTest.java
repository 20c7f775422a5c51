package dev.turnstile.algorithm.forest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.algorithm.Network;
import dev.turnstile.algorithm.forest.Forest.Entry;
import dev.turnstile.algorithm.forest.Forest.ForestMessage;
import dev.turnstile.algorithm.forest.Mechanisms.Destinations;
import dev.turnstile.algorithm.forest.Mechanisms.TokenChoice;
import dev.turnstile.machine.Numbers;
import dev.turnstile.machine.Region;
import dev.turnstile.machine.State;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The procedures of bulgannawar-1995, section 2, and the rules that repair them, one by one. */
final class ForestTest {
    private static Mechanisms informing(int nu) {
        return new Mechanisms(TokenChoice.RANDOM, nu, Destinations.RANDOM);
    }

    private static Network<ForestMessage> network(int n, int k, int nu) {
        return new Network<>(new Forest(n, k, informing(nu)));
    }

    private static Network<ForestMessage> asPrinted(int n, int k, int nu, Set<Forest.Repair> repairs) {
        return new Network<>(Forest.asPrinted(n, k, informing(nu), repairs));
    }

    /** Returns a token with a hop count, and the number and tag of each waiter. */
    private static ForestMessage.Token token(int token, long hops, int... queue) {
        List<Entry> entries = IntStream.range(0, queue.length / 2)
                .mapToObj(at -> new Entry(queue[2 * at], queue[2 * at + 1]))
                .toList();
        return new ForestMessage.Token(token, Numbers.of(hops), entries);
    }

    private static int pointer(Network<ForestMessage> network, int node, int token) {
        String name = "pointer[" + token + "]=";
        return Arrays.stream(State.print(network.node(node)).split(" "))
                .filter(field -> field.startsWith(name))
                .mapToInt(field -> Integer.parseInt(field.substring(name.length())))
                .findFirst()
                .orElseThrow();
    }

    /** Lets that node request that token, and delivers all messages. */
    private static void enters(Network<ForestMessage> network, int node, int token) {
        network.decide(token).acquire(node);
        network.deliverAll();
    }

    @Test
    void aRequestReversesPointersAndAWaiterKeepsRequestsThatReachIt() {
        Network<ForestMessage> network = network(4, 1, 0);
        network.acquire(1);
        assertThat(network.deliver(1, 0)).isEqualTo(new ForestMessage.Request(1, 0));
        assertThat(network.deliver(0, 1)).isEqualTo(token(0, 1, 1, -1));
        assertThat(network.region(1)).isEqualTo(Region.CRITICAL);
        network.acquire(2);
        network.deliver(2, 0);
        assertThat(pointer(network, 0, 0)).isEqualTo(2);
        assertThat(network.deliver(0, 1)).isEqualTo(new ForestMessage.Request(2, 0));
        network.acquire(3);
        network.deliver(3, 0);
        assertThat(pointer(network, 0, 0)).isEqualTo(3);
        assertThat(network.deliver(0, 2))
                .as("to the node for which 0 forwarded a request")
                .isEqualTo(new ForestMessage.Request(3, 0));
        network.sent();
        network.release(1);
        assertThat(pointer(network, 1, 0)).isEqualTo(2);
        assertThat(network.deliver(1, 2)).isEqualTo(token(0, 2, 2, -1));
        network.release(2);
        assertThat(network.deliver(2, 3)).as("from the node-queue of 2").isEqualTo(token(0, 3, 3, -1));
        assertThat(network.sent()).isEqualTo(2);
        enters(network, 2, 0);
        network.release(3);
        network.deliverAll();
        network.release(2);
        assertThat(network.onTheWay(2, 3)).as("the node-queue was emptied").isEmpty();
        assertThat(network.tokens()).isEqualTo(1);
    }

    @Test
    void aLeavingNodePointsToTheLastUnmodifiedRequest() {
        Network<ForestMessage> network = network(5, 2, 0);
        enters(network, 2, 0);
        enters(network, 0, 1);
        enters(network, 4, 0);
        enters(network, 3, 1);
        enters(network, 1, 0);
        network.release(0);
        assertThat(network.onTheWay(0, 4))
                .as("0 has token 1; 4 and 1 asked it for token 0")
                .containsExactly(token(1, 2, 4, 0, 3, -1, 1, 0));
        assertThat(pointer(network, 0, 1)).isEqualTo(3);
    }

    @Test
    void aLeavingNodePointsToTheFirstRequestIfAllWereModified() {
        Network<ForestMessage> network = network(5, 2, 0);
        enters(network, 2, 0);
        enters(network, 0, 1);
        enters(network, 4, 0);
        enters(network, 3, 0);
        network.release(0);
        assertThat(network.onTheWay(0, 4)).containsExactly(token(1, 2, 4, 0, 3, 0));
        assertThat(pointer(network, 0, 1)).isEqualTo(4);
    }

    /**
     * Node 4 asks node 0 for token 0. Node 0 forwards the request to node 3, which has token 1 by now. Node 1 asks node
     * 4 for token 0 meanwhile.
     */
    private static void modified(Network<ForestMessage> network) {
        enters(network, 2, 0);
        network.release(2);
        enters(network, 3, 0);
        network.release(3);
        enters(network, 2, 0);
        enters(network, 3, 1);
        enters(network, 4, 0);
        enters(network, 1, 0);
    }

    @Test
    void aNodeWithAnotherTokenPointsToTheModifierAndTagsItsWaitersWithIt() {
        Network<ForestMessage> network = network(5, 2, 0);
        modified(network);
        assertThat(pointer(network, 4, 0)).isZero();
        network.release(3);
        assertThat(network.deliver(3, 4)).isEqualTo(token(1, 2, 4, 3));
        assertThat(network.region(4)).isEqualTo(Region.CRITICAL);
        assertThat(pointer(network, 4, 0)).as("the one that it asked for").isEqualTo(3);
        assertThat(pointer(network, 4, 1)).as("the one that it has").isEqualTo(4);
        network.release(4);
        assertThat(network.deliver(4, 1)).isEqualTo(token(1, 3, 1, 3));
        assertThat(pointer(network, 1, 0)).isEqualTo(3);
    }

    @Test
    void anIdleHolderOfAnotherTokenSendsItAndPointsToTheRequester() {
        Network<ForestMessage> network = network(4, 2, 0);
        enters(network, 2, 0);
        enters(network, 0, 1);
        network.release(0);
        network.decide(0).acquire(3);
        network.deliver(3, 0);
        assertThat(network.onTheWay(0, 3)).containsExactly(token(1, 2, 3, 0));
        assertThat(pointer(network, 0, 1)).isEqualTo(3);
        assertThat(pointer(network, 0, 0)).as("of the one asked for").isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource({"5, 2", "5, 0", "5, 4", "4, 64", "2, 1", "1, 2"})
    void anIdleHolderInformsSomeOthersOnceEach(int n, int nu) {
        Set<List<Integer>> told = new HashSet<>();
        Random seeds = new Random(n);
        for (int round = 0; round < 200; round++) {
            long seed = seeds.nextLong();
            Network<ForestMessage> network = new Network<>(new Forest(n, 1, informing(nu)), seed);
            network.acquire(0);
            network.release(0);
            List<Integer> informed = IntStream.range(0, n)
                    .filter(j -> !network.onTheWay(0, j).isEmpty())
                    .peek(j -> assertThat(network.onTheWay(0, j))
                            .containsExactly(new ForestMessage.Inform(0, Numbers.of(0))))
                    .boxed()
                    .toList();
            assertThat(informed)
                    .as("seed %d", seed)
                    .hasSize(Math.min(nu, n - 1))
                    .doesNotContain(0);
            told.add(informed);
        }
        int others = n - 1;
        int chosen = Math.min(nu, others);
        int ways = chosen == 2 ? others * (others - 1) / 2 : 1;
        assertThat(told).as("every choice comes up").hasSize(ways);
    }

    @Test
    void randomDestinationsAreUniform() {
        Network<ForestMessage> network = network(4, 1, 2);
        for (int first = 0; first < 3; first++) {
            for (int second = 0; second < 2; second++) {
                network.acquire(0);
                network.decide(first, second).release(0);
            }
        }
        for (int j = 1; j < 4; j++) {
            assertThat(network.onTheWay(0, j)).as("node %d", j).hasSize(4);
        }
    }

    private static List<Integer> informedBy(Network<ForestMessage> network, int node, int n) {
        network.deliverAll();
        network.acquire(node);
        network.release(node);
        return IntStream.range(0, n)
                .filter(j -> !network.onTheWay(node, j).isEmpty())
                .boxed()
                .toList();
    }

    @Test
    void rotatingDestinationsContinueWhereTheyStopped() {
        Network<ForestMessage> network =
                new Network<>(new Forest(4, 2, new Mechanisms(TokenChoice.RANDOM, 2, Destinations.ROTATING)));
        assertThat(informedBy(network, 1, 4)).containsExactly(2, 3);
        assertThat(informedBy(network, 1, 4)).containsExactly(0, 2);
        assertThat(informedBy(network, 1, 4)).containsExactly(0, 3);
        assertThat(informedBy(network, 1, 4)).containsExactly(2, 3);
    }

    @ParameterizedTest
    @CsvSource({"1, 3", "2, 2-3", "3, 2-3"})
    void onlyTheMostRecentRequestersAreInformed(int nu, String told) {
        Network<ForestMessage> network =
                new Network<>(new Forest(5, 1, new Mechanisms(TokenChoice.RANDOM, nu, Destinations.RECENT)));
        assertThat(informedBy(network, 0, 5)).isEmpty();
        for (int asking : new int[] {2, 3, 2, 3}) {
            network.acquire(asking);
            network.deliverAll();
            network.release(asking);
        }
        network.acquire(0);
        network.deliverAll();
        network.release(0);
        network.deliverAll();
        assertThat(informedBy(network, 0, 5))
                .isEqualTo(Arrays.stream(told.split("-")).map(Integer::valueOf).toList());
    }

    @ParameterizedTest
    @EnumSource(Destinations.class)
    void aSingleNodeEntersAndLeavesWithoutAMessage(Destinations destinations) {
        Network<ForestMessage> network =
                new Network<>(new Forest(1, 1, new Mechanisms(TokenChoice.RANDOM, 2, destinations)));
        for (int round = 0; round < 3; round++) {
            network.acquire(0);
            assertThat(network.region(0)).isEqualTo(Region.CRITICAL);
            network.release(0);
        }
        assertThat(network.sent()).isZero();
    }

    @Test
    void theLastTokenSeenIsRequestedOrARandomOneBeforeTheFirst() {
        Network<ForestMessage> network =
                new Network<>(new Forest(5, 3, new Mechanisms(TokenChoice.LAST_SEEN, 0, Destinations.RANDOM)));
        network.decide(2).acquire(4);
        assertThat(network.onTheWay(4, 2)).containsExactly(new ForestMessage.Request(4, 2));
        network.deliverAll();
        network.release(4);
        network.decide(2).acquire(3);
        network.deliverAll();
        network.acquire(4);
        assertThat(network.onTheWay(4, 3)).as("by TOKEN").containsExactly(new ForestMessage.Request(4, 2));
        network.release(3);
        network.deliverAll();
        network.release(4);
        network.arrives(1, 3, new ForestMessage.Inform(1, Numbers.of(0)));
        network.acquire(3);
        assertThat(network.onTheWay(3, 1)).as("by INFORM").containsExactly(new ForestMessage.Request(3, 1));
    }

    @Test
    void aTokenThatArrivesAfterACancelIsKeptWithoutInforming() {
        Network<ForestMessage> network = network(3, 1, 2);
        network.acquire(1);
        network.cancel(1);
        assertThat(network.region(1)).isEqualTo(Region.REMAINDER);
        network.deliverAll();
        assertThat(network.sent()).isEqualTo(2);
        assertThat(network.node(1).tokens()).isEqualTo(1);
        network.acquire(1);
        assertThat(network.region(1)).isEqualTo(Region.CRITICAL);
        assertThat(network.sent()).isZero();
    }

    @Test
    void aTokenThatArrivesAfterACancelIsPassedOnToWaiters() {
        Network<ForestMessage> network = network(4, 1, 2);
        network.acquire(0);
        for (int asking : new int[] {1, 3, 2}) {
            network.acquire(asking);
            network.deliver(asking, 0);
        }
        network.cancel(1);
        network.release(0);
        assertThat(network.deliver(0, 1)).isEqualTo(token(0, 1, 1, -1, 3, -1, 2, -1));
        assertThat(network.region(1)).isEqualTo(Region.REMAINDER);
        assertThat(network.deliver(1, 3)).isEqualTo(token(0, 2, 3, -1, 2, -1));
        assertThat(pointer(network, 1, 0)).isEqualTo(2);
        assertThat(network.region(3)).isEqualTo(Region.CRITICAL);
    }

    @Test
    void aRepeatedRequestIsServedByTheOldOne() {
        Network<ForestMessage> network = network(3, 2, 0);
        network.decide(0).acquire(2);
        for (int again = 0; again < 5; again++) {
            network.cancel(2);
            network.acquire(2);
            assertThat(network.region(2)).isEqualTo(Region.TRYING);
        }
        assertThat(network.sent()).isEqualTo(1);
        network.deliverAll();
        assertThat(network.region(2)).isEqualTo(Region.CRITICAL);
    }

    /**
     * An INFORM from node 0 is on its way to node 3 while the token goes to 1, to 3 and back to 1. Then node 2 asks, by
     * way of node 0.
     */
    private static void staleInform(Network<ForestMessage> network) {
        network.acquire(0);
        network.decide(2).release(0);
        network.acquire(1);
        network.deliver(1, 0);
        network.deliver(0, 1);
        network.decide(0).release(1);
        network.deliver(1, 0);
        network.acquire(3);
        network.deliver(3, 0);
        network.deliver(0, 1);
        network.deliver(1, 3);
        network.decide(1).release(3);
        network.acquire(1);
        network.deliver(1, 3);
        network.deliver(3, 1);
        network.deliver(3, 1);
        assertThat(network.region(1)).isEqualTo(Region.CRITICAL);
        assertThat(network.deliver(0, 3)).isInstanceOf(ForestMessage.Inform.class);
    }

    @Test
    void aLateInformIsIgnored() {
        Network<ForestMessage> network = network(4, 1, 1);
        staleInform(network);
        assertThat(pointer(network, 3, 0)).isEqualTo(1);
        network.acquire(2);
        network.deliverAll();
        network.release(1);
        network.deliverAll();
        assertThat(network.region(2)).isEqualTo(Region.CRITICAL);
    }

    @Test
    void asPrintedALateInformReturnsARequestToItsSender() {
        Network<ForestMessage> network = asPrinted(4, 1, 1, Set.of());
        staleInform(network);
        assertThat(pointer(network, 3, 0)).isZero();
        network.acquire(2);
        network.deliver(2, 0);
        network.deliver(0, 3);
        network.deliver(3, 0);
        assertThat(network.onTheWay(0, 2)).containsExactly(new ForestMessage.Request(2, 0));
        network.deliverAll();
        network.release(1);
        network.deliverAll();
        assertThat(network.region(2)).as("forever").isEqualTo(Region.TRYING);
    }
}
