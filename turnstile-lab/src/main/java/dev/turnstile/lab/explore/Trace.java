package dev.turnstile.lab.explore;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * A run in words, step by step: which process did what, and what changed. An infinite run ends with a part that repeats
 * forever.
 *
 * <pre>{@code
 * System.out.println(trace.text());
 * }</pre>
 *
 * @param steps the run, beginning with the initial configuration
 * @param repeated the steps that repeat forever after it; empty for a finite run
 * @param start the lines of a scenario that lead from the usual initial configuration to that of this run; usually
 *     empty
 */
public record Trace(List<Step> steps, List<Step> repeated, List<String> start) {
    private static final String FAILS = "fails";

    /** One line: a move (empty for the initial configuration), and the variables that it changed. */
    public record Step(String move, List<String> changed) {
        /** Copies the list. */
        public Step {
            changed = List.copyOf(changed);
        }
    }

    /** Copies the lists. */
    public Trace {
        steps = List.copyOf(steps);
        repeated = List.copyOf(repeated);
        start = List.copyOf(start);
    }

    static Trace of(Model model, Finding finding) {
        List<Step> steps = new ArrayList<>();
        steps.add(new Step("", model.print(finding.stem().states().getFirst())));
        steps.addAll(steps(model, finding.stem()));
        return new Trace(
                steps,
                steps(model, finding.loop()),
                model.start(finding.stem().states().getFirst()));
    }

    /** Returns the trace of a finding, with a last move that fails if one does. */
    static Trace of(Model model, Finding finding, OptionalInt failing) {
        Trace trace = of(model, finding);
        if (failing.isEmpty()) {
            return trace;
        }
        String move = model.describe(finding.stem().states().getLast(), failing.getAsInt());
        List<Step> steps = new ArrayList<>(trace.steps());
        steps.add(new Step(move, List.of(FAILS)));
        return new Trace(steps, trace.repeated(), trace.start());
    }

    /** Returns whether the last move fails. */
    public boolean fails() {
        return steps.getLast().changed().equals(List.of(FAILS));
    }

    private static List<Step> steps(Model model, Path path) {
        List<Step> steps = new ArrayList<>();
        for (int at = 0; at < path.moves().size(); at++) {
            List<String> before = model.print(path.states().get(at));
            List<String> changed = new ArrayList<>(model.print(path.states().get(at + 1)));
            changed.removeAll(before);
            steps.add(
                    new Step(model.describe(path.states().get(at), path.moves().get(at)), changed));
        }
        return steps;
    }

    /** Returns the run as numbered lines. */
    public String text() {
        StringBuilder text = new StringBuilder();
        int number = 0;
        for (Step step : steps) {
            line(text, number++, step);
        }
        if (!repeated.isEmpty()) {
            text.append("  then forever:\n");
            for (Step step : repeated) {
                line(text, number++, step);
            }
        }
        return text.toString();
    }

    private static void line(StringBuilder text, int number, Step step) {
        String move = step.move().isEmpty() ? "initially" : step.move();
        String changed = step.changed().isEmpty() ? "no change" : String.join(" ", step.changed());
        text.append(String.format("%5d  %-18s %s%n", number, move, changed));
    }
}
