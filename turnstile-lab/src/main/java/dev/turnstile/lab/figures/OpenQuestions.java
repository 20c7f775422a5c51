package dev.turnstile.lab.figures;

import dev.turnstile.algorithm.Algorithm;
import dev.turnstile.algorithm.Catalogue;
import dev.turnstile.lab.simulate.Costs;
import dev.turnstile.lab.simulate.Estimate;
import dev.turnstile.lab.simulate.Metric;
import dev.turnstile.lab.simulate.Study;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.DoubleFunction;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/**
 * The questions that bulgannawar-1995 leaves open about the forest: which nu is best at which load, which nodes to
 * inform, and how the forest scales.
 *
 * <pre>{@code
 * OpenQuestions open = new OpenQuestions(5);
 * open.run(done -> {});
 * open.figures().forEach(figure -> System.out.println(figure.table().text()));
 * }</pre>
 */
public final class OpenQuestions implements FigureSet {
    private static final String NU = "open-nu";
    private static final String WHOM = "open-destinations";
    private static final String GROWTH = "open-growth";
    private static final List<Integer> NUS = List.of(0, 1, 2, 3, 5, 8);
    private static final List<String> DESTINATIONS = List.of("random", "rotating", "recent");
    private static final List<Integer> SIZES = List.of(10, 30, 100, 300, 1_000, 3_000, 10_000, 30_000, 100_000);
    private static final double LOW_SHARE = 0.1; // of the tokens' capacity, which is one entry per unit of time each
    private static final double HIGH_SHARE = 0.7;
    private static final long ENTRIES = 5_000;
    private static final int ENTRIES_PER_NODE =
            10; // enough for every node to have made a request, so that the initial pointers are gone
    private static final int SEEDS_OF_GROWTH = 3;
    private static final List<Metric> METRICS = List.of(Metric.MESSAGES, Metric.DELAY);
    private static final Costs COSTS = Bulgannawar.BUSY;

    private final List<Algorithm.MessagePassing> baselines;
    private final List<Growing> growing;
    private final Measurements loads;
    private final Map<Integer, Measurements> growth = new LinkedHashMap<>(); // by n

    /** One curve of the growth. */
    private record Growing(String label, String algorithm, IntFunction<Integer> tokens, double share) {
        Measurements.Run run(int nodes) {
            int places = tokens.apply(nodes);
            return new Measurements.Run(algorithm, nodes, places, COSTS, Bulgannawar.E, share * places / nodes);
        }
    }

    private static final List<Growing> GROWING = List.of(
            new Growing("K = 3, 10% load", "forest", nodes -> 3, LOW_SHARE),
            new Growing("K = 3, 70% load", "forest", nodes -> 3, HIGH_SHARE),
            new Growing("K = sqrt N, 10% load", "forest", OpenQuestions::root, LOW_SHARE),
            new Growing("K = sqrt N, 70% load", "forest", OpenQuestions::root, HIGH_SHARE),
            new Growing("K = 3, 10% load, nu = 0", "forest:nu=0", nodes -> 3, LOW_SHARE),
            new Growing("K = 3, 70% load, last seen", "forest:token=last-seen", nodes -> 3, HIGH_SHARE));

    private static Stream<Growing> growing(Algorithm.MessagePassing baseline) {
        return Stream.of(
                new Growing(baseline.title() + ", K = 3, 10% load", baseline.name(), nodes -> 3, LOW_SHARE),
                new Growing(baseline.title() + ", K = 3, 70% load", baseline.name(), nodes -> 3, HIGH_SHARE));
    }

    private static int root(int nodes) {
        return (int) Math.round(Math.sqrt(nodes));
    }

    /**
     * Creates the measurements with the given number of seeds for each point; where n grows, with three.
     *
     * @throws IllegalArgumentException if the number of seeds is not between 2, the minimum for intervals, and 1,000
     */
    public OpenQuestions(int seeds) {
        this(seeds, Catalogue.baselines());
    }

    OpenQuestions(int seeds, List<Algorithm.MessagePassing> baselines) {
        Bulgannawar.checkSeeds(seeds);
        this.baselines = List.copyOf(baselines);
        growing = Stream.concat(GROWING.stream(), baselines.stream().flatMap(OpenQuestions::growing))
                .toList();
        loads = new Measurements(new Study(ENTRIES, 1, seeds));
        for (double rate : Bulgannawar.RATES) {
            NUS.forEach(nu -> loads.want(withNu(nu).apply(rate)));
            DESTINATIONS.forEach(whom -> loads.want(informing(whom).apply(rate)));
            baselines.forEach(baseline -> loads.want(Bulgannawar.run(baseline.name(), COSTS, rate)));
        }
        for (int nodes : SIZES) {
            long entries = Math.max(ENTRIES, (long) ENTRIES_PER_NODE * nodes);
            Measurements measurements = new Measurements(new Study(entries, 1, SEEDS_OF_GROWTH));
            growing.forEach(curve -> measurements.want(curve.run(nodes)));
            growth.put(nodes, measurements);
        }
    }

    @Override
    public int simulations() {
        return loads.count()
                + growth.values().stream().mapToInt(Measurements::count).sum();
    }

    @Override
    public void run(IntConsumer progress) {
        loads.make(progress);
        int before = loads.count();
        for (Measurements measurements : growth.values()) {
            int earlier = before;
            measurements.make(done -> progress.accept(earlier + done));
            before += measurements.count();
        }
    }

    private static DoubleFunction<Measurements.Run> withNu(int nu) {
        return rate -> Bulgannawar.run("forest:nu=" + nu, COSTS, rate);
    }

    private static DoubleFunction<Measurements.Run> informing(String whom) {
        return rate -> Bulgannawar.run("forest:inform=" + whom, COSTS, rate);
    }

    @Override
    public List<String> names() {
        return List.of(NU, WHOM, GROWTH);
    }

    @Override
    public List<Table> tables() {
        return List.of();
    }

    /** Returns one figure for each question. */
    @Override
    public List<Figure> figures() {
        Map<String, DoubleFunction<Measurements.Run>> nus = new LinkedHashMap<>();
        NUS.forEach(nu -> nus.put("nu = " + nu, withNu(nu)));
        Map<String, DoubleFunction<Measurements.Run>> destinations = new LinkedHashMap<>();
        DESTINATIONS.forEach(whom -> destinations.put(whom, informing(whom)));
        for (Algorithm.MessagePassing baseline : baselines) {
            DoubleFunction<Measurements.Run> run = rate -> Bulgannawar.run(baseline.name(), COSTS, rate);
            nus.put(baseline.title(), run);
            destinations.put(baseline.title(), run);
        }
        return List.of(
                overRates(NU, "Which nu is best at which load? The forest, N = 30, K = 3", nus),
                overRates(WHOM, "Whom to inform? The forest, N = 30, K = 3, nu = 2", destinations),
                overSizes());
    }

    private Figure overRates(String name, String title, Map<String, DoubleFunction<Measurements.Run>> curves) {
        List<Sample> samples = new ArrayList<>();
        curves.forEach((label, run) -> Bulgannawar.RATES.forEach(rate -> METRICS.forEach(
                metric -> samples.add(new Sample(label, rate, metric, loads.of(run.apply(rate), metric))))));
        return figure(name, title, "rate of requests per node", samples);
    }

    private Figure overSizes() {
        List<Sample> samples = new ArrayList<>();
        for (Growing curve : growing) {
            growth.forEach((nodes, measurements) -> METRICS.forEach(metric ->
                    samples.add(new Sample(curve.label(), nodes, metric, measurements.of(curve.run(nodes), metric)))));
        }
        return figure(GROWTH, "How does the forest scale? nu = 2 unless stated", "N", samples);
    }

    /** One point of one curve in one panel. */
    private record Sample(String curve, double x, Metric metric, Estimate estimate) {}

    private static Figure figure(String name, String title, String axis, List<Sample> samples) {
        List<Chart.Panel> panels = new ArrayList<>();
        for (Metric metric : METRICS) {
            Map<String, List<Chart.Point>> curves = new LinkedHashMap<>();
            samples.stream()
                    .filter(sample -> sample.metric() == metric)
                    .forEach(sample -> curves.computeIfAbsent(sample.curve(), label -> new ArrayList<>())
                            .add(new Chart.Point(
                                    sample.x(),
                                    sample.estimate().mean(),
                                    sample.estimate().halfWidth())));
            panels.add(new Chart.Panel(
                    metric.title(),
                    curves.entrySet().stream()
                            .map(curve -> new Chart.Curve(curve.getKey(), curve.getValue()))
                            .toList()));
        }
        List<List<String>> rows = samples.stream()
                .map(sample -> List.of(
                        sample.curve(),
                        String.format(Locale.ROOT, "%s", sample.x()),
                        sample.metric().title(),
                        String.format(Locale.ROOT, "%.4f", sample.estimate().mean()),
                        String.format(Locale.ROOT, "%.4f", sample.estimate().halfWidth())))
                .toList();
        return new Figure(
                name,
                new Chart(title, axis, panels),
                new Table(title, List.of("curve", axis, "metric", "mean", "95% +-"), rows));
    }
}
