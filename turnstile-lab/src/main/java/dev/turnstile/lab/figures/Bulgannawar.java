package dev.turnstile.lab.figures;

import dev.turnstile.algorithm.Algorithm;
import dev.turnstile.algorithm.Catalogue;
import dev.turnstile.lab.simulate.Costs;
import dev.turnstile.lab.simulate.Estimate;
import dev.turnstile.lab.simulate.Metric;
import dev.turnstile.lab.simulate.Study;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntConsumer;

/**
 * The figures and claims of bulgannawar-1995, sections 3 to 5, with N = 30, K = 3, nu = 2 and 5,000 entries.
 *
 * <pre>{@code
 * Bulgannawar paper = new Bulgannawar(5);
 * paper.run(done -> {});
 * Files.writeString(Path.of("figure-3a.svg"), paper.figures().getFirst().chart().svg());
 * }</pre>
 */
public final class Bulgannawar implements FigureSet {
    static final int N = 30;
    static final int K = 3;
    static final double E = 0.0002;
    static final Costs BUSY = new Costs(0.1, 0.1, 0.8); // figures 3(a), 4 and 5
    static final Costs ONLY_TRANSIT = new Costs(0, 0, 1); // figure 3(b)
    static final List<Double> RATES = List.of(0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0);
    private static final long ENTRIES = 5_000;
    private static final long LONG = 4 * ENTRIES;
    private static final int SEEDS_MAX = 1_000;

    /** The paper's curves, by the name in the paper, with the algorithm in the catalogue. */
    private static final Map<String, String> PAPERS = ordered(
            "new+random token", "forest-as-printed",
            "new+heuristics", "forest-as-printed:token=last-seen",
            "Raymond", "raymond",
            "Srimani-Reddy", "srimani-reddy",
            "Makki", "makki-timed");

    /** The curves drawn beside them, to which the baselines of the catalogue are added. */
    private static final Map<String, String> OURS = ordered(
            "forest (corrected), random", "forest",
            "forest (corrected), last seen", "forest:token=last-seen",
            "forest, partitioned", "forest:partitioned",
            "Raymond, partitioned", "raymond:partitioned",
            "Srimani-Reddy, partitioned", "srimani-reddy:partitioned",
            "Makki, partitioned", "makki-timed:partitioned",
            "Makki without 2Tt", "makki");

    private final Map<String, String> ours = new LinkedHashMap<>(OURS);
    private final Measurements measurements;
    private final Measurements longRuns;
    private final List<Claims> claims;

    /**
     * Creates the figures with the given number of seeds for each point.
     *
     * @throws IllegalArgumentException if the number of seeds is not between 2, the minimum for intervals, and 1,000
     */
    public Bulgannawar(int seeds) {
        this(seeds, Catalogue.baselines());
    }

    Bulgannawar(int seeds, List<Algorithm.MessagePassing> baselines) {
        checkSeeds(seeds);
        baselines.forEach(baseline -> ours.put(baseline.title(), baseline.name()));
        measurements = new Measurements(new Study(ENTRIES, 1, seeds));
        for (Costs costs : List.of(BUSY, ONLY_TRANSIT)) {
            for (double rate : RATES) {
                PAPERS.values().forEach(algorithm -> measurements.want(run(algorithm, costs, rate)));
                ours.values().forEach(algorithm -> measurements.want(run(algorithm, costs, rate)));
            }
        }
        longRuns = new Measurements(new Study(LONG, 1, seeds));
        claims = List.of(
                new ClaimsOfTime(measurements, longRuns),
                new ClaimsOfMessages(measurements),
                new ClaimsOfSize(measurements));
        claims.forEach(Claims::ask);
    }

    static void checkSeeds(int seeds) {
        if (seeds < 2 || seeds > SEEDS_MAX) {
            throw new IllegalArgumentException("the number of seeds must be between 2 and " + SEEDS_MAX
                    + " to give confidence intervals, not " + seeds);
        }
    }

    @Override
    public int simulations() {
        return measurements.count() + longRuns.count();
    }

    @Override
    public void run(IntConsumer progress) {
        longRuns.make(progress);
        measurements.make(done -> progress.accept(longRuns.count() + done));
    }

    @Override
    public List<String> names() {
        return List.of("figure-3a", "figure-3b", "figure-4", "figure-5");
    }

    static Measurements.Run run(String algorithm, Costs costs, double rate) {
        return new Measurements.Run(algorithm, N, K, costs, E, rate);
    }

    private static Map<String, String> ordered(String... pairs) {
        Map<String, String> map = new LinkedHashMap<>();
        for (int at = 0; at < pairs.length; at += 2) {
            map.put(pairs[at], pairs[at + 1]);
        }
        return map;
    }

    /** Returns figures 3(a), 3(b), 4 and 5. */
    @Override
    public List<Figure> figures() {
        Iterator<String> name = names().iterator();
        return List.of(
                figure(name.next(), "Figure 3(a): average time to enter", BUSY, Metric.DELAY),
                figure(name.next(), "Figure 3(b): average time to enter", ONLY_TRANSIT, Metric.DELAY),
                figure(name.next(), "Figure 4: messages per entry", BUSY, Metric.MESSAGES),
                figure(name.next(), "Figure 5: words per message", BUSY, Metric.WORDS_PER_MESSAGE));
    }

    /** Returns every numeric or ordinal claim beside its measurement. */
    @Override
    public List<Table> tables() {
        return List.of(new Table(
                "Claims of sections 3 to 5, N = 30, K = 3, nu = 2",
                List.of("where", "the paper says", "measured", "agrees", "reason or interpretation"),
                claims.stream().flatMap(some -> some.rows().stream()).toList()));
    }

    private Figure figure(String name, String what, Costs costs, Metric metric) {
        String title = what
                + String.format(
                        Locale.ROOT, ", N = %d, K = %d, Ts = Tr = %s, Tt = %s", N, K, costs.send(), costs.transit());
        Chart chart = new Chart(
                title,
                "rate of requests per node",
                List.of(
                        new Chart.Panel(metric.title() + ", the paper's curves", curves(PAPERS, costs, metric)),
                        new Chart.Panel(metric.title() + ", beside them", curves(ours, costs, metric))));
        return new Figure(name, chart, table(title, costs, metric));
    }

    private List<Chart.Curve> curves(Map<String, String> algorithms, Costs costs, Metric metric) {
        List<Chart.Curve> curves = new ArrayList<>();
        algorithms.forEach((label, algorithm) -> curves.add(new Chart.Curve(
                label,
                RATES.stream()
                        .map(rate -> {
                            Estimate estimate = measurements.of(run(algorithm, costs, rate), metric);
                            return new Chart.Point(rate, estimate.mean(), estimate.halfWidth());
                        })
                        .toList())));
        return curves;
    }

    private Table table(String title, Costs costs, Metric metric) {
        List<List<String>> rows = new ArrayList<>();
        for (Map<String, String> algorithms : List.of(PAPERS, ours)) {
            algorithms.forEach((label, algorithm) -> RATES.forEach(rate -> {
                Estimate estimate = measurements.of(run(algorithm, costs, rate), metric);
                rows.add(List.of(
                        label,
                        algorithm,
                        String.valueOf(rate),
                        decimal(estimate.mean()),
                        decimal(estimate.halfWidth())));
            }));
        }
        return new Table(title, List.of("curve", "algorithm", "rate", metric.title(), "95% +-"), rows);
    }

    private static String decimal(double value) {
        return String.format(Locale.ROOT, "%.4f", value);
    }
}
