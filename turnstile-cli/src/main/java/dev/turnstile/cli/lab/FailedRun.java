package dev.turnstile.cli.lab;

import dev.turnstile.lab.run.Move;
import dev.turnstile.lab.run.Stage;
import dev.turnstile.lab.simulate.Result;
import dev.turnstile.lab.simulate.Study;
import dev.turnstile.lab.trace.Scenario;
import dev.turnstile.lab.trace.Shrinking;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** A run of a simulation that violated a property. It is repeated, shrunk and saved. */
record FailedRun(Study study, Study.Outcome outcome, String again) {
    private static final int MOVES_MAX = 5_000_000;

    void explain(TraceFile trace, PrintWriter err) {
        Result.Finding finding = outcome.finding().orElseThrow();
        err.println("turnstile: " + outcome.point().algorithm().name() + ", rate "
                + outcome.point().workload().rate() + ", seed "
                + outcome.failed().orElseThrow() + ", at time " + finding.time() + ":");
        err.println("  " + finding.property().name() + ": " + finding.property().sentence());
        err.println("  but: " + finding.violation());
        err.println("To reproduce: " + again);
        shrunk(finding)
                .ifPresentOrElse(
                        shorter -> write(trace, shorter, err),
                        () -> err.println(
                                "turnstile: this run was not saved: it is too long, its requests differ in units,"
                                        + " messages were lost or repeated, or no finite run shows the violation"));
    }

    private void write(TraceFile trace, Shrinking.Shrunk shorter, PrintWriter err) {
        if (!shorter.minimal()) {
            err.println("turnstile: the run may not be minimal: shrinking reached its bound");
        }
        trace.write(subject().algorithm(), text(shorter), err);
    }

    private Optional<Shrinking.Shrunk> shrunk(Result.Finding finding) {
        List<Move> moves = new ArrayList<>();
        study.simulation(outcome.point(), outcome.failed().orElseThrow())
                .recordedBy(move -> {
                    if (moves.size() < MOVES_MAX) {
                        moves.add(move);
                    }
                })
                .run();
        boolean sameUnits = outcome.point().workload().unitsLeast()
                == outcome.point().workload().units();
        boolean kept = sameUnits && moves.size() < MOVES_MAX && Shrinking.canShow(finding.property());
        return kept ? new Shrinking(this::stage, subject().units(), finding.property()).of(moves) : Optional.empty();
    }

    private Stage stage() {
        Study.Point point = outcome.point();
        return Stage.of(
                point.algorithm(), point.nodes(), point.places(), subject().units());
    }

    private Scenario.Subject subject() {
        Study.Point point = outcome.point();
        return new Scenario.Subject(
                point.algorithm().name(),
                point.nodes(),
                point.places(),
                Collections.nCopies(point.nodes(), point.workload().units()));
    }

    private String text(Shrinking.Shrunk shorter) {
        return Scenario.text(subject(), again, shorter.moves(), shorter.expected());
    }
}
