package dev.turnstile.lab.trace;

import dev.turnstile.algorithm.Algorithm;
import dev.turnstile.lab.explore.Trace;
import dev.turnstile.lab.property.Violation;
import dev.turnstile.lab.run.Move;
import dev.turnstile.lab.run.Stage;
import dev.turnstile.machine.Region;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A run that was kept as text, to be run again: the algorithm, its size, and one line per move. What must be true on
 * the way is written between the moves.
 *
 * <pre>
 * turnstile scenario 1
 * # one process stops, and another waits forever
 * algorithm naive
 * processes 3
 * places 2
 * p0 steps
 * p1 steps 2
 * p1 stops forever
 * expect p0 TRYING
 * then forever
 * p0 steps 3
 * </pre>
 *
 * <p>"p1 steps 2" is two moves. From its remainder region a process asks with its first step, and leaves with its first
 * step from the critical region, as in a check. Nodes that send messages ask, leave, give up, time out, and receive:
 * "p1 receives from p0: Request[number=1]", where the message may be left out, and is compared if it is not. "expect p1
 * fails" says that the move before makes the machine fail. "p1 becomes" and all its variables is a fault; "p0 to p1
 * holds" and a frame in hexadecimal digits puts a message on its way. What stands behind "then forever" must lead back
 * to where it began, and be fair: with a step of everybody who is alive and has something to do, or the arrival of
 * whatever is on its way. The older spelling "for ever" is read, too.
 *
 * <pre>{@code
 * Scenario.Outcome outcome = Scenario.parse(text).replay();
 * System.out.println(outcome.drawing());
 * }</pre>
 */
public final class Scenario {
    static final String HEAD = "turnstile scenario 1";
    static final String FOREVER = "then forever";

    final Algorithm algorithm;
    final int processes;
    final int places;
    final List<Integer> units;
    final List<Line> lines;
    private final List<String> about;

    /** A line of the text, with its number. */
    sealed interface Line {
        /** A move, so many times; what it takes must be this, in words, where that is not empty. */
        record Moves(int number, Move move, int count, String message) implements Line {}

        /** A message that is on its way. */
        record Holds(int number, int from, int to, String frame) implements Line {}

        /** The move before, of this process, fails. */
        record Fails(int number, int process) implements Line {}

        record Expect(int number, int process, Region region) implements Line {}

        record ForEver() implements Line {}
    }

    Scenario(
            Algorithm algorithm, int processes, int places, List<Integer> units, List<Line> lines, List<String> about) {
        this.algorithm = algorithm;
        this.processes = processes;
        this.places = places;
        this.units = List.copyOf(units);
        this.lines = List.copyOf(lines);
        this.about = List.copyOf(about);
    }

    /**
     * What it is a run of.
     *
     * @param algorithm the name of the algorithm
     * @param processes how many processes or nodes
     * @param places how many places
     * @param units how many units each asks for
     */
    public record Subject(String algorithm, int processes, int places, List<Integer> units) {
        /** Copies the list. */
        public Subject {
            units = List.copyOf(units);
        }

        /** One where everybody asks for one unit. */
        public static Subject of(String algorithm, int processes, int places) {
            return new Subject(algorithm, processes, places, Collections.nCopies(processes, 1));
        }

        private List<String> lines() {
            List<String> lines = new ArrayList<>();
            lines.add("algorithm " + algorithm);
            lines.add("processes " + processes);
            lines.add("places " + places);
            if (units.stream().anyMatch(wanted -> wanted != 1)) {
                lines.add("units "
                        + String.join(",", units.stream().map(String::valueOf).toList()));
            }
            return lines;
        }
    }

    /**
     * What a check has found, as text, with where those are at the end whom the violation is about.
     *
     * @param comment what stands above it, such as the line that shows it again
     */
    public static String text(Subject subject, String comment, Trace trace, Violation violation) {
        String text = text(subject, comment + "\n# " + violation.reason(), trace);
        if (trace.fails()) {
            return text;
        }
        Scenario whole = parse(text);
        String shorter = trace.repeated().isEmpty()
                ? text
                : whole.shortened(subject, comment + "\n# " + violation.reason(), violation.participants());
        return shorter + parse(shorter).replay().expectations(violation.participants());
    }

    /** With as short a way to the loop, and as short a loop, as can be found. */
    private String shortened(Subject subject, String comment, List<Integer> victims) {
        int forEver = lines.indexOf(new Line.ForEver());
        List<Line.Holds> held = lines.stream()
                .filter(Line.Holds.class::isInstance)
                .map(Line.Holds.class::cast)
                .toList();
        LoopShrinking shrinking = new LoopShrinking(() -> stageWith(held), victims);
        LoopShrinking.Lasso shortest = shrinking.of(new LoopShrinking.Lasso(
                moves(lines.subList(0, forEver)), moves(lines.subList(forEver + 1, lines.size()))));
        List<String> text = new ArrayList<>(held.stream()
                .map(message -> "p" + message.from() + " to p" + message.to() + " holds " + message.frame())
                .toList());
        text.addAll(shrinking.lines(shortest));
        return text(subject, comment, text, List.of());
    }

    private Stage stageWith(List<Line.Holds> held) {
        Stage stage = stage();
        held.forEach(message -> stage.put(message.from(), message.to(), message.frame()));
        return stage;
    }

    private static List<Move> moves(List<Line> of) {
        return of.stream()
                .filter(Line.Moves.class::isInstance)
                .map(Line.Moves.class::cast)
                .flatMap(moves -> Collections.nCopies(moves.count(), moves.move()).stream())
                .toList();
    }

    private static String text(Subject subject, String comment, Trace trace) {
        List<String> text = new ArrayList<>(List.of(HEAD, "# " + comment));
        text.addAll(subject.lines());
        text.addAll(trace.start());
        trace.steps().stream().skip(1).forEach(step -> text.add(step.move()));
        if (trace.fails()) {
            text.add("expect " + trace.steps().getLast().move().split(" ", 2)[0] + " fails");
        }
        if (!trace.repeated().isEmpty()) {
            text.add(FOREVER);
            trace.repeated().forEach(step -> text.add(step.move()));
        }
        return String.join("\n", text) + "\n";
    }

    /** Moves as text, with where those are at the end who matter. */
    public static String text(Subject subject, String comment, List<String> moves, List<String> expected) {
        List<String> text = new ArrayList<>(List.of(HEAD, "# " + comment));
        text.addAll(subject.lines());
        text.addAll(moves);
        text.addAll(expected);
        return String.join("\n", text) + "\n";
    }

    /**
     * Reads one.
     *
     * @throws IllegalArgumentException when it is not a scenario; it says what may stand where
     */
    public static Scenario parse(String text) {
        return new ScenarioParser(text).parse();
    }

    /**
     * What became of a replay.
     *
     * @param run what happened
     * @param wrong what was not as the scenario says; empty if all was
     */
    public record Outcome(Run run, List<String> wrong) {
        /** Copies the list. */
        public Outcome {
            wrong = List.copyOf(wrong);
        }

        private String expectations(List<Integer> processes) {
            return processes.stream()
                    .map(process -> "expect p" + process + " " + run.lastRegion(process) + "\n")
                    .collect(Collectors.joining());
        }

        /** The run as text: one column per process, one row per move. */
        public String drawing() {
            return new Drawing(run).text();
        }
    }

    Stage stage() {
        return Stage.of(algorithm, processes, places, units);
    }

    /** Returns what runs, and its size, such as "naive, n = 3, k = 2". */
    public String title() {
        boolean allAskForOne = units.stream().allMatch(wanted -> wanted == 1);
        String asked = units.stream().map(String::valueOf).collect(Collectors.joining(","));
        return algorithm.name() + ", n = " + processes + ", k = " + places + (allAskForOne ? "" : ", units " + asked);
    }

    /**
     * Returns what it shows: the comment above its algorithm, in paragraphs. A command line is a paragraph of its own.
     */
    public List<String> about() {
        return about;
    }

    /** Runs it again, on the same classes that everything else runs. */
    public Outcome replay() {
        return new Replay(this).run();
    }
}
