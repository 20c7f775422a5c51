package dev.turnstile.lab.figures;

import dev.turnstile.algorithm.Algorithm;
import dev.turnstile.lab.catalogue.LabCatalogue;
import dev.turnstile.lab.explore.Check;
import dev.turnstile.lab.simulate.Delay;
import dev.turnstile.lab.simulate.Estimate;
import dev.turnstile.lab.simulate.Metric;
import dev.turnstile.lab.simulate.Result;
import dev.turnstile.lab.simulate.Simulation;
import dev.turnstile.lab.simulate.Workload;
import dev.turnstile.machine.Message;
import dev.turnstile.machine.NodeSystem;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.IntConsumer;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * The claims of datta-2009 about the self-stabilising tree, and what the paper leaves open: the time to stabilise from
 * an arbitrary configuration, the longest wait, and the cost of members that crash and join.
 *
 * <pre>{@code
 * Datta datta = new Datta(5);
 * datta.run(done -> {});
 * datta.tables().forEach(table -> System.out.println(table.text()));
 * }</pre>
 */
public final class Datta implements FigureSet {
    private static final String STABILISING = "datta-stabilising";
    private static final String CHURN = "datta-churn";
    private static final List<Integer> SIZES = List.of(2, 4, 8, 16, 32, 64);
    private static final List<String> SHAPES = List.of("path", "star", "balanced", "random-1");
    private static final List<Integer> MEMBERS = List.of(3, 6, 12, 24, 48);
    private static final List<Integer> PERIODS = List.of(5, 50); // of changes, per member
    private static final int UNITS = 5;
    private static final int EACH = 3;
    private static final int STARTS_PER_SEED = 20;
    private static final int STEADY_ROUNDS = 8;
    private static final int ROUNDS_MOST = 1_000;
    private static final long ENTRIES = 3_000;
    private static final int CHANGING_TIME = 30_000; // after which the membership is stable
    private static final double RATE = 0.01;

    /** A configuration small enough to find the longest wait exhaustively, with the units that each node requests. */
    private record Small(String shape, int units, List<Integer> asked) {
        int nodes() {
            return asked.size();
        }
    }

    private static final List<Small> SMALL = List.of(
            new Small("path", 1, List.of(1, 1)),
            new Small("path", 2, List.of(1, 2)),
            new Small("path", 3, List.of(1, 3)),
            new Small("path", 4, List.of(1, 4)),
            new Small("star", 1, List.of(1, 1, 1)),
            new Small("star", 2, List.of(1, 2, 1)),
            new Small("star", 3, List.of(1, 3, 1)),
            new Small("path", 2, List.of(1, 1, 2)),
            new Small("path", 2, List.of(1, 2, 1)),
            new Small("star", 1, List.of(1, 1, 1, 1)),
            new Small("path", 2, List.of(1, 1, 1, 2)));

    private static final List<Integer> LARGE = List.of(4, 8, 16, 32);

    private final int seeds;
    private final Map<String, Map<Integer, List<Result>>> settled = new LinkedHashMap<>(); // by shape and n
    private final Map<Integer, Map<Integer, List<Result>>> churned =
            new LinkedHashMap<>(); // by period per member, and by members
    private final List<List<String>> waits = new ArrayList<>();
    private int done;

    /**
     * Creates the measurements. Each seed gives one run with churn and 20 runs from arbitrary configurations.
     *
     * @throws IllegalArgumentException if the number of seeds is not between 2, the minimum for intervals, and 1,000
     */
    public Datta(int seeds) {
        Bulgannawar.checkSeeds(seeds);
        this.seeds = seeds;
    }

    @Override
    public List<String> names() {
        return List.of(STABILISING, CHURN);
    }

    @Override
    public int simulations() {
        return SIZES.size() * SHAPES.size() * seeds * STARTS_PER_SEED
                + PERIODS.size() * MEMBERS.size() * seeds
                + SMALL.size()
                + LARGE.size() * seeds;
    }

    @Override
    public void run(IntConsumer progress) {
        for (String shape : SHAPES) {
            for (int n : SIZES) {
                settled.computeIfAbsent(shape, same -> new LinkedHashMap<>())
                        .put(n, parallel(seeds * STARTS_PER_SEED, progress, seed -> stabilising(shape, n, seed)));
            }
        }
        for (int period : PERIODS) {
            for (int n : MEMBERS) {
                churned.computeIfAbsent(period, same -> new LinkedHashMap<>())
                        .put(n, parallel(seeds, progress, seed -> churning(n, period, seed)));
            }
        }
        for (Small small : SMALL) {
            waits.add(exactWait(small));
            progress.accept(++done);
        }
        for (int n : LARGE) {
            waits.add(largestWait(n, parallel(seeds, progress, seed -> waiting(n, seed))));
        }
    }

    /** A run from a seed. */
    @FunctionalInterface
    private interface Running {
        Result run(long seed);
    }

    private List<Result> parallel(int count, IntConsumer progress, Running running) {
        List<Result> results = IntStream.rangeClosed(1, count)
                .parallel()
                .mapToObj(running::run)
                .toList();
        for (int i = 0; i < results.size(); i++) {
            int seed = i + 1;
            results.get(i).finding().ifPresent(finding -> {
                throw new IllegalStateException("seed " + seed + ": " + finding);
            });
        }
        done += count;
        progress.accept(done);
        return results;
    }

    private static <M extends Message> Simulation<M> simulation(
            NodeSystem<M> system, Workload workload, long entries, long seed) {
        return new Simulation<>(system, workload, entries, seed);
    }

    private static Simulation<?> simulation(String name, int n, Workload workload, long entries, long seed) {
        Algorithm.MessagePassing algorithm = LabCatalogue.messagePassing(name);
        return simulation(algorithm.system(n, UNITS), workload, entries, seed);
    }

    private static Workload workload(int n) {
        return Workload.of(RATE).withHold(1).withUnits(1, EACH).withTimeout(20.0 * n);
    }

    /** Runs from an arbitrary configuration until the system has been legitimate for a while. */
    private static Result stabilising(String shape, int n, long seed) {
        Workload anywhere = workload(n).withAnyStart(1).withDelay(new Delay.Exponential());
        return simulation("tree:shape=" + shape + ",each=" + EACH, n, anywhere, ENTRIES, seed)
                .untilSteadyFor(STEADY_ROUNDS, ROUNDS_MOST)
                .run();
    }

    /**
     * Runs with churn. The last node is not a member. In the end all nodes are members again, and the system is
     * legitimate.
     */
    private static Result churning(int members, int period, long seed) {
        int changes = CHANGING_TIME / (period * members);
        Workload changing =
                workload(members).withTimeout((double) period * members).withRate(0.1 / members);
        return simulation("tree-members:changes=" + changes + ",each=" + EACH, members + 1, changing, ENTRIES, seed)
                .run();
    }

    /** Runs under maximum load, with requests for one unit up to all, on channels that are slow in turns. */
    private static Result waiting(int n, long seed) {
        Workload crowd = workload(n).withRate(10).withUnits(1, UNITS).withDelay(new Delay.Adversarial(10));
        return simulation("tree:shape=star", n, crowd, ENTRIES, seed).run();
    }

    private List<String> exactWait(Small small) {
        OptionalInt longest = checkOf(small)
                .withUnits(small.asked().stream().mapToInt(wanted -> wanted).toArray())
                .longestWait();
        return wait(
                small.shape() + ", asking for " + small.asked(),
                small.nodes(),
                small.units(),
                longest.isPresent() ? String.valueOf(longest.getAsInt()) : "not found",
                "exact");
    }

    private static Check checkOf(Small small) {
        Algorithm.MessagePassing algorithm = LabCatalogue.messagePassing("tree-priority:shape=" + small.shape());
        return checkOf(algorithm, small);
    }

    @SuppressWarnings("unchecked") // all systems of the algorithm have the same message type
    private static <M extends Message> Check checkOf(Algorithm.MessagePassing algorithm, Small small) {
        return Check.ofNodes(() -> (NodeSystem<M>) algorithm.system(small.nodes(), small.units()));
    }

    private static List<String> largestWait(int n, List<Result> results) {
        double most = results.stream()
                .mapToDouble(result -> result.value(Metric.ENTRIES_WAITED_MAX))
                .max()
                .orElseThrow();
        return wait("star, asking for 1 to " + UNITS, n, UNITS, String.valueOf((long) most), "largest found");
    }

    private static List<String> wait(String what, int n, long l, String longest, String how) {
        long ring = 2L * n - 3;
        return List.of(
                what,
                String.valueOf(n),
                String.valueOf(l),
                longest,
                how,
                String.valueOf(l * ring * ring),
                String.valueOf(2 * l * ring));
    }

    @Override
    public List<Figure> figures() {
        return List.of(
                new Figure(
                        STABILISING,
                        new Chart(
                                "From an arbitrary configuration until all is right, l = " + UNITS,
                                "n",
                                List.of(
                                        settling("rounds of the controller", Result.Settled::rounds),
                                        settling("messages, all kinds", Result.Settled::messages))),
                        settlingTable()),
                new Figure(
                        CHURN,
                        new Chart(
                                "Members die and join: until all is right again, l = " + UNITS,
                                "members",
                                List.of(
                                        recovering("time (Tt = 0.8)", Result.Recovery::time),
                                        recovering("messages, all kinds", Result.Recovery::messages))),
                        recoveringTable()));
    }

    private Chart.Panel settling(String axis, ToDoubleFunction<Result.Settled> metric) {
        List<Chart.Curve> curves = new ArrayList<>();
        settled.forEach((shape, sizes) -> curves.add(new Chart.Curve(
                shape,
                sizes.entrySet().stream()
                        .map(size -> point(size.getKey(), of(size.getValue(), metric)))
                        .toList())));
        return new Chart.Panel(axis, curves);
    }

    private static Chart.Point point(int x, double[] values) {
        Estimate estimate = Estimate.of(values);
        return new Chart.Point(x, estimate.mean(), estimate.halfWidth());
    }

    private static double[] of(List<Result> results, ToDoubleFunction<Result.Settled> metric) {
        return results.stream()
                .mapToDouble(result -> metric.applyAsDouble(result.settled().orElseThrow()))
                .toArray();
    }

    private Chart.Panel recovering(String axis, ToDoubleFunction<Result.Recovery> metric) {
        List<Chart.Curve> curves = new ArrayList<>();
        churned.forEach((period, sizes) -> curves.add(new Chart.Curve(
                "a change every " + period + " n",
                sizes.entrySet().stream()
                        .map(size -> point(size.getKey(), recoveries(size.getValue(), metric)))
                        .toList())));
        return new Chart.Panel(axis, curves);
    }

    /** Returns the values of the recoveries, without the first from the initial state. */
    private static double[] recoveries(List<Result> results, ToDoubleFunction<Result.Recovery> metric) {
        return results.stream()
                .flatMap(result -> result.recoveries().stream().skip(1))
                .mapToDouble(metric)
                .toArray();
    }

    private Table settlingTable() {
        List<List<String>> rows = new ArrayList<>();
        settled.forEach((shape, sizes) -> sizes.forEach((n, results) -> {
            double[] rounds = of(results, Result.Settled::rounds);
            double[] messages = of(results, Result.Settled::messages);
            rows.add(List.of(
                    shape,
                    String.valueOf(n),
                    String.valueOf(results.size()),
                    mean(rounds),
                    most(rounds),
                    mean(messages),
                    most(messages)));
        }));
        return new Table(
                "Stabilisation from arbitrary configurations",
                List.of("shape", "n", "configurations", "rounds", "most rounds", "messages", "most messages"),
                rows);
    }

    private Table recoveringTable() {
        List<List<String>> rows = new ArrayList<>();
        churned.forEach((period, sizes) -> sizes.forEach((n, results) -> {
            double[] times = recoveries(results, Result.Recovery::time);
            double[] messages = recoveries(results, Result.Recovery::messages);
            rows.add(List.of(
                    period + " n",
                    String.valueOf(n),
                    String.valueOf(times.length),
                    mean(times),
                    most(times),
                    mean(messages),
                    most(messages)));
        }));
        return new Table(
                "Recovery after members die and join",
                List.of("a change every", "members", "recoveries", "time", "longest", "messages", "most messages"),
                rows);
    }

    private static String mean(double[] values) {
        return String.format(
                Locale.ROOT, "%.1f", DoubleStream.of(values).average().orElse(Double.NaN));
    }

    private static String most(double[] values) {
        return String.format(Locale.ROOT, "%.1f", DoubleStream.of(values).max().orElse(Double.NaN));
    }

    @Override
    public List<Table> tables() {
        return List.of(
                settlingTable(),
                recoveringTable(),
                new Table(
                        "Waiting time: entries of other nodes while one node waits",
                        List.of("tree", "n", "l", "longest wait", "method", "paper: l(2n-3)^2", "corrected: 2l(2n-3)"),
                        waits));
    }
}
