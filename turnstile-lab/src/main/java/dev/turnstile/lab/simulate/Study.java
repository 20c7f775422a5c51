package dev.turnstile.lab.simulate;

import dev.turnstile.algorithm.Algorithm;
import dev.turnstile.machine.Message;
import dev.turnstile.machine.NodeSystem;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;

/**
 * Repeated simulations of several algorithms and workloads, each from several seeds, on all cores.
 *
 * <pre>{@code
 * Study study = new Study(5000, 1, 10);
 * Study.Outcome outcome = study.of(List.of(new Study.Point(raymond, 30, 3, Workload.of(0.1))), done -> {}).getFirst();
 * if (outcome.isResult()) {
 *     System.out.println(outcome.estimate(Metric.DELAY));
 * }
 * }</pre>
 *
 * @param entries the number of entries after which a run ends; the first tenth of them is warm-up
 * @param firstSeed the seed of the first run
 * @param seeds the number of runs of each point; their seeds are consecutive
 * @param byType whether messages are also counted by type
 */
public record Study(long entries, long firstSeed, int seeds, boolean byType) {
    private static final int MEGABYTE = 1 << 20;

    /** Creates a study that does not count messages by type. */
    public Study(long entries, long firstSeed, int seeds) {
        this(entries, firstSeed, seeds, false);
    }

    /**
     * Validates the number of seeds.
     *
     * @throws IllegalArgumentException if there is no seed
     */
    public Study {
        if (seeds < 1) {
            throw new IllegalArgumentException("the number of seeds must be at least 1, not " + seeds);
        }
    }

    /** An algorithm, its size and its workload: one point of a study. */
    public record Point(Algorithm.MessagePassing algorithm, int nodes, int places, Workload workload) {}

    /**
     * The outcome of one point.
     *
     * @param point the point
     * @param results the results of the completed runs
     * @param failed the seed of the first run in which a property was violated
     * @param unfinished the number of runs stopped before their end or before they began
     */
    public record Outcome(Point point, List<Result> results, Optional<Long> failed, int unfinished) {
        /** Copies the list. */
        public Outcome {
            results = List.copyOf(results);
        }

        /**
         * Returns whether every run completed without a violation. If not, the numbers must not be taken for a result.
         */
        public boolean isResult() {
            return failed.isEmpty() && unfinished == 0;
        }

        /** Returns the estimate of a metric over the runs. */
        public Estimate estimate(Metric metric) {
            return Estimate.of(
                    results.stream().mapToDouble(result -> result.value(metric)).toArray());
        }

        /** Returns the estimates of messages per entry by type; empty unless the study counts types. */
        public SortedMap<String, Estimate> messagesByType() {
            SortedMap<String, Estimate> estimates = new TreeMap<>();
            results.stream()
                    .flatMap(result -> result.messagesByType().keySet().stream())
                    .distinct()
                    .forEach(type -> estimates.put(type, messages(type)));
            return estimates;
        }

        private Estimate messages(String type) {
            return Estimate.of(results.stream()
                    .mapToDouble(result -> result.messagesByType().getOrDefault(type, 0.0))
                    .toArray());
        }

        /** Returns the first violation, if there was one. */
        public Optional<Result.Finding> finding() {
            return results.stream().flatMap(result -> result.finding().stream()).findFirst();
        }
    }

    /**
     * Runs all points.
     *
     * @param progress receives the number of completed runs
     * @throws IllegalArgumentException if a point cannot be run; thrown before any run starts
     */
    public List<Outcome> of(List<Point> points, IntConsumer progress) {
        return of(points, () -> false, progress);
    }

    /**
     * Runs all points in the given order until they are finished or stopped.
     *
     * @param stops polled now and then, by several threads; once it returns true, it must keep returning true
     * @param progress receives the number of completed runs
     * @throws IllegalArgumentException if a point cannot be run; thrown before any run starts
     */
    public List<Outcome> of(List<Point> points, BooleanSupplier stops, IntConsumer progress) {
        points.forEach(this::check);
        try (ExecutorService pool =
                Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors())) {
            List<List<Future<Optional<Result>>>> started = new ArrayList<>();
            for (Point point : points) {
                List<Future<Optional<Result>>> runs = new ArrayList<>();
                for (int i = 0; i < seeds; i++) {
                    long seed = firstSeed + i;
                    runs.add(pool.submit(() -> stops.getAsBoolean()
                            ? Optional.empty()
                            : simulation(point, seed).runUnless(stops)));
                }
                started.add(runs);
            }
            return outcomes(points, started, progress);
        }
    }

    /**
     * Checks whether a point can be run, without creating its nodes.
     *
     * @throws IllegalArgumentException if a number is out of range, or the nodes do not fit in the heap
     */
    public void check(Point point) {
        NodeSystem<?> system = point.algorithm().system(point.nodes(), point.places());
        point.workload().checkFor(system, entries);
        int atOnce = Math.min(seeds, Runtime.getRuntime().availableProcessors());
        long heap = Runtime.getRuntime().maxMemory();
        long bytes = system.facts().bytesAtLeast();
        if (bytes > heap / atOnce) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "%d nodes take at least %d MB for each of %d runs at once, but the heap has %d MB; choose fewer"
                            + " nodes, a coterie with smaller quorums, fewer seeds or a larger heap",
                    point.nodes(),
                    bytes / MEGABYTE,
                    atOnce,
                    heap / MEGABYTE));
        }
    }

    private List<Outcome> outcomes(
            List<Point> points, List<List<Future<Optional<Result>>>> started, IntConsumer progress) {
        List<Outcome> outcomes = new ArrayList<>();
        int done = 0;
        for (int at = 0; at < points.size(); at++) {
            List<Result> results = new ArrayList<>();
            Optional<Long> failed = Optional.empty();
            for (int i = 0; i < seeds; i++) {
                Optional<Result> result = await(started.get(at).get(i));
                if (failed.isEmpty() && result.flatMap(Result::finding).isPresent()) {
                    failed = Optional.of(firstSeed + i);
                }
                result.ifPresent(results::add);
                progress.accept(++done);
            }
            outcomes.add(new Outcome(points.get(at), results, failed, seeds - results.size()));
        }
        return outcomes;
    }

    private static Optional<Result> await(Future<Optional<Result>> run) {
        try {
            return run.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException("a run failed: " + e.getCause().getMessage(), e.getCause());
        }
    }

    /** Returns one run of a point. */
    public Simulation<?> simulation(Point point, long seed) {
        return simulation(point.algorithm().system(point.nodes(), point.places()), point.workload(), seed);
    }

    private <M extends Message> Simulation<M> simulation(NodeSystem<M> system, Workload workload, long seed) {
        Simulation<M> simulation = new Simulation<>(system, workload, entries, seed);
        return byType ? simulation.countingTypes() : simulation;
    }
}
