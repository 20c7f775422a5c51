package dev.turnstile.algorithm.quorum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.turnstile.algorithm.Network;
import dev.turnstile.algorithm.forest.Forest;
import dev.turnstile.algorithm.permission.Raymond;
import dev.turnstile.algorithm.quorum.Gcs.GcsMessage;
import dev.turnstile.algorithm.quorum.coterie.Coterie;
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

/** (l,k)-GCS, kamei-2019, algorithm 3: two subsystems, and the order in which they are notified. */
final class GcsTest {
    private static final Coterie SINGLETON = Coterie.of("singleton", 3);

    private static Network<GcsMessage> network(int l, int k, int inside) {
        return new Network<>(new Gcs(SINGLETON, l, k, inside));
    }

    /** Has a node leave or enter, exchanging messages with node 0 until it has, and watches what it sends. */
    private static Node<GcsMessage> talk(Gcs system, int actor, Watch watch) {
        Node<GcsMessage> coordinator = system.node(0);
        Node<GcsMessage> node = system.node(actor);
        List<GcsMessage> there = new ArrayList<>();
        List<GcsMessage> back = new ArrayList<>();
        Outbox<GcsMessage> out = outbox(message -> {
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
        void sends(Node<GcsMessage> node, GcsMessage message);
    }

    private static List<Region> regionsWhenSending(Class<? extends GcsMessage> kind, Gcs system, int actor) {
        List<Region> seen = new ArrayList<>();
        talk(system, actor, (node, message) -> {
            if (kind.isInstance(message)) {
                seen.add(node.region());
            }
        });
        return seen;
    }

    private static Outbox<GcsMessage> outbox(Consumer<GcsMessage> sent) {
        return new Outbox<>() {
            @Override
            public void send(int receiver, GcsMessage message) {
                sent.accept(message);
            }

            @Override
            public int choose(int bound) {
                throw new AssertionError("no random choice expected");
            }

            @Override
            public void restartTimer() {}
        };
    }

    /** Otherwise another node might enter, or leave, too early. */
    @Test
    void theStateChangesBeforeTheOtherSubsystemIsNotified() {
        assertThat(regionsWhenSending(GcsMessage.KmexMutin.class, new Gcs(SINGLETON, 1, 2, 2), 1))
                .isNotEmpty()
                .containsOnly(Region.REMAINDER);
        assertThat(regionsWhenSending(GcsMessage.Lmin.class, new Gcs(SINGLETON, 1, 2, 1), 2))
                .isNotEmpty()
                .containsOnly(Region.CRITICAL);
    }

    @Test
    void leavingWaitsOnlyForLminAndEnteringOnlyForKmex() {
        Network<GcsMessage> network = network(1, 2, 1);
        network.acquire(1);
        assertThat(network.onTheWay(1, 0)).allMatch(GcsMessage.KmexMutin.class::isInstance);
        network.deliverAll();
        assertThat(network.region(1)).isEqualTo(Region.CRITICAL);
        network.release(1);
        assertThat(network.onTheWay(1, 0)).allMatch(GcsMessage.Lmin.class::isInstance);
        network.deliverAll();
        assertThat(network.region(1)).isEqualTo(Region.REMAINDER);
    }

    @Test
    void aThirdNodeWaitsForAFreePlaceAndTheLastNodeStays() {
        Network<GcsMessage> network = network(1, 2, 2);
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
    void withoutAFloorOrACeilingThatSubsystemIsOmitted() {
        Network<GcsMessage> free = network(0, 3, 0);
        free.acquire(1);
        assertThat(free.region(1)).isEqualTo(Region.CRITICAL);
        free.release(1);
        assertThat(free.region(1)).isEqualTo(Region.REMAINDER);
        assertThat(free.sent()).isZero();
        Network<GcsMessage> withoutFloor = network(0, 1, 1);
        withoutFloor.release(0);
        assertThat(withoutFloor.region(0)).isEqualTo(Region.REMAINDER);
        Network<GcsMessage> withoutCeiling = network(2, 3, 2);
        withoutCeiling.acquire(2);
        assertThat(withoutCeiling.region(2)).isEqualTo(Region.CRITICAL);
    }

    @Test
    void aNodeThatGivesUpStaysWhereItIs() {
        Network<GcsMessage> network = network(1, 2, 2);
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
        assertThat(network.region(0)).as("the node that stays keeps the floor").isEqualTo(Region.REMAINDER);
        network.acquire(2);
        network.deliverAll();
        assertThat(network.region(2)).isEqualTo(Region.CRITICAL);
    }

    /**
     * A node that leaves when a message arrives notifies the forest then, and a node may choose only in its own calls.
     */
    @ParameterizedTest
    @EnumSource(Gcs.Kmex.class)
    void handlingAMessageMakesNoRandomChoice(Gcs.Kmex by) {
        Node<GcsMessage> leaver = talk(new Gcs(SINGLETON, 1, 2, 2, by), 1, (node, message) -> {});
        assertThat(leaver.region()).isEqualTo(Region.REMAINDER);
    }

    @ParameterizedTest(name = "l = {0}, k = {1}, {2} inside")
    @CsvSource({"2, 2, 2", "3, 2, 2", "-1, 2, 1", "1, 2, 3", "1, 2, -1", "0, 0, 0", "1, 4, 1"})
    void invalidWindowsAreRejected(int l, int k, int inside) {
        assertThatIllegalArgumentException().isThrownBy(() -> new Gcs(SINGLETON, l, k, inside));
        assertThatIllegalArgumentException().isThrownBy(() -> new Window(SINGLETON, l, k, inside));
    }

    @Test
    void onlyMessagesOfItsSubsystemsFit() {
        GcsMessage lmin = new GcsMessage.Lmin(new Mutin.MutinMessage.Stay());
        GcsMessage mutin = new GcsMessage.KmexMutin(new Mutin.MutinMessage.Stay());
        GcsMessage raymond = new GcsMessage.KmexRaymond(new Raymond.RaymondMessage.Request(1));
        GcsMessage forest = new GcsMessage.KmexForest(new Forest.ForestMessage.Request(1, 0));
        NodeSystem<GcsMessage> both = new Gcs(SINGLETON, 1, 2, 1);
        assertThat(List.of(lmin, mutin)).allMatch(both::fits);
        assertThat(List.of(raymond, forest)).noneMatch(both::fits);
        NodeSystem<GcsMessage> other = new Gcs(SINGLETON, 1, 2, 1, Gcs.Kmex.RAYMOND);
        assertThat(List.of(lmin, raymond)).allMatch(other::fits);
        assertThat(List.of(mutin, forest)).noneMatch(other::fits);
        assertThat(new Gcs(SINGLETON, 0, 2, 1).fits(lmin)).isFalse();
        assertThat(new Gcs(SINGLETON, 1, 3, 1).fits(mutin)).isFalse();
        assertThat(both.fits(new GcsMessage.Lmin(new Mutin.MutinMessage.Response1(Numbers.of(3), 1))))
                .isFalse();
        assertThat(both.fits(new GcsMessage.KmexMutin(new Mutin.MutinMessage.Query(0))))
                .isFalse();
    }

    private static <M extends Message> List<Region> regions(NodeSystem<M> system) {
        return List.of(
                system.node(0).region(), system.node(1).region(), system.node(2).region());
    }

    @ParameterizedTest
    @EnumSource(Gcs.Kmex.class)
    void theInitialHoldersAreInsideWithEveryKmex(Gcs.Kmex by) {
        assertThat(regions(new Gcs(SINGLETON, 0, 2, 2, by)))
                .containsExactly(Region.CRITICAL, Region.CRITICAL, Region.REMAINDER);
        Network<GcsMessage> network = new Network<>(new Gcs(SINGLETON, 0, 2, 2, by));
        network.acquire(2);
        network.deliverAll();
        assertThat(network.region(2)).as("there is no third place").isEqualTo(Region.TRYING);
        network.release(0);
        network.release(1);
        network.deliverAll();
        assertThat(network.region(2)).isEqualTo(Region.CRITICAL);
    }
}
