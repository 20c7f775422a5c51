package dev.turnstile.lab.explore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.turnstile.algorithm.Algorithm;
import dev.turnstile.algorithm.permission.Lamport;
import dev.turnstile.algorithm.permission.Raymond;
import dev.turnstile.lab.catalogue.LabCatalogue;
import dev.turnstile.lab.property.AtMost;
import dev.turnstile.lab.property.Deadlock;
import dev.turnstile.lab.property.FifoEnabling;
import dev.turnstile.lab.property.Granted;
import dev.turnstile.lab.property.NoLockout;
import dev.turnstile.lab.property.Property;
import dev.turnstile.machine.Message;
import dev.turnstile.machine.NodeSystem;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Goal: the algorithms with messages keep their promises. Method: every interleaving of every size that can be
 * exhausted. The number of states is asserted, so a search that misses some is noticed.
 */
final class NodeFamilyTest {
    @SuppressWarnings("unchecked") // for any message type
    static <M extends Message> Check check(String name, int n, int k) {
        Algorithm.MessagePassing algorithm = LabCatalogue.messagePassing(name);
        return Check.ofNodes(() -> (NodeSystem<M>) algorithm.system(n, k));
    }

    private static Property[] all(int k) {
        return new Property[] {new AtMost(k), new Granted(), new Deadlock(), new NoLockout()};
    }

    @ParameterizedTest(name = "{0}, n = {1}, k = {2}, {3} requests each")
    @CsvSource({
        "raymond,       2, 1, 2,    154",
        "raymond,       2, 2, 2,    885",
        "raymond,       3, 1, 2,  31888",
        "raymond,       3, 2, 1,   7310",
        "lamport,       2, 1, 2,    253",
        "lamport,       3, 1, 2, 234860",
        "lamport,       3, 2, 1,  11023",
        "srimani-reddy, 2, 1, 2,     74",
        "srimani-reddy, 3, 1, 2,  12642",
        "srimani-reddy, 3, 2, 2,  91876",
        "srimani-reddy, 4, 2, 1, 473867"
    })
    void neverAdmitsOneTooManyAndNeverForgetsAWaiter(String name, int n, int k, int requests, long states) {
        Report report =
                check(name, n, k).withRequests(requests).withProperties(all(k)).run();
        assertThat(report.verdict()).isEqualTo(new Verdict.Holds());
        assertThat(report.states()).isEqualTo(states);
    }

    @ParameterizedTest(name = "{0}, n = {1}, k = {2}, {3} requests each")
    @CsvSource({
        "raymond,       2, 1, 2,    875",
        "raymond,       3, 1, 1,  16261",
        "raymond,       3, 2, 1,  17358",
        "lamport,       2, 1, 2,   3385",
        "lamport,       3, 2, 1, 364635",
        "srimani-reddy, 2, 1, 2,    391",
        "srimani-reddy, 3, 1, 2, 270549",
        "srimani-reddy, 3, 2, 1,   2499"
    })
    void waitersThatGiveUpBlockNoOthers(String name, int n, int k, int requests, long states) {
        Report report = check(name, n, k)
                .withRequests(requests)
                .withCancels()
                .withProperties(all(k))
                .run();
        assertThat(report.verdict()).isEqualTo(new Verdict.Holds());
        assertThat(report.states()).isEqualTo(states);
    }

    @Test
    void requestsOfDifferentSizesShareTheUnits() {
        Report report = Check.ofNodes(() -> new Lamport(3, 2))
                .withRequests(1)
                .withUnits(1, 2, 1)
                .withProperties(all(2))
                .run();
        assertThat(report.verdict()).isEqualTo(new Verdict.Holds());
    }

    @Test
    void raymondToleratesKMinusOneCrashes() {
        Report report = Check.ofNodes(() -> new Raymond(3, 2))
                .withRequests(1)
                .withCrashes(1)
                .withProperties(all(2))
                .run();
        assertThat(report.verdict()).isEqualTo(new Verdict.Holds());
        assertThat(report.states()).isEqualTo(28_658);
    }

    @Test
    void raymondBlocksForeverAfterKCrashes() {
        Verdict verdict = Check.ofNodes(() -> new Raymond(2, 1))
                .withRequests(1)
                .withCrashes(1)
                .withProperties(new NoLockout())
                .run()
                .verdict();
        assertThat(verdict).isInstanceOfSatisfying(Verdict.Violated.class, violated -> {
            assertThat(violated.property()).isEqualTo(new NoLockout());
            assertThat(violated.trace().repeated()).isEmpty();
        });
    }

    @Test
    void aCrashedNodeTakesItsPrivilegesAlongInSrimaniReddy() {
        Verdict verdict = check("srimani-reddy", 3, 2)
                .withRequests(1)
                .withCrashes(1)
                .withProperties(new Granted())
                .run()
                .verdict();
        assertThat(verdict)
                .isInstanceOfSatisfying(
                        Verdict.Violated.class,
                        violated -> assertThat(violated.trace().steps()).hasSize(1 + 6));
    }

    @Test
    void oneAndTwoThreadsFindTheSame() {
        Check check = check("raymond", 3, 1).withRequests(2);
        assertThat(check.withThreads(1).run().states())
                .isEqualTo(check.withThreads(2).run().states());
    }

    @Test
    void propertiesAndOptionsOfSharedMemoryAreRefused() {
        Check check = check("raymond", 2, 1);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> check.withProperties(new FifoEnabling()).run())
                .withMessageContaining("fifo is defined for processes that share memory");
        assertThatIllegalArgumentException().isThrownBy(check::withKills).withMessageContaining("nodes can crash");
        assertThatIllegalArgumentException().isThrownBy(() -> check.withRequests(-1));
    }

    /** About 7 million states: half a minute. */
    @Test
    @Tag("long")
    void raymondToleratesKMinusOneCrashesWithTwoRequests() {
        Report report = Check.ofNodes(() -> new Raymond(3, 2))
                .withRequests(2)
                .withCrashes(1)
                .withProperties(all(2))
                .run();
        assertThat(report.verdict()).isEqualTo(new Verdict.Holds());
        assertThat(report.states()).isEqualTo(7_021_595);
    }

    @ParameterizedTest(name = "{0}, n = {1}, k = {2}, {3} requests each")
    @CsvSource({
        "raymond, 3, 2, 2,  2002054",
        "raymond, 4, 1, 1,  1412505",
        "raymond, 4, 2, 1,  4131677",
        "raymond, 4, 3, 1, 25882710",
        "lamport, 4, 2, 1, 19577989",
        "srimani-reddy, 4, 1, 2, 24883587",
        "srimani-reddy, 4, 3, 1, 1558680"
    })
    @Tag("long")
    void fourNodes(String name, int n, int k, int requests, long states) {
        Report report = check(name, n, k)
                .withRequests(requests)
                .withProperties(all(k))
                .withBytesMax(4_500L << 20)
                .run();
        assertThat(report.verdict()).isEqualTo(new Verdict.Holds());
        assertThat(report.states()).isEqualTo(states);
    }
}
