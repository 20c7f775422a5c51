package dev.turnstile.algorithm.permission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.algorithm.Network;
import dev.turnstile.algorithm.permission.SrimaniReddy.SrimaniReddyMessage;
import dev.turnstile.machine.Numbers;
import dev.turnstile.machine.Region;
import org.junit.jupiter.api.Test;

/** The deciding lines of Srimani and Reddy 1992, one by one. */
final class SrimaniReddyTest {
    private static Network<SrimaniReddyMessage> network(int n, int k) {
        return new Network<>(new SrimaniReddy(n, k));
    }

    @Test
    void aNodeWithAnIdlePrivilegeEntersWithoutAMessage() {
        Network<SrimaniReddyMessage> network = network(4, 2);
        for (int round = 0; round < 3; round++) {
            for (int holder = 0; holder < 2; holder++) {
                network.acquire(holder);
                assertThat(network.region(holder)).isEqualTo(Region.CRITICAL);
                network.release(holder);
            }
        }
        assertThat(network.sent()).isZero();
    }

    @Test
    void anIdleHolderSendsItsPrivilegeAtOnce() {
        Network<SrimaniReddyMessage> network = network(3, 1);
        network.acquire(2);
        assertThat(network.region(2)).isEqualTo(Region.TRYING);
        assertThat(network.deliver(2, 0)).isEqualTo(new SrimaniReddyMessage.Request(1));
        assertThat(network.onTheWay(0, 2))
                .containsExactly(new SrimaniReddyMessage.Privilege(Numbers.of(), Numbers.of(0, 0, 1)));
        network.deliver(0, 2);
        assertThat(network.region(2)).isEqualTo(Region.CRITICAL);
        network.release(2);
        network.deliverAll();
        network.sent();
        network.acquire(2);
        assertThat(network.region(2)).as("it kept the privilege").isEqualTo(Region.CRITICAL);
        assertThat(network.sent()).isZero();
    }

    @Test
    void aLeavingNodePassesThePrivilegeToTheNextNodeAfterIt() {
        Network<SrimaniReddyMessage> network = network(5, 1);
        network.acquire(2);
        network.deliverAll();
        assertThat(network.region(2)).isEqualTo(Region.CRITICAL);
        for (int asking : new int[] {1, 4, 0, 3}) {
            network.acquire(asking);
            network.deliverAll();
        }
        network.release(2);
        assertThat(network.onTheWay(2, 3))
                .as("3 first, then 4, 0, 1")
                .containsExactly(new SrimaniReddyMessage.Privilege(Numbers.of(4, 0, 1), Numbers.of(0, 0, 1, 1, 0)));
        for (int next : new int[] {3, 4, 0, 1}) {
            network.deliverAll();
            assertThat(network.region(next)).as("node %d", next).isEqualTo(Region.CRITICAL);
            network.release(next);
        }
    }

    @Test
    void queuedNodesGoBeforeLaterRequests() {
        Network<SrimaniReddyMessage> network = network(4, 1);
        network.acquire(0);
        network.acquire(3);
        network.acquire(1);
        network.deliverAll();
        network.release(0);
        assertThat(network.onTheWay(0, 1))
                .containsExactly(new SrimaniReddyMessage.Privilege(Numbers.of(3), Numbers.of(0, 1, 0, 0)));
        network.deliverAll();
        network.acquire(2);
        network.deliverAll();
        network.release(1);
        assertThat(network.onTheWay(1, 3))
                .as("2 would be next after 1, but 3 is in the queue")
                .containsExactly(new SrimaniReddyMessage.Privilege(Numbers.of(2), Numbers.of(0, 1, 0, 1)));
    }

    @Test
    void aPrivilegeThatArrivesAfterACancelIsKeptIfNoNodeWaits() {
        Network<SrimaniReddyMessage> network = network(3, 1);
        network.acquire(1);
        network.deliver(1, 0);
        network.cancel(1);
        assertThat(network.region(1)).isEqualTo(Region.REMAINDER);
        network.deliverAll();
        assertThat(network.region(1)).isEqualTo(Region.REMAINDER);
        network.sent();
        network.acquire(1);
        assertThat(network.region(1)).isEqualTo(Region.CRITICAL);
        assertThat(network.sent()).isZero();
    }

    @Test
    void aPrivilegeThatArrivesAfterACancelIsPassedOnToAWaiter() {
        Network<SrimaniReddyMessage> network = network(3, 1);
        network.acquire(1);
        network.deliver(1, 0);
        network.acquire(2);
        network.deliver(2, 1);
        network.cancel(1);
        network.deliver(0, 1);
        assertThat(network.region(1)).isEqualTo(Region.REMAINDER);
        assertThat(network.onTheWay(1, 2))
                .as("and the request that it made before")
                .hasSize(2);
        network.deliverAll();
        assertThat(network.region(2)).isEqualTo(Region.CRITICAL);
    }

    @Test
    void aNodeInsidePassesOnASecondPrivilege() {
        Network<SrimaniReddyMessage> network = network(4, 2);
        network.acquire(2);
        network.deliver(2, 0);
        network.deliver(2, 1);
        network.deliver(0, 2);
        assertThat(network.region(2)).isEqualTo(Region.CRITICAL);
        network.acquire(3);
        network.deliver(3, 2);
        assertThat(network.onTheWay(2, 3))
                .as("its only request; the one it has is in use")
                .containsExactly(new SrimaniReddyMessage.Request(1));
        network.deliver(1, 2);
        network.deliver(2, 3);
        assertThat(network.deliver(2, 3)).isInstanceOf(SrimaniReddyMessage.Privilege.class);
        assertThat(network.region(3)).isEqualTo(Region.CRITICAL);
        assertThat(network.region(2)).isEqualTo(Region.CRITICAL);
    }

    @Test
    void anEntryTakesOneRequestPerOtherNodeAndAPrivilege() {
        int n = 6;
        Network<SrimaniReddyMessage> network = network(n, 1);
        for (int round = 0; round < 12; round++) {
            int asking = 1 + round % (n - 1);
            network.acquire(asking);
            network.deliverAll();
            network.release(asking);
            assertThat(network.sent()).isEqualTo(n);
        }
    }

    @Test
    void messagesThatNoNodeSendsDoNotFit() {
        SrimaniReddy system = new SrimaniReddy(3, 2);
        Numbers served = Numbers.of(0, 1, 2);
        assertThat(system.fits(new SrimaniReddyMessage.Request(1))).isTrue();
        assertThat(system.fits(new SrimaniReddyMessage.Request(0))).isFalse();
        assertThat(system.fits(new SrimaniReddyMessage.Privilege(Numbers.of(2, 0), served)))
                .isTrue();
        assertThat(system.fits(new SrimaniReddyMessage.Privilege(Numbers.of(2, 2), served)))
                .isFalse();
        assertThat(system.fits(new SrimaniReddyMessage.Privilege(Numbers.of(3), served)))
                .isFalse();
        assertThat(system.fits(new SrimaniReddyMessage.Privilege(Numbers.of(-1), served)))
                .isFalse();
        assertThat(system.fits(new SrimaniReddyMessage.Privilege(Numbers.of(1L << 32), served)))
                .isFalse();
        assertThat(system.fits(new SrimaniReddyMessage.Privilege(Numbers.of(), Numbers.of(0, 1))))
                .isFalse();
        assertThat(system.fits(new SrimaniReddyMessage.Privilege(Numbers.of(), Numbers.of(0, -1, 0))))
                .isFalse();
    }
}
