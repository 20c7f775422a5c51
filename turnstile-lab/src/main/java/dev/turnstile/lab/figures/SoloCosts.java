package dev.turnstile.lab.figures;

import dev.turnstile.algorithm.quorum.coterie.Coterie;
import dev.turnstile.machine.Message;
import dev.turnstile.machine.NodeSystem;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Measures the cost for a single node to leave and come back, with kamei-2019 and with the merged window, over sizes
 * and coteries.
 */
final class SoloCosts {
    private static final List<String> COTERIES = List.of("grid", "triangle", "plane", "majority");
    private static final List<Integer> SIZES = List.of(4, 9, 21, 57, 100, 1_000, 10_000);
    private static final int EACH_UP_TO = 100; // nodes: up to this size every node is measured
    private static final int SOME = 10;
    private static final int FEW = 2; // with majorities, where a quorum is half of all nodes

    private final int largest;
    private final List<String> algorithms;
    private final Map<Key, Cost> costs = new TreeMap<>();

    private record Key(int nodes, int coterie, String algorithm) implements Comparable<Key> {
        @Override
        public int compareTo(Key other) {
            int size = Integer.compare(nodes, other.nodes);
            int kind = size != 0 ? size : Integer.compare(coterie, other.coterie);
            return kind != 0 ? kind : algorithm.compareTo(other.algorithm);
        }
    }

    /** The quorum sizes of the measured nodes, and the cost of each. */
    private record Cost(List<Integer> quorums, List<Solo.Pair> pairs) {
        double mean(ToLongFunction<Solo.Pair> what) {
            return pairs.stream().mapToLong(what).average().orElseThrow();
        }

        /** Returns whether every cost in messages was {@code times} times the number of other members of the quorum. */
        boolean isAlways(int times) {
            return IntStream.range(0, pairs.size())
                    .allMatch(at -> pairs.get(at).messages() == (long) times * (quorums.get(at) - 1));
        }
    }

    /** Measures up to the given number of nodes, the windows and the given baselines. */
    SoloCosts(int largest, List<String> baselines) {
        this.largest = largest;
        algorithms =
                Stream.concat(Windows.ALGORITHMS.stream(), baselines.stream()).toList();
    }

    private List<Integer> sizes() {
        return SIZES.stream().filter(n -> n <= largest).toList();
    }

    int runs() {
        return sizes().size() * COTERIES.size() * algorithms.size();
    }

    /** Runs one after another, because large systems need much memory. */
    void run(Runnable over) {
        for (int n : sizes()) {
            for (String coterie : COTERIES) {
                for (String algorithm : algorithms) {
                    costs.put(new Key(n, COTERIES.indexOf(coterie), algorithm), cost(n, coterie, algorithm));
                    over.run();
                }
            }
        }
    }

    private static Cost cost(int n, String coterie, String algorithm) {
        Windows window = Windows.wide(n);
        int count = n <= EACH_UP_TO ? n : coterie.equals("majority") ? FEW : SOME;
        int[] nodes = IntStream.range(0, count)
                .map(at -> (int) ((long) at * n / count))
                .toArray();
        Coterie quorums = Coterie.of(coterie, n);
        return new Cost(
                IntStream.of(nodes)
                        .map(node -> quorums.quorum(node).length)
                        .boxed()
                        .toList(),
                pairs(window.algorithm(algorithm, coterie).system(n, window.places(algorithm)), nodes));
    }

    private static <M extends Message> List<Solo.Pair> pairs(NodeSystem<M> system, int[] nodes) {
        Solo<M> solo = new Solo<>(system);
        return IntStream.of(nodes).mapToObj(solo::pair).toList();
    }

    private Stream<Cost> of(String algorithm) {
        return costs.entrySet().stream()
                .filter(entry -> entry.getKey().algorithm().equals(algorithm))
                .map(Map.Entry::getValue);
    }

    /**
     * Returns whether every pair cost {@code times} times the number of other quorum members, for all n and coteries.
     */
    boolean isAlways(String algorithm, int times) {
        return of(algorithm).allMatch(cost -> cost.isAlways(times));
    }

    private LongStream times(String algorithm, ToLongFunction<Solo.Pair> which) {
        return of(algorithm).flatMap(cost -> cost.pairs().stream()).mapToLong(which);
    }

    long longest(String algorithm, ToLongFunction<Solo.Pair> which) {
        return times(algorithm, which).max().orElseThrow();
    }

    /** Returns the distinct times seen, such as "4 or 6". */
    String seen(String algorithm, ToLongFunction<Solo.Pair> which) {
        return times(algorithm, which)
                .sorted()
                .distinct()
                .mapToObj(String::valueOf)
                .collect(Collectors.joining(" or "));
    }

    int largest() {
        return sizes().getLast();
    }

    double messages(String algorithm, String coterie, int n) {
        return cost(algorithm, coterie, n).mean(Solo.Pair::messages);
    }

    double words(String algorithm, String coterie, int n) {
        return cost(algorithm, coterie, n).mean(Solo.Pair::words);
    }

    private Cost cost(String algorithm, String coterie, int n) {
        return costs.get(new Key(n, COTERIES.indexOf(coterie), algorithm));
    }

    /** Returns the chart over n, by coterie; without majorities, which are beyond the paper. */
    Chart chart() {
        return new Chart(
                "One at a time leaves and comes back: messages",
                "n",
                COTERIES.stream()
                        .filter(coterie -> !coterie.equals("majority"))
                        .map(this::panel)
                        .toList());
    }

    private Chart.Panel panel(String coterie) {
        return new Chart.Panel(
                "messages, " + coterie,
                algorithms.stream()
                        .map(algorithm -> new Chart.Curve(
                                algorithm,
                                sizes().stream()
                                        .map(n -> new Chart.Point(n, messages(algorithm, coterie, n), 0))
                                        .toList()))
                        .toList());
    }

    /** Returns the table of the windows only. */
    Table table() {
        return table(Windows.ALGORITHMS);
    }

    Table tableOfAll() {
        return table(algorithms);
    }

    private Table table(List<String> shown) {
        List<String> heads = new ArrayList<>(List.of("n", "coterie", "|Q|", "turns"));
        shown.forEach(algorithm -> heads.add(algorithm + " messages"));
        shown.forEach(algorithm -> heads.add(algorithm + " words"));
        heads.addAll(List.of("gcs/window messages", "words"));
        List<List<String>> rows = new ArrayList<>();
        sizes().forEach(n -> COTERIES.forEach(coterie -> rows.add(row(shown, n, coterie))));
        return new Table("One at a time leaves and comes back: messages and words", heads, rows);
    }

    private List<String> row(List<String> shown, int n, String coterie) {
        Cost any = cost(Windows.ALGORITHMS.getFirst(), coterie, n);
        double quorum = any.quorums().stream().mapToInt(size -> size).average().orElseThrow();
        List<String> row = new ArrayList<>(List.of(
                String.valueOf(n),
                coterie,
                Windows.number(quorum),
                String.valueOf(any.pairs().size())));
        shown.forEach(algorithm -> row.add(Windows.number(messages(algorithm, coterie, n))));
        shown.forEach(algorithm -> row.add(Windows.number(words(algorithm, coterie, n))));
        row.add(Windows.ratio(messages("gcs", coterie, n), messages("window", coterie, n)));
        row.add(Windows.ratio(words("gcs", coterie, n), words("window", coterie, n)));
        return row;
    }
}
