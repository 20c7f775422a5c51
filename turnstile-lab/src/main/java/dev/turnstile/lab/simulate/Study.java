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
 * The same runs from several seeds, for several algorithms and workloads, on all cores.
 *
 * <pre>{@code
 * Study study = new Study(5000, 1, 10);
 * List<Study.Outcome> outcomes = study.of(List.of(new Study.Point(raymond, 30, 3, Workload.of(0.1))), done -> {});
 * }</pre>
 *
 * @param entries a run ends after so many; the first tenth of them is warm-up
 * @param firstSeed of the first run
 * @param seeds how many runs each; the seeds are consecutive
 * @param byType messages are counted by their type, too
 */
public record Study(long entries, long firstSeed, int seeds, boolean byType) {
    private static final int MEGABYTE = 1 << 20;

    /** Messages are not counted by type. */
    public Study(long entries, long firstSeed, int seeds) {
        this(entries, firstSeed, seeds, false);
    }

    /** At least one run. */
    public Study {
        if (seeds < 1) {
            throw new IllegalArgumentException("there must be at least one run, not " + seeds);
        }
    }

    /** What is run. */
    public record Point(Algorithm.MessagePassing algorithm, int nodes, int places, Workload workload) {}

    /**
     * What came of one point.
     *
     * @param point what was run
     * @param results of each run that ended
     * @param failed the seed of the first run in which a property did not hold
     * @param unfinished how many runs were stopped before their end, or before they began
     */
    public record Outcome(Point point, List<Result> results, Optional<Long> failed, int unfinished) {
        /** Copies the list. */
        public Outcome {
            results = List.copyOf(results);
        }

        /** Whether every run ended and nothing went wrong: otherwise its numbers must not be taken for a result. */
        public boolean isResult() {
            return failed.isEmpty() && unfinished == 0;
        }

        /** A metric over the runs. */
        public Estimate estimate(Metric metric) {
            return Estimate.of(
                    results.stream().mapToDouble(result -> result.value(metric)).toArray());
        }

        /** Messages per entry by their type, over the runs; none unless the study counts them. */
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

        /** What went wrong first, if something did. */
        public Optional<Result.Finding> finding() {
            return results.stream().flatMap(result -> result.finding().stream()).findFirst();
        }
    }

    /**
     * Runs them all.
     *
     * @param progress hears how many runs are over
     * @throws IllegalArgumentException before anything runs, when a number does not fit
     */
    public List<Outcome> of(List<Point> points, IntConsumer progress) {
        return of(points, () -> false, progress);
    }

    /**
     * Runs them all, in this order, until they are to stop.
     *
     * @param stops asked now and then, by several threads; once it is true, it stays true
     * @param progress hears how many runs are over
     * @throws IllegalArgumentException before anything runs, when a number does not fit
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
     * Looks at whether a point can be run, without making its nodes.
     *
     * @throws IllegalArgumentException when a number does not fit; it says what does
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

    /** One run of a point. */
    public Simulation<?> simulation(Point point, long seed) {
        return simulation(point.algorithm().system(point.nodes(), point.places()), point.workload(), seed);
    }

    private <M extends Message> Simulation<M> simulation(NodeSystem<M> system, Workload workload, long seed) {
        Simulation<M> simulation = new Simulation<>(system, workload, entries, seed);
        return byType ? simulation.countingTypes() : simulation;
    }
}
