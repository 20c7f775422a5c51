package dev.turnstile.lab.figures;

import dev.turnstile.algorithm.Algorithm;
import dev.turnstile.lab.catalogue.LabCatalogue;
import dev.turnstile.lab.simulate.Costs;
import dev.turnstile.lab.simulate.Estimate;
import dev.turnstile.lab.simulate.Metric;
import dev.turnstile.lab.simulate.Study;
import dev.turnstile.lab.simulate.Workload;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntConsumer;

/**
 * Simulations that are first requested, then run together on all cores, and then looked up by what was run.
 *
 * <p>Makki with the 2Tt assumption gets what bulgannawar-1995 grants it (section 4). Its timer is 2Tt, and inquiries
 * and their answers take Tt each, whatever Ts and Tr are.
 */
final class Measurements {
    private static final double A_MOMENT = 1e-9; // ensures that the timer expires after the answers

    private final Study study;
    private final List<Run> wanted = new ArrayList<>();
    private final Map<Run, Study.Outcome> outcomes = new HashMap<>();

    /** The key of a simulation: an algorithm by name, its numbers of nodes and places, and the load. */
    record Run(String algorithm, int nodes, int places, Costs costs, double hold, double rate) {}

    Measurements(Study study) {
        this.study = study;
    }

    void want(Run run) {
        if (!wanted.contains(run)) {
            wanted.add(run);
        }
    }

    /** Returns the number of requested simulations. */
    int count() {
        return wanted.size() * study.seeds();
    }

    /**
     * Runs the requested simulations.
     *
     * @throws IllegalStateException if a property is violated in one of them, because its numbers are then worthless
     */
    void make(IntConsumer progress) {
        List<Study.Outcome> made =
                study.of(wanted.stream().map(Measurements::point).toList(), progress);
        for (int at = 0; at < made.size(); at++) {
            Run run = wanted.get(at);
            made.get(at).finding().ifPresent(finding -> {
                throw new IllegalStateException(run + ": " + finding.property().sentence() + ", but: "
                        + finding.violation().reason());
            });
            outcomes.put(run, made.get(at));
        }
    }

    private static Study.Point point(Run run) {
        Workload workload = Workload.of(run.rate()).withHold(run.hold()).withCosts(run.costs());
        Algorithm.MessagePassing algorithm = LabCatalogue.messagePassing(run.algorithm());
        return new Study.Point(
                algorithm,
                run.nodes(),
                run.places(),
                workload.withTimeout(2 * run.costs().transit() * (1 + A_MOMENT))
                        .withHastened(Set.copyOf(algorithm
                                .system(run.nodes(), run.places())
                                .facts()
                                .mayOvertake())));
    }

    /** Returns the estimate of a metric for a simulation that was requested and run. */
    Estimate of(Run run, Metric metric) {
        return outcome(run).estimate(metric);
    }

    private Study.Outcome outcome(Run run) {
        return Optional.ofNullable(outcomes.get(run))
                .orElseThrow(() -> new IllegalArgumentException("this simulation was not requested: " + run));
    }
}
