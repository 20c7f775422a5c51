package dev.turnstile.lab.figures;

import dev.turnstile.lab.simulate.Costs;
import dev.turnstile.lab.simulate.Metric;
import dev.turnstile.lab.simulate.Study;
import dev.turnstile.lab.simulate.Workload;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.IntConsumer;
import java.util.stream.Stream;

/**
 * Measures windows in which all nodes come and go, from hardly ever to constantly, as kamei-2019 announces in section
 * 6. A node stays inside for T, and outside for an exponentially distributed time with mean T. Without waiting, half of
 * the nodes would thus be inside.
 */
final class LoadedWindows {
    private static final List<Integer> SIZES = List.of(9, 25, 100);
    private static final List<Integer> PERIODS = List.of(3_000, 1_000, 300, 100, 30, 10, 1); // T
    private static final List<Integer> PRINTED = List.of(1_000, 100, 30, 1);
    private static final int IDLE = 10_000;
    private static final int BUSY = 1;
    private static final String GRID = "grid";
    private static final int PLANE = 57;
    private static final long ENTRIES = 1_000;
    private static final int ENTRIES_PER_NODE = 20;

    private final int largest;
    private final int seeds;
    private final List<String> baselines;
    private final Map<Key, Study.Outcome> outcomes = new LinkedHashMap<>();
    private int over;

    /** The key of a simulation. */
    private record Key(String algorithm, Windows window, String coterie, int period) {
        Study.Point point() {
            Workload workload = Workload.of(1.0 / period).withHold(period).withCosts(new Costs(0, 0, 1));
            return new Study.Point(
                    window.algorithm(algorithm, coterie), window.nodes(), window.places(algorithm), workload);
        }

        long entries() {
            return Math.max(ENTRIES, (long) ENTRIES_PER_NODE * window.nodes());
        }
    }

    /**
     * Measures up to the given number of nodes, with the given number of seeds, the windows and the given baselines.
     */
    LoadedWindows(int largest, int seeds, List<String> baselines) {
        this.largest = largest;
        this.seeds = seeds;
        this.baselines = List.copyOf(baselines);
    }

    private List<Integer> sizes() {
        return SIZES.stream().filter(n -> n <= largest).toList();
    }

    private List<Key> loads() {
        List<Key> keys = new ArrayList<>();
        for (int n : sizes()) {
            for (String algorithm : Windows.ALGORITHMS) {
                PERIODS.forEach(period -> keys.add(new Key(algorithm, Windows.wide(n), GRID, period)));
                if (!algorithm.equals("mutin")) {
                    PERIODS.forEach(period -> keys.add(new Key(algorithm, Windows.tight(n), GRID, period)));
                }
            }
        }
        return keys;
    }

    private List<Key> baselineLoads() {
        return sizes().stream()
                .flatMap(n -> baselines.stream()
                        .flatMap(algorithm ->
                                PERIODS.stream().map(period -> new Key(algorithm, Windows.wide(n), GRID, period))))
                .toList();
    }

    private static List<Key> types() {
        List<Key> keys = new ArrayList<>();
        for (String algorithm : Windows.ALGORITHMS) {
            keys.add(new Key(algorithm, Windows.wide(PLANE), "plane", IDLE));
            keys.add(new Key(algorithm, Windows.wide(PLANE), "plane", BUSY));
        }
        return keys;
    }

    int runs() {
        return (loads().size() + baselineLoads().size() + types().size()) * seeds;
    }

    /**
     * Runs all simulations, and reports the number completed.
     *
     * @throws IllegalStateException if too few or too many nodes are inside in one of them, or a node is locked out
     */
    void run(IntConsumer progress) {
        for (Key key : loads()) {
            run(key, new Study(key.entries(), 1, seeds), progress);
        }
        for (Key key : baselineLoads()) {
            run(key, new Study(key.entries(), 1, seeds), progress);
        }
        for (Key key : types()) {
            run(key, new Study(key.entries(), 1, seeds, true), progress);
        }
    }

    private void run(Key key, Study study, IntConsumer progress) {
        Study.Outcome outcome = study.of(List.of(key.point()), done -> progress.accept(over + done))
                .getFirst();
        over += seeds;
        outcome.finding().ifPresent(finding -> {
            throw new IllegalStateException(key + ": " + finding);
        });
        outcomes.put(key, outcome);
    }

    private double mean(Key key, Metric metric) {
        return outcomes.get(key).estimate(metric).mean();
    }

    int largest() {
        return sizes().getLast();
    }

    /** Returns a metric of a wide window on a grid under the largest load. */
    double busy(String algorithm, Metric metric) {
        return mean(new Key(algorithm, Windows.wide(largest()), GRID, BUSY), metric);
    }

    /** Returns the number of Response2 messages per pair and other member of a quorum, under the largest load. */
    double response2(String algorithm) {
        Key busy = new Key(algorithm, Windows.wide(PLANE), "plane", BUSY);
        double all = outcomes.get(busy).messagesByType().entrySet().stream()
                .filter(entry -> entry.getKey().endsWith("Response2"))
                .mapToDouble(entry -> entry.getValue().mean())
                .sum();
        return all / others();
    }

    /** Returns the number of other members of a quorum: lines of the plane of order 7 have 8 points. */
    private static int others() {
        return 7;
    }

    Chart chart() {
        return new Chart(
                "All nodes come and go, wide windows on a grid",
                "rate at which a node wants to cross (1/T)",
                List.of(
                        panel("messages per pair", Metric.MESSAGES),
                        panel("time to leave", Metric.LEAVING),
                        panel("time to enter", Metric.DELAY),
                        panel("entries per unit of time", Metric.THROUGHPUT)));
    }

    private Chart.Panel panel(String axis, Metric metric) {
        List<Chart.Curve> curves = new ArrayList<>();
        for (String algorithm :
                Stream.concat(Windows.ALGORITHMS.stream(), baselines.stream()).toList()) {
            for (int n : drawn()) {
                curves.add(new Chart.Curve(
                        algorithm + ", n = " + n,
                        PERIODS.stream()
                                .map(period -> point(new Key(algorithm, Windows.wide(n), GRID, period), metric))
                                .toList()));
            }
        }
        return new Chart.Panel(axis, curves);
    }

    /** Returns the two largest sizes, since more would be too many curves. */
    private List<Integer> drawn() {
        return sizes().subList(Math.max(0, sizes().size() - 2), sizes().size());
    }

    private Chart.Point point(Key key, Metric metric) {
        return new Chart.Point(
                1.0 / key.period(),
                mean(key, metric),
                outcomes.get(key).estimate(metric).halfWidth());
    }

    /** Returns the table of all windows, loads and baselines. */
    Table table() {
        return table(Stream.concat(loads().stream(), baselineLoads().stream()));
    }

    /** Returns the table of the windows only, for some of their loads. */
    Table printed() {
        return table(loads().stream().filter(key -> PRINTED.contains(key.period())));
    }

    private Table table(Stream<Key> keys) {
        return new Table(
                "All nodes come and go, on a grid",
                List.of(
                        "n",
                        "(l,k)",
                        "T",
                        "algorithm",
                        "messages",
                        "words",
                        "to leave",
                        "longest",
                        "to enter",
                        "p99",
                        "longest",
                        "entries/time"),
                keys.map(this::row).toList());
    }

    private List<String> row(Key key) {
        List<String> row = new ArrayList<>(List.of(
                String.valueOf(key.window().nodes()),
                key.window().toString(),
                String.valueOf(key.period()),
                key.algorithm()));
        for (Metric metric : List.of(
                Metric.MESSAGES,
                Metric.WORDS,
                Metric.LEAVING,
                Metric.LEAVING_MAX,
                Metric.DELAY,
                Metric.DELAY_P99,
                Metric.DELAY_MAX,
                Metric.THROUGHPUT)) {
            row.add(Windows.number(mean(key, metric)));
        }
        return row;
    }

    /** Returns the paper's composition divided by the merged protocol, with everything else equal. */
    Table sideBySide() {
        List<List<String>> rows = new ArrayList<>();
        for (Key gcs : loads()) {
            if (gcs.algorithm().equals("gcs") && PRINTED.contains(gcs.period())) {
                Key window = new Key("window", gcs.window(), GRID, gcs.period());
                List<String> row = new ArrayList<>(List.of(
                        String.valueOf(gcs.window().nodes()), gcs.window().toString(), String.valueOf(gcs.period())));
                for (Metric metric :
                        List.of(Metric.MESSAGES, Metric.WORDS, Metric.LEAVING, Metric.DELAY, Metric.THROUGHPUT)) {
                    row.add(Windows.ratio(mean(gcs, metric), mean(window, metric)));
                }
                rows.add(row);
            }
        }
        return new Table(
                "gcs divided by window",
                List.of("n", "(l,k)", "T", "messages", "words", "to leave", "to enter", "entries/time"),
                rows);
    }

    /** Returns the messages by type, for n = 57 on a plane. */
    Table byType() {
        List<List<String>> rows = new ArrayList<>();
        for (String algorithm : Windows.ALGORITHMS) {
            Study.Outcome idle = outcomes.get(new Key(algorithm, Windows.wide(PLANE), "plane", IDLE));
            Study.Outcome busy = outcomes.get(new Key(algorithm, Windows.wide(PLANE), "plane", BUSY));
            SortedSet<String> types = new TreeSet<>(idle.messagesByType().keySet());
            types.addAll(busy.messagesByType().keySet());
            types.forEach(type -> rows.add(List.of(algorithm, type, perMember(idle, type), perMember(busy, type))));
        }
        return new Table(
                "Messages by type, per pair and per other member of the quorum, n = 57 on a plane, |Q| = 8",
                List.of("algorithm", "type", "T = " + IDLE, "T = " + BUSY),
                rows);
    }

    private static String perMember(Study.Outcome outcome, String type) {
        return outcome.messagesByType().containsKey(type)
                ? Windows.ratio(outcome.messagesByType().get(type).mean(), others())
                : "0.00";
    }
}
