package dev.turnstile.lab.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.algorithm.permission.Raymond;
import dev.turnstile.algorithm.quorum.Complement;
import dev.turnstile.lab.catalogue.LabCatalogue;
import dev.turnstile.lab.property.AtLeast;
import dev.turnstile.lab.property.AtMost;
import dev.turnstile.lab.property.Deadlock;
import dev.turnstile.lab.property.Granted;
import dev.turnstile.lab.property.NoLockout;
import dev.turnstile.lab.property.Property;
import dev.turnstile.machine.Message;
import dev.turnstile.machine.NodeSystem;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Goal: the windows and their building blocks keep at least l and at most k inside and forget no waiter, on every
 * coterie. Method: every interleaving of every size that can be exhausted. The number of states is asserted.
 */
final class QuorumFamilyTest {
    private record Size(int l, int k) {}

    /** Returns what is promised. If fewer than l are inside at first, the floor is not promised. */
    private static Property[] all(int l, int k, int inside) {
        List<Property> all = new ArrayList<>(List.of(new AtMost(k), new Granted(l), new Deadlock(), new NoLockout()));
        if (l > 0 && inside >= l) {
            all.add(new AtLeast(l));
        }
        return all.toArray(Property[]::new);
    }

    /** Returns every 0 <= l < k <= n that the system supports, with as many inside at first as must stay. */
    private static List<Size> sizes(String system, int n) {
        List<Size> sizes = new ArrayList<>();
        for (int l = 0; l < n; l++) {
            for (int k = l + 1; k <= n; k++) {
                boolean fits = switch (system) {
                    case "mutin" -> k == n;
                    case "kmex" -> l == 0;
                    default -> true;
                };
                if (fits) {
                    sizes.add(new Size(l, k));
                }
            }
        }
        return sizes;
    }

    private static Check check(String system, String coterie, int n, Size size) {
        String floor = system.equals("kmex") ? "" : ",at-least=" + size.l();
        return NodeFamilyTest.check(system + ":coterie=" + coterie + floor, n, size.k())
                .withProperties(all(size.l(), size.k(), size.l()));
    }

    private static long holds(String what, Report report) {
        assertThat(report.verdict()).as(what).isEqualTo(new Verdict.Holds());
        return report.states();
    }

    private static List<Long> numbers(String text) {
        return Arrays.stream(text.trim().split(" ")).map(Long::parseLong).toList();
    }

    private static void everySizeHolds(String system, String coterie, int requests, boolean cancels, String states) {
        everySizeHolds(system, coterie, 3, states, check -> {
            Check asking = check.withRequests(requests);
            return cancels ? asking.withCancels() : asking;
        });
    }

    private static void everySizeHolds(
            String system, String coterie, int n, String states, UnaryOperator<Check> setting) {
        List<Long> found = new ArrayList<>();
        for (Size size : sizes(system, n)) {
            Check check = setting.apply(check(system, coterie, n, size));
            found.add(holds(size.toString(), check.run()));
        }
        assertThat(found).isEqualTo(numbers(states));
    }

    /** The states for l, k = 0,1 0,2 0,3 1,2 1,3 2,3, as far as they exist. */
    @ParameterizedTest(name = "{0} on {1}")
    @CsvSource({
        "window, singleton, 305 700 27 710 676 637",
        "window, tree, 774 1669 27 3056 2929 2807",
        "window, triangle, 950 1948 27 3667 3269 3559",
        "window, majority, 1144 2246 27 4933 4044 4707",
        "window, tie, 1144 2246 27 4933 4044 4707",
        "window, plane, 1144 2246 27 4933 4044 4707",
        "gcs, singleton, 523 949 27 1860 1124 1066",
        "gcs, tree, 1270 2529 27 10585 5305 4797",
        "gcs, triangle, 1595 3069 27 12683 5630 5641",
        "gcs, majority, 1836 3112 27 21432 6274 7476",
        "gcs, tie, 1836 3112 27 21432 6274 7476",
        "gcs, plane, 1836 3112 27 21432 6274 7476",
        "mutin, singleton, 1024 1124 1066",
        "mutin, tree, 3658 5305 4797",
        "mutin, triangle, 4194 5630 5641",
        "mutin, majority, 3970 6274 7476",
        "mutin, plane, 3970 6274 7476",
        "kmex, singleton, 523 949 1086",
        "kmex, tree, 1270 2529 3157",
        "kmex, triangle, 1595 3069 3771",
        "kmex, majority, 1836 3112 3792",
        "kmex, plane, 1836 3112 3792",
        "kmex, grid, 36212 82819 101822"
    })
    void threeNodesAskOnce(String system, String coterie, String states) {
        everySizeHolds(system, coterie, 1, false, states);
    }

    /** On a grid of three, every node asks all others. */
    @ParameterizedTest(name = "{0} on {1}")
    @CsvSource({
        "window, grid, 33827 64924 27 579044 806283 853801",
        "gcs, grid, 36212 82819 27 1122633 897609 276165",
        "mutin, grid, 678272 897609 276165"
    })
    @Tag("long")
    void threeNodesAskEachOtherOnce(String system, String coterie, String states) {
        everySizeHolds(system, coterie, 1, false, states);
    }

    @ParameterizedTest(name = "{0} on {1}")
    @CsvSource({
        "window, singleton, 1386 1932 27 2827 841 3051",
        "window, tree, 5083 6519 27 17013 5493 17845",
        "window, majority, 7570 9650 27 25174 7985 31058",
        "gcs, singleton, 6057 7832 27 11686 1517 8951",
        "mutin, singleton, 1024 1517 8951",
        "kmex, singleton, 6057 7832 8127"
    })
    void nodesThatGiveUpEnteringOrLeavingBlockNoOthers(String system, String coterie, String states) {
        everySizeHolds(system, coterie, 1, true, states);
    }

    @ParameterizedTest(name = "{0} on {1}")
    @CsvSource({
        "window, triangle, 5823 7376 27 21822 8591 23744",
        "gcs, tree, 28459 35960 27 166005 21508 94995",
        "gcs, triangle, 34148 43899 27 170269 24866 117028",
        "gcs, majority, 46945 58535 27 251785 29886 152630",
        "mutin, tree, 3658 21508 94995",
        "mutin, triangle, 4194 24866 117028",
        "mutin, majority, 3970 29886 152630",
        "kmex, tree, 28459 35960 37585",
        "kmex, triangle, 34148 43899 45294",
        "kmex, majority, 46945 58535 58217"
    })
    @Tag("long")
    void nodesThatGiveUpEnteringOrLeavingBlockNoOthersOnAnyCoterie(String system, String coterie, String states) {
        everySizeHolds(system, coterie, 1, true, states);
    }

    @ParameterizedTest(name = "{0} on {1}")
    @CsvSource({
        "window, singleton, 5658 26325 125 22060 29334 12195",
        "gcs, singleton, 8313 20617 125 57507 22709 18314"
    })
    void threeNodesAskTwice(String system, String coterie, String states) {
        everySizeHolds(system, coterie, 2, false, states);
    }

    @ParameterizedTest(name = "{0} on {1}")
    @CsvSource({
        "window, tree, 20795 79252 125 111625 109237 49520",
        "window, triangle, 22917 84881 125 111699 116581 54067",
        "window, majority, 28664 108102 125 181548 156633 70915",
        "gcs, tree, 26750 72855 125 357108 99118 67449",
        "gcs, triangle, 29073 77212 125 337149 103686 72019",
        "gcs, majority, 40718 84479 125 795083 116909 106001",
        "mutin, majority, 86645 116909 106001",
        "kmex, majority, 40718 84479 116204"
    })
    @Tag("long")
    void threeNodesAskTwiceOnAnyCoterie(String system, String coterie, String states) {
        everySizeHolds(system, coterie, 2, false, states);
    }

    /** The states for every l, k as above, and every number inside at first from 0 to k except l. */
    @ParameterizedTest(name = "{0} on {1}")
    @CsvSource({
        "window, singleton, 390 1295 1469 36 48 64 966 1569 446 2090 8638 353 290 2479",
        "window, majority, 1426 3361 4588 36 48 64 3883 9570 1445 13336 41984 1080 1876 14377",
        "gcs, singleton, 589 1234 1504 36 48 64 2867 4225 750 2694 8853 487 490 3846"
    })
    void anyNumberMayBeInsideAtFirst(String system, String coterie, String states) {
        everyStartHolds(system, coterie, states);
    }

    @ParameterizedTest(name = "{0} on {1}")
    @CsvSource({
        "window, tree, 1039 2939 3743 36 48 64 2487 6501 1180 8910 28651 891 1072 9517",
        "window, triangle, 1027 2927 4379 36 48 64 2982 7813 1336 11078 33197 991 1353 11267",
        "gcs, tree, 1520 3386 4419 36 48 64 10614 22636 2391 12974 37646 1379 1902 14739",
        "gcs, triangle, 1726 3799 5047 36 48 64 13268 26159 2794 15674 41348 1589 2209 16769",
        "gcs, majority, 2093 3958 4813 36 48 64 16985 41803 2666 16734 45350 1588 2915 22309"
    })
    @Tag("long")
    void anyNumberMayBeInsideAtFirstOnAnyCoterie(String system, String coterie, String states) {
        everyStartHolds(system, coterie, states);
    }

    private static void everyStartHolds(String system, String coterie, String states) {
        List<Long> found = new ArrayList<>();
        for (Size size : sizes(system, 3)) {
            for (int inside = 0; inside <= size.k(); inside++) {
                String name = "%s:coterie=%s,at-least=%d,inside=%d".formatted(system, coterie, size.l(), inside);
                if (inside != size.l()) {
                    found.add(holds(
                            name,
                            NodeFamilyTest.check(name, 3, size.k())
                                    .withRequests(1)
                                    .withProperties(all(size.l(), size.k(), inside))
                                    .run()));
                }
            }
        }
        assertThat(found).isEqualTo(numbers(states));
    }

    private static <M extends Message> Departures<M> departures(NodeSystem<M> system) {
        return new Departures<>(system, 1);
    }

    /** As drivers start: fewer are inside than must stay. The states are those of the check, found in another way. */
    @ParameterizedTest(name = "{0}, k = {1}")
    @CsvSource(delimiter = '|', textBlock = """
        window:coterie=singleton,at-least=1,inside=0 | 2 |   966
        window:coterie=majority,at-least=1,inside=0  | 2 |  3883
        window:coterie=majority,at-least=2,inside=0  | 3 |  1080
        window:coterie=majority,at-least=2,inside=1  | 3 |  1876
        window:coterie=tree,at-least=2,inside=0      | 3 |   891
        gcs:coterie=singleton,at-least=1,inside=0    | 2 |  2867
        gcs:coterie=majority,at-least=2,inside=0     | 3 |  1588
        """)
    void noNodeLeavesIfTooFewAreInside(String name, int k, int states) {
        NodeSystem<?> system = LabCatalogue.messagePassing(name).system(3, k);
        Departures<?> departures = departures(system);
        assertThat(departures.fewestInsideWhenOneLeaves())
                .isEqualTo(system.sizes().floor() + 1);
        assertThat(departures.configurations()).isEqualTo(states);
    }

    @ParameterizedTest(name = "n = {0}, k = {1}, {2} requests each")
    @CsvSource({"2, 1, 2, 337", "3, 1, 1, 23746", "3, 1, 2, 137927"})
    void raymondsExclusionIsAnInclusion(int n, int k, int requests, long states) {
        Report report = Check.ofNodes(() -> new Complement<>(new Raymond(n, k)))
                .withRequests(requests)
                .withProperties(all(n - k, n, n))
                .run();
        assertThat(holds("complement", report)).isEqualTo(states);
    }

    @Test
    @Tag("long")
    void raymondsExclusionOfTwoIsAnInclusionAndStayingBlocksNoOthers() {
        Check check = Check.ofNodes(() -> new Complement<>(new Raymond(3, 2)))
                .withRequests(1)
                .withProperties(all(1, 3, 3));
        assertThat(holds("all leave", check.run())).isEqualTo(670_077);
        assertThat(holds("some stay", check.withCancels().run())).isEqualTo(2_336_173);
    }

    /** The states for l, k = 0,1 0,2 0,3 0,4 1,2 1,3 1,4 2,3 2,4 3,4. */
    @ParameterizedTest(name = "{0} on {1}")
    @CsvSource({
        "window, singleton, 3183 13630 26690 81 13454 88084 23724 27639 31499 19542",
        "window, tie, 53257 188332 297552 81 405826 3538271 459352 907188 1470805 828983",
        "gcs, singleton, 5359 14183 21446 81 37770 169917 23856 79856 29513 25371"
    })
    @Tag("long")
    void fourNodesAskOnce(String system, String coterie, String states) {
        everySizeHolds(system, coterie, 4, states, check -> check.withRequests(1));
    }

    /** Only the runs in which no channel ever holds more than one message; all runs would be too many. */
    @ParameterizedTest(name = "{0}, l = {1}, k = {2}")
    @CsvSource({
        "grid, 0, 1, 43882",
        "grid, 0, 2, 95600",
        "grid, 1, 2, 296898",
        "grid, 1, 3, 778576",
        "grid, 2, 3, 707130",
        "grid, 3, 4, 370759",
        "majority, 0, 1, 371016",
        "majority, 0, 2, 858994"
    })
    @Tag("long")
    void fourNodesAskOnceWithLittleRoom(String coterie, int l, int k, long states) {
        Check check =
                check("window", coterie, 4, new Size(l, k)).withRequests(1).withRoom(1);
        assertThat(holds(coterie, check.run())).isEqualTo(states);
    }

    /** No other node goes on without the crashed one, but the bounds hold: a node that crashed inside is inside. */
    @Test
    void bothBoundsHoldAfterACrash() {
        Report report = NodeFamilyTest.check("window:coterie=majority,at-least=1,inside=2", 3, 2)
                .withRequests(1)
                .withCrashes(1)
                .withProperties(new AtMost(2), new AtLeast(1))
                .run();
        assertThat(holds("window", report)).isEqualTo(37_056);
    }

    /** One node and two nodes: everything that is possible. */
    @ParameterizedTest(name = "{0}")
    @CsvSource({"window", "gcs"})
    void oneAndTwoNodesAskTwiceAndGiveUp(String system) {
        for (String coterie : List.of("singleton", "tie", "majority", "grid")) {
            for (int n = 1; n <= 2; n++) {
                for (Size size : sizes(system, n)) {
                    holds(
                            coterie + " " + size,
                            check(system, coterie, n, size)
                                    .withRequests(2)
                                    .withCancels()
                                    .run());
                }
            }
        }
    }
}
