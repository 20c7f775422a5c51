package dev.turnstile.algorithm.quorum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.turnstile.algorithm.Network;
import dev.turnstile.algorithm.quorum.WindowMembers.Trait;
import dev.turnstile.algorithm.quorum.WindowMembers.WindowMembersMessage;
import dev.turnstile.algorithm.quorum.WindowMembers.WindowMembersMessage.Fence;
import dev.turnstile.algorithm.quorum.WindowMembers.WindowMembersMessage.InView;
import dev.turnstile.algorithm.quorum.WindowMembers.WindowMembersMessage.View;
import dev.turnstile.algorithm.quorum.coterie.Coterie;
import dev.turnstile.machine.Numbers;
import dev.turnstile.machine.Region;
import dev.turnstile.machine.State;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A window whose members die and join: what each rule of the design does, and that they are right together. */
final class WindowMemberNodesTest {
    private static final int REGISTRAR = 3;
    private static final Numbers ALL = Numbers.of(0, 1, 2);
    private static final Window.WindowMessage INSIDE = new Window.WindowMessage.Here(Window.Way.OUT);
    private static final Window.WindowMessage OUTSIDE = new Window.WindowMessage.Here(Window.Way.IN);

    /** Three members who ask the first of them, 0 inside; at least one, at most two; 3 knows who is alive. */
    private static WindowMembers system(Trait... traits) {
        return new WindowMembers("singleton", 4, 1, 2, 1, 1)
                .with(traits.length == 0 ? Set.of() : EnumSet.of(traits[0], traits));
    }

    private static Network<WindowMembersMessage> network(Trait... traits) {
        return new Network<>(system(traits));
    }

    private static WindowMembersMessage request(int view, Window.Way way) {
        return new InView(view, new Window.WindowMessage.Request(way, 1));
    }

    @Test
    void atTheStartAllAreMembersAndKnowWhoIsInside() {
        Network<WindowMembersMessage> network = network();
        assertThat(List.of(network.region(0), network.region(1), network.region(2)))
                .containsExactly(Region.CRITICAL, Region.REMAINDER, Region.REMAINDER);
        network.acquire(1);
        network.deliverAll();
        assertThat(network.region(1)).isEqualTo(Region.CRITICAL);
        network.release(0);
        assertThat(network.region(0)).isEqualTo(Region.REMAINDER);
        network.release(1);
        network.deliverAll();
        assertThat(network.region(1)).as("the last one stays").isEqualTo(Region.EXIT);
    }

    @Test
    void inANewViewEveryMemberAnnouncesItsSide() {
        Network<WindowMembersMessage> network = network();
        network.acquire(1);
        network.deliverAll();
        network.arrives(REGISTRAR, 1, new View(2, ALL));
        network.arrives(REGISTRAR, 2, new View(2, ALL));
        assertThat(network.region(1)).as("it stays inside").isEqualTo(Region.CRITICAL);
        assertThat(network.onTheWay(1, 0)).containsExactly(new InView(2, INSIDE));
        assertThat(network.onTheWay(2, 0)).containsExactly(new InView(2, OUTSIDE));
    }

    @Test
    void whoWaitsAsksAgainInANewView() {
        Network<WindowMembersMessage> network = network();
        network.acquire(2);
        network.deliver(2, 0);
        network.arrives(REGISTRAR, 2, new View(2, ALL));
        assertThat(network.region(2)).isEqualTo(Region.TRYING);
        assertThat(network.onTheWay(2, 0)).containsExactly(new InView(2, OUTSIDE), request(2, Window.Way.IN));
        network.arrives(REGISTRAR, 0, new View(2, ALL));
        network.deliver(0, 2);
        assertThat(network.region(2)).as("a vote of an older view is void").isEqualTo(Region.TRYING);
        network.deliverAll();
        assertThat(network.region(2)).as("too few are known to be outside").isEqualTo(Region.TRYING);
        network.arrives(REGISTRAR, 1, new View(2, ALL));
        network.deliverAll();
        assertThat(network.region(2)).isEqualTo(Region.CRITICAL);
    }

    @Test
    void whoWaitsToLeaveAsksAgainInANewView() {
        Network<WindowMembersMessage> network = network();
        network.acquire(1);
        network.deliverAll();
        network.release(1);
        network.arrives(REGISTRAR, 1, new View(2, ALL));
        assertThat(network.region(1)).isEqualTo(Region.EXIT);
        assertThat(network.onTheWay(1, 0))
                .containsExactly(request(1, Window.Way.OUT), new InView(2, INSIDE), request(2, Window.Way.OUT));
        network.deliverAll();
        assertThat(network.region(1)).as("what is early waits").isEqualTo(Region.EXIT);
        network.arrives(REGISTRAR, 0, new View(2, ALL));
        network.deliverAll();
        assertThat(network.region(1)).isEqualTo(Region.REMAINDER);
    }

    @Test
    void withFewerMembersThanTheCeilingNoneWaits() {
        Network<WindowMembersMessage> network = network();
        Numbers two = Numbers.of(0, 2);
        network.arrives(REGISTRAR, 2, new View(2, two));
        network.acquire(2);
        assertThat(network.region(2)).isEqualTo(Region.CRITICAL);
        assertThat(network.onTheWay(2, 0))
                .containsExactly(new InView(2, new Window.WindowMessage.Release(Window.Way.IN, true)));
    }

    @Test
    void whoIsOutsideIsFencedAndWaitsForAViewWithIt() {
        Network<WindowMembersMessage> network = network();
        network.acquire(1);
        network.arrives(REGISTRAR, 1, new Fence());
        assertThat(network.onTheWay(1, REGISTRAR)).containsExactly(new WindowMembersMessage.Fenced());
        network.deliver(1, 0);
        network.deliver(0, 1);
        assertThat(network.region(1)).as("a vote does not help it").isEqualTo(Region.TRYING);
        network.cancel(1);
        network.acquire(1);
        assertThat(network.onTheWay(1, 0)).as("it asks nobody").isEmpty();
        network.arrives(REGISTRAR, 1, new View(3, ALL));
        assertThat(network.onTheWay(1, 0)).containsExactly(new InView(3, OUTSIDE), request(3, Window.Way.IN));
    }

    @Test
    void whoIsInsideStaysUnlessItIsEvicted() {
        Network<WindowMembersMessage> network = network();
        network.arrives(REGISTRAR, 0, new Fence());
        assertThat(network.onTheWay(0, REGISTRAR)).containsExactly(new WindowMembersMessage.Stays());
        assertThat(network.region(0)).isEqualTo(Region.CRITICAL);
        Network<WindowMembersMessage> evicting = network(Trait.EVICTS);
        evicting.arrives(REGISTRAR, 0, new Fence());
        assertThat(evicting.onTheWay(0, REGISTRAR)).containsExactly(new WindowMembersMessage.Fenced());
        assertThat(evicting.region(0)).isEqualTo(Region.REMAINDER);
        assertThat(system().facts().ends().test(new Fence())).isFalse();
        assertThat(system(Trait.EVICTS).facts().ends().test(new Fence())).isTrue();
    }

    @Test
    void theRegistrarFencesBeforeItIssuesAViewAndInTheEndAllAreBack() {
        Network<WindowMembersMessage> network = network();
        network.decide(1).timeout(REGISTRAR);
        assertThat(network.onTheWay(REGISTRAR, 1)).containsExactly(new Fence());
        assertThat(network.node(REGISTRAR).timer().isPresent()).isFalse();
        network.deliver(REGISTRAR, 1);
        network.deliver(1, REGISTRAR);
        assertThat(network.onTheWay(REGISTRAR, 0)).containsExactly(new View(2, Numbers.of(0, 2)));
        assertThat(network.onTheWay(REGISTRAR, 1)).isEmpty();
        network.timeout(REGISTRAR);
        assertThat(network.onTheWay(REGISTRAR, 1)).containsExactly(new View(3, ALL));
        assertThat(network.node(REGISTRAR).timer().isPresent()).isFalse();
        assertThatIllegalStateException().isThrownBy(() -> network.acquire(REGISTRAR));
    }

    @Test
    void whoIsInsideIsNotLeftOut() {
        Network<WindowMembersMessage> network = network();
        network.decide(0).timeout(REGISTRAR);
        network.deliverAll();
        assertThat(network.node(REGISTRAR).timer().isPresent()).isFalse();
        assertThat(State.print(network.node(REGISTRAR))).startsWith("view=1 ").contains("fenced=-1 left=0");
    }

    @Test
    void aMemberThatDoesNotAnswerIsRemovedForever() {
        Network<WindowMembersMessage> network = network(Trait.LEASES);
        network.decide(REGISTRAR).timeout(REGISTRAR);
        network.deliverAllBut(1);
        network.timeout(REGISTRAR);
        assertThat(network.onTheWay(REGISTRAR, 0))
                .containsExactly(new View(3, Numbers.of(0, 2)), new WindowMembersMessage.Ping());
        network.deliverAllBut(1);
        network.timeout(REGISTRAR);
        assertThat(network.onTheWay(REGISTRAR, 0)).containsExactly(new WindowMembersMessage.Ping());
    }

    @Test
    void whatCanNotBeIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new WindowMembers("grid", 3, 1, 3, 3, 1))
                .withMessage("inside must be between 0 and n-1 = 2, not 3");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new WindowMembers("grid", 1, 0, 1, 0, 1))
                .withMessage("n must be at least 2, for one member, not 1");
        assertThat(system().fits(new View(2, Numbers.of(0, 3)))).isFalse();
        assertThat(system().fits(request(0, Window.Way.IN))).isFalse();
        assertThat(new Window(Coterie.of("grid", 3), 1, 2, 1).fits(INSIDE))
                .as("only in views")
                .isFalse();
    }

    private static int inside(Network<WindowMembersMessage> network, int members) {
        return (int) IntStream.range(0, members)
                .mapToObj(network::region)
                .filter(region -> region == Region.CRITICAL || region == Region.EXIT)
                .count();
    }

    @Test
    void whateverTheViewsAtLeastLAndAtMostKAreInside() {
        for (long seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            int members = 2 + random.nextInt(6);
            int k = 1 + random.nextInt(members);
            int l = random.nextInt(k);
            String kind = Coterie.kinds().get(random.nextInt(Coterie.kinds().size()));
            Network<WindowMembersMessage> network =
                    new Network<>(new WindowMembers(kind, members + 1, l, k, l, WindowMembers.FOR_EVER), seed);
            for (int step = 0; step < 1_500; step++) {
                int i = random.nextInt(members);
                switch (random.nextInt(12)) {
                    case 0, 1 -> {
                        if (network.region(i) == Region.REMAINDER) {
                            network.acquire(i);
                        } else if (network.region(i) == Region.CRITICAL) {
                            network.release(i);
                        } else if (random.nextInt(8) == 0) {
                            network.cancel(i);
                        }
                    }
                    case 2 -> {
                        if (random.nextInt(4) == 0
                                && network.node(members).timer().isPresent()) {
                            network.timeout(members);
                        }
                    }
                    default -> network.deliverAny(random);
                }
                assertThat(inside(network, members))
                        .as("%s of %d, seed %d, step %d", kind, members, seed, step)
                        .isBetween(l, k);
            }
        }
    }
}
