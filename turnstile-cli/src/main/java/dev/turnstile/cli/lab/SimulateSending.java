package dev.turnstile.cli.lab;

import dev.turnstile.algorithm.Algorithm;
import dev.turnstile.cli.render.HumanFormat;
import dev.turnstile.cli.render.Output;
import dev.turnstile.cli.render.OutputFile;
import dev.turnstile.cli.render.RunCounter;
import dev.turnstile.lab.figures.Chart;
import dev.turnstile.lab.figures.Table;
import dev.turnstile.lab.setting.Settings;
import dev.turnstile.lab.simulate.Estimate;
import dev.turnstile.lab.simulate.Metric;
import dev.turnstile.lab.simulate.Result;
import dev.turnstile.lab.simulate.SendingOptions;
import dev.turnstile.lab.simulate.SimulationOptions;
import dev.turnstile.lab.simulate.Study;
import dev.turnstile.lab.simulate.Workload;
import dev.turnstile.machine.NodeSystem;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Simulates nodes that send messages, in virtual time. */
final class SimulateSending {
    private static final int NODES_MAX = 1_000_000;
    private static final int TIMEOUT_PER_NODE = 20;
    private static final List<Metric> SHOWN = List.of(
            Metric.DELAY_P50,
            Metric.DELAY_P95,
            Metric.DELAY_P99,
            Metric.DELAY_MAX,
            Metric.WORDS,
            Metric.THROUGHPUT,
            Metric.FAIRNESS,
            Metric.OVERTAKES);

    private final SendingOptions options;
    private final SimulationRequest simulated;
    private final int nodes;
    private final int places;
    private final Study study;
    private final List<Study.Point> points = new ArrayList<>();
    private final List<Double> rates;
    private final Optional<OutputFile> chart;

    SimulateSending(List<Algorithm.MessagePassing> algorithms, SendingOptions options, SimulationRequest simulated) {
        if (simulated.processes() < 1 || simulated.processes() > NODES_MAX) {
            throw new IllegalArgumentException(
                    "-n must be between 1 and " + NODES_MAX + ", not " + simulated.processes());
        }
        this.options = options;
        this.simulated = simulated;
        nodes = simulated.processes();
        places = simulated.places();
        rates = Rates.parse(options.settings().get(SendingOptions.RATE));
        Optional<Path> drawing = options.settings().find(SendingOptions.CHART).map(Path::of);
        chart = drawing.map(file -> new OutputFile("--chart", file));
        drawing.ifPresent(SimulateSending::checkSvg);
        if (chart.isPresent() && rates.size() < 2) {
            throw new IllegalArgumentException(
                    "--chart draws against the rate and needs several rates, such as --rate 0.001..10");
        }
        Settings common = simulated.settings();
        Workload workload = options.workload(common.find(SimulationOptions.HOLD)
                .map(text -> SendingOptions.number("--hold", text))
                .orElse(0.0002));
        study = new Study(
                common.find(SimulationOptions.ENTRIES).orElse(5_000L),
                common.find(SimulationOptions.SEED).orElse(1L),
                common.find(SimulationOptions.SEEDS).orElse(10),
                options.settings().get(SendingOptions.BY_TYPE));
        Set<String> added = new HashSet<>();
        algorithms.stream()
                .filter(algorithm -> added.add(algorithm.name()))
                .forEach(algorithm -> addPoints(algorithm, workload));
    }

    private static void checkSvg(Path file) {
        if (!file.toString().endsWith(".svg")) {
            throw new IllegalArgumentException("--chart writes SVG; name a file that ends in .svg, not '" + file + "'");
        }
    }

    private void addPoints(Algorithm.MessagePassing algorithm, Workload workload) {
        try {
            NodeSystem<?> system = algorithm.system(nodes, places);
            Workload own = workload.withHastened(options.hastened(system)).withTimeout(timeout(workload, system));
            for (double rate : rates) {
                points.add(new Study.Point(algorithm, nodes, places, own.withRate(rate)));
            }
            study.check(points.getLast());
        } catch (IllegalArgumentException refused) {
            throw new IllegalArgumentException(algorithm.name() + ": " + refused.getMessage(), refused);
        }
    }

    /** Returns the timeout. By default, it is long enough where a timer must outlast a round past all nodes. */
    private double timeout(Workload workload, NodeSystem<?> system) {
        boolean scales = !options.settings().has(SendingOptions.TIMEOUT)
                && !system.facts().timersOutlast().isEmpty();
        return scales ? Math.max(workload.timeout(), (double) TIMEOUT_PER_NODE * nodes) : workload.timeout();
    }

    int run(Output output, PrintWriter err) {
        chart.ifPresent(output::differsFrom);
        List<Study.Outcome> all;
        try (RunCounter counting = new RunCounter(err, points.size() * study.seeds()).started()) {
            all = study.of(points, simulated.deadline(), counting::at);
        }
        List<Study.Outcome> results =
                all.stream().filter(Study.Outcome::isResult).toList();
        MissingRuns missing = missing(all);
        List<Table> forPeople = options.settings().get(SendingOptions.BY_TYPE)
                ? List.of(forPeople(results), byType(results))
                : List.of(forPeople(results));
        output.write(forPeople, forPrograms(results), members(results, missing));
        chart.ifPresent(file -> draw(file, results, err));
        missing.tell(err);
        all.stream()
                .filter(outcome -> outcome.failed().isPresent())
                .findFirst()
                .ifPresent(outcome -> explain(outcome, err));
        results.forEach(outcome -> noteImpatience(outcome, err));
        return missing.exitCode();
    }

    private MissingRuns missing(List<Study.Outcome> all) {
        return new MissingRuns(
                all.stream()
                        .filter(outcome -> outcome.failed().isPresent())
                        .map(outcome -> new MissingRuns.Failed(
                                identity(outcome),
                                outcome.failed().orElseThrow(),
                                outcome.finding().orElseThrow().property().name(),
                                outcome.finding().orElseThrow().violation().reason()))
                        .toList(),
                all.stream()
                        .filter(outcome -> outcome.failed().isEmpty() && outcome.unfinished() > 0)
                        .map(outcome -> new MissingRuns.Unfinished(
                                identity(outcome), outcome.results().size(), study.seeds()))
                        .toList());
    }

    private static Map<String, Object> identity(Study.Outcome outcome) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("algorithm", outcome.point().algorithm().name());
        members.put("rate", outcome.point().workload().rate());
        return members;
    }

    private void draw(OutputFile file, List<Study.Outcome> results, PrintWriter err) {
        if (results.isEmpty()) {
            err.println("turnstile: " + file.option() + ": there are no results to draw");
        } else {
            file.write(drawn(results).svg());
        }
    }

    private void noteImpatience(Study.Outcome outcome, PrintWriter err) {
        long fewest =
                outcome.results().stream().mapToLong(Result::entries).min().orElseThrow();
        if (fewest < study.entries()) {
            err.println("turnstile: " + outcome.point().algorithm().name() + ", rate "
                    + text(outcome.point().workload().rate()) + ": a run ended after " + fewest + " of "
                    + study.entries() + " entries; the other requests gave up before they entered or left");
        }
    }

    private String title() {
        Workload workload = points.getFirst().workload();
        return "n = " + nodes + ", k = " + places + ", Ts = "
                + text(workload.costs().send()) + ", Tr = "
                + text(workload.costs().receive()) + ", Tt = "
                + text(workload.costs().transit()) + ", hold = "
                + text(workload.hold()) + options.title() + ", " + study.entries() + " entries, seeds "
                + study.firstSeed() + " to "
                + (study.firstSeed() + study.seeds() - 1);
    }

    private static String text(double value) {
        return HumanFormat.number(value);
    }

    private Table forPeople(List<Study.Outcome> outcomes) {
        List<String> heads = new ArrayList<>(List.of("algorithm", "rate", "delay", "+-"));
        heads.addAll(List.of("messages/entry", "+-"));
        List<Metric> metrics = shown();
        metrics.forEach(metric -> heads.add(metric.title()));
        return new Table(
                title(),
                heads,
                outcomes.stream().map(outcome -> shown(outcome, metrics)).toList());
    }

    /** Returns the metrics of the table: those of leaving, too, if a node may have to wait to leave. */
    private List<Metric> shown() {
        List<Metric> metrics = new ArrayList<>(SHOWN);
        boolean windows = points.stream()
                .map(point -> point.algorithm().system(nodes, places))
                .anyMatch(system -> system.sizes().floor() > 0);
        if (windows) {
            metrics.addAll(0, List.of(Metric.LEAVING, Metric.LEAVING_MAX));
        }
        return metrics;
    }

    private static List<String> shown(Study.Outcome outcome, List<Metric> metrics) {
        List<String> row = new ArrayList<>(named(outcome));
        for (Metric metric : List.of(Metric.DELAY, Metric.MESSAGES)) {
            row.add(rounded(outcome.estimate(metric).mean()));
            row.add(rounded(outcome.estimate(metric).halfWidth()));
        }
        metrics.forEach(metric -> row.add(rounded(outcome.estimate(metric).mean())));
        return row;
    }

    private static Table byType(List<Study.Outcome> outcomes) {
        List<List<String>> rows = new ArrayList<>();
        for (Study.Outcome outcome : outcomes) {
            outcome.messagesByType().forEach((type, estimate) -> {
                List<String> row = new ArrayList<>(named(outcome));
                row.addAll(List.of(type, rounded(estimate.mean()), rounded(estimate.halfWidth())));
                rows.add(row);
            });
        }
        return new Table("Messages by type", List.of("algorithm", "rate", "type", Metric.MESSAGES.title(), "+-"), rows);
    }

    private static List<String> named(Study.Outcome outcome) {
        return List.of(
                outcome.point().algorithm().name(),
                text(outcome.point().workload().rate()));
    }

    private static String rounded(double value) {
        boolean tiny = value != 0 && Math.abs(value) < 0.001;
        return !Double.isFinite(value)
                ? "-"
                : tiny ? HumanFormat.number(value) : String.format(Locale.ROOT, "%.3f", value);
    }

    private Table forPrograms(List<Study.Outcome> outcomes) {
        List<String> heads = new ArrayList<>(List.of("algorithm", "n", "k", "rate"));
        for (Metric metric : Metric.values()) {
            heads.add(metric.title());
            heads.add(metric.title() + " half-width");
        }
        return new Table("", heads, outcomes.stream().map(this::all).toList());
    }

    private List<String> all(Study.Outcome outcome) {
        List<String> row = new ArrayList<>(List.of(
                outcome.point().algorithm().name(),
                String.valueOf(nodes),
                String.valueOf(places),
                number(outcome.point().workload().rate())));
        for (Metric metric : Metric.values()) {
            Estimate estimate = outcome.estimate(metric);
            row.add(number(estimate.mean()));
            row.add(number(estimate.halfWidth()));
        }
        return row;
    }

    private static String number(double value) {
        return Double.isFinite(value) ? String.valueOf(value) : "";
    }

    private Map<String, Object> members(List<Study.Outcome> outcomes, MissingRuns missing) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("nodes", nodes);
        members.put("places", places);
        members.putAll(options.members(points.getFirst().workload()));
        members.put("entries", study.entries());
        members.put("firstSeed", study.firstSeed());
        members.put("seeds", study.seeds());
        members.put("points", outcomes.stream().map(SimulateSending::members).toList());
        missing.addTo(members);
        return members;
    }

    private static Map<String, Object> members(Study.Outcome outcome) {
        Map<String, Object> members = identity(outcome);
        for (Metric metric : Metric.values()) {
            members.put(key(metric), members(outcome.estimate(metric)));
        }
        if (!outcome.messagesByType().isEmpty()) {
            Map<String, Object> types = new LinkedHashMap<>();
            outcome.messagesByType().forEach((type, estimate) -> types.put(type, members(estimate)));
            members.put("messagesByType", types);
        }
        return members;
    }

    private static Map<String, Object> members(Estimate estimate) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("mean", finite(estimate.mean()));
        members.put("halfWidth", finite(estimate.halfWidth()));
        return members;
    }

    /** Returns the name of a metric in JSON: delayP50 for DELAY_P50. */
    private static String key(Metric metric) {
        String[] words = metric.name().toLowerCase(Locale.ROOT).split("_", -1);
        StringBuilder key = new StringBuilder(words[0]);
        for (int i = 1; i < words.length; i++) {
            key.append(Character.toUpperCase(words[i].charAt(0))).append(words[i].substring(1));
        }
        return key.toString();
    }

    private static Object finite(double value) {
        return Double.isFinite(value) ? (Object) value : null;
    }

    private Chart drawn(List<Study.Outcome> outcomes) {
        return new Chart(
                title(),
                "rate of requests per node",
                List.of(
                        panel("delay to enter", outcomes, Metric.DELAY),
                        panel("messages per entry", outcomes, Metric.MESSAGES)));
    }

    private Chart.Panel panel(String axis, List<Study.Outcome> outcomes, Metric metric) {
        Function<String, Chart.Curve> curve = name -> new Chart.Curve(
                name,
                outcomes.stream()
                        .filter(outcome -> outcome.point().algorithm().name().equals(name))
                        .map(outcome -> new Chart.Point(
                                outcome.point().workload().rate(),
                                outcome.estimate(metric).mean(),
                                outcome.estimate(metric).halfWidth()))
                        .toList());
        return new Chart.Panel(
                axis,
                outcomes.stream()
                        .map(outcome -> outcome.point().algorithm().name())
                        .distinct()
                        .map(curve)
                        .toList());
    }

    private void explain(Study.Outcome outcome, PrintWriter err) {
        String again = simulated.again(outcome.point().algorithm().name()) + " "
                + options.words(
                        text(outcome.point().workload().rate()),
                        outcome.failed().orElseThrow());
        new FailedRun(study, outcome, again).explain(simulated.trace(), err);
    }
}
