package dev.turnstile.algorithm.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.turnstile.algorithm.Network;
import dev.turnstile.algorithm.tree.Members.MembersMessage;
import dev.turnstile.algorithm.tree.Members.MembersMessage.Ctrl;
import dev.turnstile.algorithm.tree.Members.MembersMessage.Fence;
import dev.turnstile.algorithm.tree.Members.MembersMessage.PrioT;
import dev.turnstile.algorithm.tree.Members.MembersMessage.ResT;
import dev.turnstile.algorithm.tree.Members.MembersMessage.View;
import dev.turnstile.machine.Region;
import dev.turnstile.machine.Tokens;
import java.util.EnumSet;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Members that die and join: what each rule of the design does, and that they are right together. */
final class MembersTest {
    private static final int REGISTRAR = 3;
    private static final long ALL = 0b111;

    /** One of three members, where 3 knows who is alive; two units. */
    private static Recorded<MembersMessage> member(int index) {
        return new Recorded<>(new Members(4, 2, 2, 3).node(index));
    }

    private static Recorded<MembersMessage> inside(int index) {
        Recorded<MembersMessage> member = member(index);
        member.on(REGISTRAR, new View(1, ALL));
        if (index == 0) {
            member.is("Reset", 0);
        }
        member.node.acquire(2, member);
        member.on(index == 0 ? 1 : 0, new ResT(1), new ResT(1));
        assertThat(member.node.region()).isEqualTo(Region.CRITICAL);
        member.sent();
        return member;
    }

    @Test
    void theRootBeginsAViewWithACensusAndMakesNothing() {
        assertThat(member(0).on(REGISTRAR, new View(1, ALL))).containsExactly("Ctrl(1,1,true,0,0)>1");
        assertThat(member(1).on(REGISTRAR, new View(1, ALL))).isEmpty();
        assertThat(member(1).on(REGISTRAR, new View(2, 0b110)))
                .as("the first of the members")
                .containsExactly("Ctrl(2,1,true,0,0)>2");
    }

    @Test
    void afterTheCensusTheRootMakesWhatIsNotInUse() {
        Recorded<MembersMessage> root = member(0);
        root.on(REGISTRAR, new View(1, ALL));
        assertThat(root.on(1, new Ctrl(1, 1, true, 1, 0))).containsExactly("Ctrl(1,1,true,1,0)>2");
        assertThat(root.on(2, new Ctrl(1, 1, true, 1, 0)))
                .containsExactly("PrioT(1)>1", "ResT(1)>1", "PushT(1)>1", "Ctrl(1,2,false,0,0)>1");
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "1, 0", "2, 0"})
    void aViewKeepsThoseInsideAndTheCensusCountsThem(int index, int neighbour) {
        Recorded<MembersMessage> member = inside(index);
        member.on(REGISTRAR, new View(2, ALL));
        assertThat(member.node.region()).isEqualTo(Region.CRITICAL);
        assertThat(member.node.tokens()).isEqualTo(Tokens.of(2, 0, 0));
        if (index == 0) {
            assertThat(member.on(1, new Ctrl(2, 1, true, 0, 0))).containsExactly("Ctrl(2,1,true,0,0)>2");
            assertThat(member.on(2, new Ctrl(2, 1, true, 0, 0)))
                    .containsExactly("PrioT(2)>1", "PushT(2)>1", "Ctrl(2,2,false,0,0)>1");
        } else {
            assertThat(member.on(neighbour, new Ctrl(2, 1, true, 0, 0))).containsExactly("Ctrl(2,1,true,2,0)>0");
        }
        member.node.release(member);
        assertThat(member.sent()).hasSize(2).allMatch(sent -> sent.startsWith("ResT(2)>"));
    }

    @Test
    void aViewForgetsWhatWasReservedAndThePriorityTokenButNotWhoWaits() {
        Recorded<MembersMessage> member = member(1);
        member.on(REGISTRAR, new View(1, ALL));
        member.node.acquire(2, member);
        member.on(0, new ResT(1), new PrioT(1));
        assertThat(member.node.tokens()).isEqualTo(Tokens.of(1, 0, 1));
        assertThat(member.on(REGISTRAR, new View(2, ALL))).isEmpty();
        assertThat(member.node.tokens()).isZero();
        assertThat(member.node.region()).isEqualTo(Region.TRYING);
        assertThat(member.node.units()).isEqualTo(2);
    }

    @Test
    void whoIsFencedLosesWhatItHad() {
        Recorded<MembersMessage> member = inside(1);
        assertThat(member.on(REGISTRAR, new Fence())).containsExactly("Fenced>3");
        assertThat(member.node.region()).isEqualTo(Region.REMAINDER);
        assertThat(member.node.tokens()).isZero();
        assertThat(member.on(0, new ResT(1), new Ctrl(1, 1, false, 0, 0)))
                .as("and takes no part")
                .isEmpty();
        member.node.acquire(1, member);
        assertThat(member.node.region()).isEqualTo(Region.TRYING);
        member.on(REGISTRAR, new View(3, ALL));
        assertThat(member.on(0, new ResT(3))).isEmpty();
        assertThat(member.node.region()).as("as a new member").isEqualTo(Region.CRITICAL);
    }

    @Test
    void whatIsOlderIsDropped() {
        Recorded<MembersMessage> member = member(1);
        member.on(REGISTRAR, new View(2, ALL));
        member.node.acquire(1, member);
        assertThat(member.on(0, new ResT(1), new PrioT(1), new Ctrl(1, 1, false, 0, 0)))
                .isEmpty();
        assertThat(member.node.tokens()).isZero();
        assertThat(member.node.region()).isEqualTo(Region.TRYING);
    }

    @Test
    void whatIsEarlyWaitsForItsView() {
        Recorded<MembersMessage> member = member(1);
        member.on(REGISTRAR, new View(1, ALL));
        assertThat(member.on(0, new Ctrl(2, 1, true, 0, 0), new ResT(2))).isEmpty();
        assertThat(member.node.tokens()).as("it is not lost").isEqualTo(Tokens.of(1, 0, 0));
        assertThat(member.on(0, new ResT(1))).as("its own view goes on").containsExactly("ResT(1)>0");
        assertThat(member.on(REGISTRAR, new View(2, ALL))).containsExactly("Ctrl(2,1,true,0,0)>0", "ResT(2)>0");
        assertThat(member.node.tokens()).isZero();
        assertThat(member.value("early.length")).isEqualTo("0");
    }

    @Test
    void ofWhatIsEarlyOnlyTheNewestCounts() {
        Recorded<MembersMessage> member = member(1);
        member.on(0, new ResT(2), new ResT(3), new ResT(2));
        assertThat(member.node.tokens()).isEqualTo(Tokens.of(1, 0, 0));
        assertThat(member.on(REGISTRAR, new View(2, ALL)))
                .as("the next view has begun already")
                .isEmpty();
        assertThat(member.on(REGISTRAR, new View(3, ALL))).containsExactly("ResT(3)>0");
    }

    @Test
    void theLastOfAllMembersHasAllUnits() {
        Recorded<MembersMessage> member = member(2);
        assertThat(member.on(REGISTRAR, new View(1, 0b100))).isEmpty();
        member.node.acquire(2, member);
        assertThat(member.node.region()).isEqualTo(Region.CRITICAL);
        member.node.release(member);
        assertThat(member.sent()).isEmpty();
    }

    @Test
    void whoKnowsWhoIsAliveFencesBeforeItIssuesAView() {
        Network<MembersMessage> network = new Network<>(new Members(4, 2, 2, 1));
        network.timeout(REGISTRAR);
        assertThat(network.onTheWay(REGISTRAR, 1)).containsExactly(new View(1, ALL));
        network.decide(1).timeout(REGISTRAR);
        assertThat(network.onTheWay(REGISTRAR, 1)).containsExactly(new View(1, ALL), new Fence());
        assertThat(network.onTheWay(REGISTRAR, 0)).containsExactly(new View(1, ALL));
        assertThat(network.node(REGISTRAR).timer().isPresent()).isFalse();
        network.deliver(REGISTRAR, 1);
        network.deliver(REGISTRAR, 1);
        network.deliver(1, REGISTRAR);
        assertThat(network.onTheWay(REGISTRAR, 0)).containsExactly(new View(1, ALL), new View(2, 0b101));
        assertThat(network.onTheWay(REGISTRAR, 1)).isEmpty();
        assertThat(network.node(REGISTRAR).timer().isPresent())
                .as("in the end all come back")
                .isTrue();
        network.timeout(REGISTRAR);
        assertThat(network.onTheWay(REGISTRAR, 1)).containsExactly(new View(3, ALL));
        assertThat(network.node(REGISTRAR).timer().isPresent()).isFalse();
        assertThatIllegalStateException().isThrownBy(() -> network.acquire(REGISTRAR));
    }

    @Test
    void thereAreNotMoreMembersThanAViewHasBits() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Members(64, 2, 2, 1))
                .withMessage("n must be between 2, for one member, and 63, not 64");
    }

    private static int unitsInside(Network<MembersMessage> network, int members) {
        return IntStream.range(0, members)
                .mapToObj(network::node)
                .filter(node -> node.region() == Region.CRITICAL)
                .mapToInt(node -> node.units())
                .sum();
    }

    /** The most units that were inside at once in a run at random, which ends when everybody has got in. */
    private static int run(Members system, int members, int k, long seed) {
        Random random = new Random(seed);
        Network<MembersMessage> network = new Network<>(system, random.nextLong());
        network.timeout(members);
        int most = 0;
        for (int step = 0; step < 1_500; step++) {
            int i = random.nextInt(members);
            switch (random.nextInt(12)) {
                case 0 -> {
                    if (network.region(i) == Region.REMAINDER) {
                        network.acquire(i, 1 + random.nextInt(k));
                    } else if (network.region(i) == Region.CRITICAL) {
                        network.release(i);
                    } else if (random.nextInt(8) == 0) {
                        network.cancel(i);
                    }
                }
                case 1 -> {
                    if (random.nextInt(6) == 0 && network.node(members).timer().isPresent()) {
                        network.timeout(members);
                    }
                }
                default -> network.deliverAny(random);
            }
            most = Math.max(most, unitsInside(network, members));
        }
        boolean[] wasInside = new boolean[members];
        for (int step = 0; step < 20_000 && !allOf(wasInside); step++) {
            int i = random.nextInt(members);
            if (network.node(members).timer().isPresent()) {
                network.timeout(members);
            } else if (network.region(i) == Region.REMAINDER && !wasInside[i]) {
                network.acquire(i, 1 + random.nextInt(k));
            } else if (network.region(i) == Region.CRITICAL) {
                wasInside[i] = true;
                network.release(i);
            }
            network.deliverAny(random);
            most = Math.max(most, unitsInside(network, members));
        }
        return allOf(wasInside) ? most : -1;
    }

    private static boolean allOf(boolean[] flags) {
        return IntStream.range(0, flags.length).allMatch(i -> flags[i]);
    }

    @Test
    void acrossViewsAtMostLUnitsAreInsideAndEveryWaiterEnters() {
        int full = 0;
        for (long seed = 0; seed < 300; seed++) {
            Random sizes = new Random(seed);
            int members = 1 + sizes.nextInt(5);
            int l = 1 + sizes.nextInt(4);
            int k = 1 + sizes.nextInt(l);
            int most = run(new Members(members + 1, l, k, 6), members, k, seed);
            assertThat(most)
                    .as(
                            "units inside, or -1: somebody did not get in; %d members, l %d, k %d, seed %d",
                            members, l, k, seed)
                    .isBetween(1, l);
            full += most == l ? 1 : 0;
        }
        assertThat(full).as("runs in which all were in use").isGreaterThan(150);
    }

    @ParameterizedTest
    @EnumSource
    void withoutOneOfTheSafeguardsTooManyAreInside(Members.Safeguard missing) {
        Set<Members.Safeguard> others = EnumSet.allOf(Members.Safeguard.class);
        others.remove(missing);
        boolean tooMany = false;
        for (long seed = 0; seed < 2_000 && !tooMany; seed++) {
            tooMany = run(Members.with(others, 5, 2, 2, 6), 4, 2, seed) > 2;
        }
        assertThat(tooMany).isTrue();
    }
}
