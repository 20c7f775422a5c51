package dev.turnstile.algorithm.forest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.turnstile.algorithm.Network;
import dev.turnstile.algorithm.forest.Forest.Entry;
import dev.turnstile.algorithm.forest.Forest.ForestMessage;
import dev.turnstile.algorithm.forest.Forest.Repair;
import dev.turnstile.algorithm.forest.Mechanisms.Destinations;
import dev.turnstile.algorithm.forest.Mechanisms.TokenChoice;
import dev.turnstile.machine.Fields;
import dev.turnstile.machine.Numbers;
import dev.turnstile.machine.Region;
import dev.turnstile.machine.State;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The rules that repair the forest, and the limits of its messages and decisions. */
final class ForestRulesTest {
    private static final Mechanisms SILENT = new Mechanisms(TokenChoice.RANDOM, 0, Destinations.RANDOM);

    private static Network<ForestMessage> without(Repair dropped, int n, int k) {
        EnumSet<Repair> repairs = EnumSet.allOf(Repair.class);
        repairs.remove(dropped);
        return new Network<>(Forest.asPrinted(n, k, SILENT, repairs));
    }

    private static Network<ForestMessage> network(int n, int k) {
        return new Network<>(new Forest(n, k, SILENT));
    }

    private static void informed(Network<ForestMessage> network, int from, int to, int token, long hops) {
        network.arrives(from, to, new ForestMessage.Inform(token, Numbers.of(hops)));
    }

    private static void assertPointer(Network<ForestMessage> network, int node, int token, int to) {
        assertThat(State.print(network.node(node))).contains(" pointer[" + token + "]=" + to + " ");
    }

    private static void enters(Network<ForestMessage> network, int node, int token) {
        network.decide(token).acquire(node);
        network.deliverAll();
    }

    @Test
    void onlyANewerInformIsObeyedAndSetsTheStamp() {
        Network<ForestMessage> network = network(4, 2);
        informed(network, 1, 3, 0, 0);
        assertPointer(network, 3, 0, 0);
        informed(network, 2, 3, 0, 5);
        assertPointer(network, 3, 0, 2);
        assertPointer(network, 3, 1, 1);
        informed(network, 1, 3, 0, 5);
        assertPointer(network, 3, 0, 2);
        informed(network, 1, 3, 0, 6);
        assertPointer(network, 3, 0, 1);

        Network<ForestMessage> other = without(Repair.ONLY_NEWS, 4, 2);
        informed(other, 1, 3, 0, 0);
        assertPointer(other, 3, 0, 1);
    }

    @Test
    void aNodeThatForwardedARequestIsDeafUntilItHasHadTheToken() {
        Network<ForestMessage> network = network(4, 1);
        forwards(network);
        informed(network, 3, 0, 0, 100);
        assertPointer(network, 0, 0, 2);
        hasHad(network);
        informed(network, 3, 0, 0, 3);
        assertPointer(network, 0, 0, 1);
        informed(network, 3, 0, 0, 4);
        assertPointer(network, 0, 0, 3);
    }

    /** Node 2 asks node 0, which has given the token to node 1. */
    private static void forwards(Network<ForestMessage> network) {
        network.acquire(1);
        network.deliverAll();
        network.acquire(2);
        network.deliverAll();
    }

    /** Node 2 has had the token, then node 0, and now node 1 has it. */
    private static void hasHad(Network<ForestMessage> network) {
        network.release(1);
        network.deliverAll();
        network.release(2);
        network.acquire(0);
        network.deliverAll();
        network.release(0);
        assertThat(State.print(network.node(0))).contains(" hops=3 ");
        network.arrives(1, 0, new ForestMessage.Request(1, 0));
    }

    @Test
    void withoutTheForwardingRuleTheNodeIsNotDeaf() {
        Network<ForestMessage> network = without(Repair.DEAF_AFTER_FORWARDING, 4, 1);
        forwards(network);
        informed(network, 3, 0, 0, 100);
        assertPointer(network, 0, 0, 3);
    }

    @Test
    void withoutTheTokenRuleTheNodeStaysDeaf() {
        Network<ForestMessage> network = without(Repair.STAMP_BY_TOKEN, 4, 1);
        forwards(network);
        hasHad(network);
        informed(network, 3, 0, 0, 100);
        assertPointer(network, 0, 0, 1);
    }

    /** Node 3 asks node 0 for token 0 and gets token 1, which node 0 has instead. */
    private static void getsAnother(Network<ForestMessage> network) {
        enters(network, 2, 0);
        enters(network, 0, 1);
        network.release(0);
        enters(network, 3, 0);
        assertThat(network.region(3)).isEqualTo(Region.CRITICAL);
    }

    @Test
    void aNodeThatGotAnotherTokenIsDeafAboutTheRequestedOne() {
        Network<ForestMessage> network = network(4, 2);
        getsAnother(network);
        informed(network, 2, 3, 0, 100);
        assertPointer(network, 3, 0, 0);

        Network<ForestMessage> other = without(Repair.DEAF_AFTER_MODIFICATION, 4, 2);
        getsAnother(other);
        informed(other, 2, 3, 0, 100);
        assertPointer(other, 3, 0, 2);
    }

    @Test
    void messageSizesMatchThePaper() {
        Entry entry = new Entry(1, -1);
        assertThat(new ForestMessage.Request(1, 0).words()).isEqualTo(5);
        assertThat(new ForestMessage.Inform(0, Numbers.of()).words()).isEqualTo(4);
        assertThat(new ForestMessage.Inform(0, Numbers.of(7)).words()).isEqualTo(4 + 1);
        assertThat(new ForestMessage.Token(0, Numbers.of(), List.of(entry)).words())
                .isEqualTo(4 + 2);
        assertThat(new ForestMessage.Token(0, Numbers.of(7), List.of(entry)).words())
                .isEqualTo(4 + 2 + 1);
        assertThat(new ForestMessage.Token(0, Numbers.of(7), List.of(entry, entry, entry)).words())
                .isEqualTo(4 + 6 + 1);
    }

    @Test
    void asPrintedMessagesHaveNoHopCount() {
        Network<ForestMessage> network = new Network<>(
                Forest.asPrinted(2, 1, new Mechanisms(TokenChoice.RANDOM, 1, Destinations.RANDOM), Set.of()));
        network.acquire(1);
        network.deliver(1, 0);
        assertThat(network.deliver(0, 1))
                .isEqualTo(new ForestMessage.Token(0, Numbers.of(), List.of(new Entry(1, -1))));
        network.release(1);
        assertThat(network.deliver(1, 0)).isEqualTo(new ForestMessage.Inform(0, Numbers.of()));
        assertThat(Forest.asPrinted(2, 1, SILENT, Set.of()).facts().stamps().isPresent())
                .isFalse();
        assertThat(new Forest(2, 1, SILENT).facts().stamps().isPresent()).isTrue();
    }

    @Test
    void messagesThatNoNodeSendsDoNotFit() {
        Forest forest = new Forest(3, 2, SILENT);
        Numbers hops = Numbers.of(1);
        assertThat(forest.fits(new ForestMessage.Request(2, 1))).isTrue();
        assertThat(forest.fits(new ForestMessage.Request(3, 1))).isFalse();
        assertThat(forest.fits(new ForestMessage.Request(-1, 1))).isFalse();
        assertThat(forest.fits(new ForestMessage.Request(2, 2))).isFalse();
        assertThat(forest.fits(new ForestMessage.Request(2, -1))).isFalse();
        assertThat(forest.fits(new ForestMessage.Inform(1, hops))).isTrue();
        assertThat(forest.fits(new ForestMessage.Inform(2, hops))).isFalse();
        assertThat(forest.fits(new ForestMessage.Inform(1, Numbers.of()))).isFalse();
        assertThat(forest.fits(new ForestMessage.Inform(1, Numbers.of(1, 2)))).isFalse();
        assertThat(forest.fits(new ForestMessage.Inform(1, Numbers.of(-1)))).isFalse();
        assertThat(forest.fits(new ForestMessage.Inform(1, Numbers.of(Long.MAX_VALUE))))
                .isFalse();
        assertThat(fits(forest, hops, new Entry(2, -1), new Entry(0, 1))).isTrue();
        assertThat(fits(forest, hops)).as("an empty queue").isFalse();
        assertThat(fits(forest, hops, new Entry(2, -1), new Entry(2, 1)))
                .as("twice")
                .isFalse();
        assertThat(fits(forest, hops, new Entry(3, -1))).isFalse();
        assertThat(fits(forest, hops, new Entry(-1, -1))).isFalse();
        assertThat(fits(forest, hops, new Entry(2, 3))).isFalse();
        assertThat(fits(forest, hops, new Entry(2, -2))).isFalse();
        assertThat(fits(forest, Numbers.of(), new Entry(2, -1))).isFalse();
        Forest printed = Forest.asPrinted(3, 2, SILENT, Set.of());
        assertThat(fits(printed, Numbers.of(), new Entry(2, -1))).isTrue();
        assertThat(fits(printed, hops, new Entry(2, -1))).isFalse();
        assertThat(printed.fits(new ForestMessage.Inform(1, hops))).isFalse();
    }

    private static boolean fits(Forest forest, Numbers hops, Entry... queue) {
        return forest.fits(new ForestMessage.Token(1, hops, List.of(queue)));
    }

    @Test
    void hopsAreVisitedAsStampsOfTheirToken() {
        Forest forest = new Forest(3, 2, SILENT);
        Fields tenTimes = new Fields() {
            @Override
            public long range(String name, long value, long min, long max) {
                throw new AssertionError(name + " is no stamp");
            }

            @Override
            public long stamp(String name, long value, int group) {
                return 10 * value + group;
            }
        };
        List<Entry> queue = List.of(new Entry(2, 0));
        assertThat(forest.facts().stamps().orElseThrow().restamped(0, new ForestMessage.Request(2, 1), tenTimes))
                .isEqualTo(new ForestMessage.Request(2, 1));
        assertThat(forest.facts()
                        .stamps()
                        .orElseThrow()
                        .restamped(0, new ForestMessage.Inform(1, Numbers.of(7)), tenTimes))
                .isEqualTo(new ForestMessage.Inform(1, Numbers.of(71)));
        assertThat(forest.facts()
                        .stamps()
                        .orElseThrow()
                        .restamped(0, new ForestMessage.Token(1, Numbers.of(7), queue), tenTimes))
                .isEqualTo(new ForestMessage.Token(1, Numbers.of(71), queue));
    }

    @ParameterizedTest
    @CsvSource({
        "5, 1, 2, RANDOM, 12",
        "5, 5, 1, RANDOM, 5",
        "4, 2, 64, RANDOM, 6",
        "1, 1, 2, RANDOM, 1",
        "3, 2, 0, RANDOM, 2",
        "5, 3, 2, ROTATING, 3",
        "5, 3, 2, RECENT, 3",
        "100000, 1, 64, RANDOM, 2147483647"
    })
    void aDecisionHasThisManyOutcomes(int n, int k, int nu, Destinations destinations, int ways) {
        assertThat(new Forest(n, k, new Mechanisms(TokenChoice.RANDOM, nu, destinations))
                        .facts()
                        .outcomes())
                .isEqualTo(ways);
    }

    @Test
    void theStateHoldsWhatTheMechanismsUse() {
        for (Destinations destinations : Destinations.values()) {
            for (TokenChoice choice : TokenChoice.values()) {
                Network<ForestMessage> network =
                        new Network<>(new Forest(4, 2, new Mechanisms(choice, 2, destinations)));
                network.decide(0).acquire(3);
                network.deliverAll();
                network.release(3);
                String state = State.print(network.node(3));
                assertThat(state.contains("last_seen=0")).isEqualTo(choice == TokenChoice.LAST_SEEN);
                assertThat(state.contains("rotated=2")).isEqualTo(destinations == Destinations.ROTATING);
                assertThat(State.print(network.node(0)).contains("recent.length=1 recent[0]=3"))
                        .isEqualTo(destinations == Destinations.RECENT);
            }
        }
    }

    @Test
    void invalidNumbersOfInformsAreRejected() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Mechanisms(TokenChoice.RANDOM, -1, Destinations.RANDOM))
                .withMessage("nu must be between 0 and 64, not -1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Mechanisms(TokenChoice.RANDOM, 65, Destinations.RANDOM))
                .withMessage("nu must be between 0 and 64, not 65");
    }
}
