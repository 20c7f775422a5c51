package dev.turnstile.algorithm.quorum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.turnstile.algorithm.Network;
import dev.turnstile.algorithm.forest.Forest;
import dev.turnstile.algorithm.permission.Raymond;
import dev.turnstile.algorithm.quorum.Gcs.Telling;
import dev.turnstile.machine.Message;
import dev.turnstile.machine.Node;
import dev.turnstile.machine.NodeSystem;
import dev.turnstile.machine.Numbers;
import dev.turnstile.machine.Outbox;
import dev.turnstile.machine.Region;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** (l,k)-GCS, kamei-2019, algorithm 3: two parts, and in which order they are told. */
final class GcsTest {
    private static final Coterie SINGLETON = Coterie.of("singleton", 3);

    private static Network<Telling> network(int l, int k, int inside) {
        return new Network<>(new Gcs(SINGLETON, l, k, inside));
    }

    /** A node asks to leave or to enter, and talks to node 0 until it has what it wants; what it sends is watched. */
    private static Node<Telling> talk(Gcs system, int actor, Watch watch) {
        Node<Telling> coordinator = system.node(0);
        Node<Telling> node = system.node(actor);
        List<Telling> there = new ArrayList<>();
        List<Telling> back = new ArrayList<>();
        Outbox<Telling> out = outbox(message -> {
            watch.sends(node, message);
            there.add(message);
        });
        if (node.region() == Region.CRITICAL) {
            node.release(out);
        } else {
            node.acquire(1, out);
        }
        while (!there.isEmpty()) {
            coordinator.receive(actor, there.removeFirst(), outbox(back::add));
            while (!back.isEmpty()) {
                node.receive(0, back.removeFirst(), out);
            }
        }
        return node;
    }

    @FunctionalInterface
    private interface Watch {
        void sends(Node<Telling> node, Telling message);
    }

    private static List<Region> regionsWhenSending(Class<? extends Telling> kind, Gcs system, int actor) {
        List<Region> seen = new ArrayList<>();
        talk(system, actor, (node, message) -> {
            if (kind.isInstance(message)) {
                seen.add(node.region());
            }
        });
        return seen;
    }

    private static Outbox<Telling> outbox(Consumer<Telling> sent) {
        return new Outbox<>() {
            @Override
            public void send(int receiver, Telling message) {
                sent.accept(message);
            }

            @Override
            public int choose(int bound) {
                throw new AssertionError("nothing is left to chance");
            }

            @Override
            public void restartTimer() {}
        };
    }

    /** Before, the other one might come in, or leave, too early. */
    @Test
    void theStateChangesBeforeTheOtherPartIsTold() {
        assertThat(regionsWhenSending(Telling.KmexMutin.class, new Gcs(SINGLETON, 1, 2, 2), 1))
                .isNotEmpty()
                .containsOnly(Region.REMAINDER);
        assertThat(regionsWhenSending(Telling.Lmin.class, new Gcs(SINGLETON, 1, 2, 1), 2))
                .isNotEmpty()
                .containsOnly(Region.CRITICAL);
    }

    @Test
    void whoLeavesWaitsForLminOnlyAndWhoEntersForKmexOnly() {
        Network<Telling> network = network(1, 2, 1);
        network.acquire(1);
        assertThat(network.onTheWay(1, 0)).allMatch(Telling.KmexMutin.class::isInstance);
        network.deliverAll();
        assertThat(network.region(1)).isEqualTo(Region.CRITICAL);
        network.release(1);
        assertThat(network.onTheWay(1, 0)).allMatch(Telling.Lmin.class::isInstance);
        network.deliverAll();
        assertThat(network.region(1)).isEqualTo(Region.REMAINDER);
    }

    @Test
    void theThirdWaitsUntilOneOfTwoHasLeftAndTheLastStays() {
        Network<Telling> network = network(1, 2, 2);
        network.acquire(2);
        network.deliverAll();
        assertThat(network.region(2)).isEqualTo(Region.TRYING);
        network.release(1);
        network.release(0);
        network.deliverAll();
        assertThat(network.region(2)).as("one place has become free").isEqualTo(Region.CRITICAL);
        network.release(2);
        network.deliverAll();
        assertThat(List.of(network.region(0), network.region(1), network.region(2)))
                .containsOnlyOnce(Region.EXIT)
                .doesNotContain(Region.CRITICAL, Region.TRYING);
    }

    @Test
    void withoutAFloorOrACeilingAPartIsNotNeeded() {
        Network<Telling> free = network(0, 3, 0);
        free.acquire(1);
        assertThat(free.region(1)).isEqualTo(Region.CRITICAL);
        free.release(1);
        assertThat(free.region(1)).isEqualTo(Region.REMAINDER);
        assertThat(free.sent()).isZero();
        Network<Telling> withoutFloor = network(0, 1, 1);
        withoutFloor.release(0);
        assertThat(withoutFloor.region(0)).isEqualTo(Region.REMAINDER);
        Network<Telling> withoutCeiling = network(2, 3, 2);
        withoutCeiling.acquire(2);
        assertThat(withoutCeiling.region(2)).isEqualTo(Region.CRITICAL);
    }

    @Test
    void whoGivesUpStaysWhereItIs() {
        Network<Telling> network = network(1, 2, 2);
        network.acquire(2);
        network.deliverAll();
        network.cancel(2);
        assertThat(network.region(2)).isEqualTo(Region.REMAINDER);
        network.release(1);
        network.cancel(1);
        assertThat(network.region(1)).isEqualTo(Region.CRITICAL);
        network.deliverAll();
        network.release(0);
        network.deliverAll();
        assertThat(network.region(0)).as("the one who stays holds the floor").isEqualTo(Region.REMAINDER);
        network.acquire(2);
        network.deliverAll();
        assertThat(network.region(2)).isEqualTo(Region.CRITICAL);
    }

    /** Whoever is let out by a message tells the forest then, and a node chooses only of its own accord. */
    @ParameterizedTest
    @EnumSource(Gcs.Kmex.class)
    void nothingIsLeftToChanceWhenAMessageArrives(Gcs.Kmex by) {
        Node<Telling> leaver = talk(new Gcs(SINGLETON, 1, 2, 2, by), 1, (node, message) -> {});
        assertThat(leaver.region()).isEqualTo(Region.REMAINDER);
    }

    @ParameterizedTest(name = "l = {0}, k = {1}, {2} inside")
    @CsvSource({"2, 2, 2", "3, 2, 2", "-1, 2, 1", "1, 2, 3", "1, 2, -1", "0, 0, 0", "1, 4, 1"})
    void whatIsNoWindowIsRefused(int l, int k, int inside) {
        assertThatIllegalArgumentException().isThrownBy(() -> new Gcs(SINGLETON, l, k, inside));
        assertThatIllegalArgumentException().isThrownBy(() -> new Window(SINGLETON, l, k, inside));
    }

    @Test
    void whichPartsThereAreDecidesWhatFits() {
        Telling lmin = new Telling.Lmin(new Mutin.Telling.Stay());
        Telling mutin = new Telling.KmexMutin(new Mutin.Telling.Stay());
        Telling raymond = new Telling.KmexRaymond(new Raymond.Telling.Request(1));
        Telling forest = new Telling.KmexForest(new Forest.Telling.Request(1, 0));
        NodeSystem<Telling> both = new Gcs(SINGLETON, 1, 2, 1);
        assertThat(List.of(lmin, mutin)).allMatch(both::fits);
        assertThat(List.of(raymond, forest)).noneMatch(both::fits);
        NodeSystem<Telling> other = new Gcs(SINGLETON, 1, 2, 1, Gcs.Kmex.RAYMOND);
        assertThat(List.of(lmin, raymond)).allMatch(other::fits);
        assertThat(List.of(mutin, forest)).noneMatch(other::fits);
        assertThat(new Gcs(SINGLETON, 0, 2, 1).fits(lmin)).isFalse();
        assertThat(new Gcs(SINGLETON, 1, 3, 1).fits(mutin)).isFalse();
        assertThat(both.fits(new Telling.Lmin(new Mutin.Telling.Response1(Numbers.of(3), 1))))
                .isFalse();
        assertThat(both.fits(new Telling.KmexMutin(new Mutin.Telling.Query(0)))).isFalse();
    }

    private static <M extends Message> List<Region> regions(NodeSystem<M> system) {
        return List.of(
                system.node(0).region(), system.node(1).region(), system.node(2).region());
    }

    @ParameterizedTest
    @EnumSource(Gcs.Kmex.class)
    void soManyAreInsideAtFirstWhateverTheParts(Gcs.Kmex by) {
        assertThat(regions(new Gcs(SINGLETON, 0, 2, 2, by)))
                .containsExactly(Region.CRITICAL, Region.CRITICAL, Region.REMAINDER);
        Network<Telling> network = new Network<>(new Gcs(SINGLETON, 0, 2, 2, by));
        network.acquire(2);
        network.deliverAll();
        assertThat(network.region(2)).as("there is no third place").isEqualTo(Region.TRYING);
        network.release(0);
        network.release(1);
        network.deliverAll();
        assertThat(network.region(2)).isEqualTo(Region.CRITICAL);
    }
}
