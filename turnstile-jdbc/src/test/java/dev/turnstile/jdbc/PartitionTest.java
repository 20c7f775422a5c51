package dev.turnstile.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Goal: a machine that is cut off from the database knows when its permit ends, the waiter on another machine gets it
 * after that and in the promised time, and the machine goes on when it is connected again. Method: PostgreSQL and two
 * processes in network namespaces; the link of the holder is taken down, led elsewhere, or broken one way. The
 * processes take turns in holding.
 */
@Timeout(600)
class PartitionTest {
    private static final Duration LEASE = Duration.ofSeconds(2);

    /** A lease, the rates of clocks, the reaction, one look of the watcher. */
    private static final Duration PROMISED = Duration.ofMillis(2_000 + 40 + 50 + 2_000 / 6);

    /** A heartbeat that arrives although its answer does not. */
    private static final Duration LAST_BEAT = LEASE.dividedBy(3);

    /** For processes that get no processor in time, on a machine that does other work. */
    private static final Duration SLACK = Duration.ofSeconds(3);

    private static final int LONG_ROUNDS = 10;

    private int cuts;

    @Test
    void aHolderThatIsCutOffLosesItsPermitBeforeTheOtherIsGrantedAndComesBack() {
        partition(1, EnumSet.of(TestNetwork.Cut.ELSEWHERE, TestNetwork.Cut.NO_ANSWERS, TestNetwork.Cut.NO_REQUESTS));
    }

    @Test
    @Tag("long")
    void aHolderThatIsCutOffInEachWayAgainAndAgainLosesItsPermitBeforeTheOtherIsGranted() {
        partition(LONG_ROUNDS, EnumSet.allOf(TestNetwork.Cut.class));
    }

    private void partition(int rounds, Set<TestNetwork.Cut> kinds) {
        NetworkNamespace.missing()
                .or(PostgresServer::missing)
                .ifPresent(why -> Servers.skip("networks that are cut", why));
        long begun = System.nanoTime();
        try (TestNetwork network = new TestNetwork(2);
                PostgresServer server = PostgresServer.in(network.server(), TestNetwork.SERVER);
                Peer first = peer(network, 0, server);
                Peer second = peer(network, 1, server)) {
            for (int round = 0; round < rounds; round++) {
                for (TestNetwork.Cut cut : kinds) {
                    boolean isFirst = cuts % 2 == 0;
                    cutOff(network, cut, cuts % 2, isFirst ? first : second, isFirst ? second : first);
                    cuts++;
                }
            }
        }
        System.out.printf(
                "%d cuts between namespaces, %d lost permits; %.0f s%n", cuts, cuts, (System.nanoTime() - begun) / 1e9);
    }

    private static Peer peer(TestNetwork network, int machine, PostgresServer server) {
        return new Peer(network.machine(machine).prefix(), server.namespaceUrl(), "gate", 1, LEASE);
    }

    private void cutOff(TestNetwork network, TestNetwork.Cut cut, int machine, Peer holder, Peer waiter) {
        String a = "held" + cuts;
        String b = "next" + cuts;
        String c = "again" + cuts;
        holder.ask("acquire", a, "entered");
        waiter.tell("acquire", b);
        long before = System.nanoTime();
        cut.begin(network, machine);
        waitUntil(before + LEASE.dividedBy(3).toNanos()); // an answer that was on its way has arrived
        Peer.Said looked = holder.ask("look", a, "looked");
        long deadline = Long.parseLong(looked.more().get(1));
        assertThat(looked.more().get(0).equals("true") || looked.nanos() > deadline)
                .as("held before its deadline")
                .isTrue();
        assertThat(deadline - before).as("no answer moves the deadline").isLessThan(LEASE.toNanos());
        Peer.Said lost = holder.hear("lost", a);
        waitUntil(deadline);
        Peer.Said after = holder.ask("look", a, "looked");
        Peer.Said entered = waiter.hear("entered", b);
        System.out.printf(
                "%s: lost %d ms after its deadline, granted %d ms after it, %d ms after the cut%n",
                cut,
                millis(lost.nanos() - deadline),
                millis(entered.nanos() - deadline),
                millis(entered.nanos() - before));
        assertThat(after.more().get(0)).as("held after its deadline").isEqualTo("false");
        assertThat(Duration.ofNanos(lost.nanos() - deadline)).isLessThan(SLACK);
        assertThat(entered.nanos() - deadline).as("granted after the deadline").isPositive();
        assertThat(Duration.ofNanos(entered.nanos() - before))
                .isLessThan(PROMISED.plus(LAST_BEAT).plus(SLACK));
        holder.tell("acquire", c);
        cut.heal(network, machine);
        holder.ask("close", a, "close-found-it-lost");
        waiter.ask("close", b, "closed");
        Peer.Said again = holder.hear("entered", c);
        assertThat(Long.parseLong(again.more().get(0)))
                .as("the fence")
                .isGreaterThan(Long.parseLong(entered.more().get(0)));
        holder.ask("close", c, "closed");
    }

    private static long millis(long nanos) {
        return Duration.ofNanos(nanos).toMillis();
    }

    private static void waitUntil(long nanos) {
        while (System.nanoTime() - nanos < 0) {
            LockSupport.parkNanos(nanos - System.nanoTime());
        }
    }
}
