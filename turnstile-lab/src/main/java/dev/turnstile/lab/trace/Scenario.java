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
 * A run recorded as text for replay: the algorithm, its size, and one line per move. Lines between the moves state what
 * must be true there.
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
 * <p>"p1 steps 2" is two moves. As in a check, the first step of a process in its remainder region is its request, and
 * the first step in its critical region begins its exit.
 *
 * <p>A node of a message-passing algorithm asks, leaves, gives up, times out, and receives: "p1 receives from p0:
 * Request[number=1]". The message is optional; if given, it is compared with the message received. "expect p1 fails"
 * states that the preceding move makes the machine fail. "p1 becomes", followed by all its variables, is a fault. "p0
 * to p1 holds", followed by a frame in hexadecimal digits, places a message in a channel.
 *
 * <p>The moves after "then forever" must form a fair loop: they must lead back to the state in which the loop began.
 * Every live process with something to do must take a step in it, and every message in flight must arrive. The older
 * spelling "for ever" is accepted, too.
 *
 * <pre>{@code
 * Scenario.Outcome outcome = Scenario.parse(text).replay();
 * if (!outcome.wrong().isEmpty()) {
 *     System.out.println(outcome.drawing());
 * }
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

    /** A line of the text with its number. */
    sealed interface Line {
        /** A move and its count. If {@code message} is not empty, the message received must equal it, in words. */
        record Moves(int number, Move move, int count, String message) implements Line {}

        /** A message in flight. */
        record Holds(int number, int from, int to, String frame) implements Line {}

        /** The preceding move, of this process, fails. */
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
     * The algorithm and the size of a run.
     *
     * @param algorithm the name of the algorithm
     * @param processes the number of processes or nodes
     * @param places the number of places
     * @param units the units that each process or node requests
     */
    public record Subject(String algorithm, int processes, int places, List<Integer> units) {
        /** Copies the list. */
        public Subject {
            units = List.copyOf(units);
        }

        /** Returns a subject in which every process requests one unit. */
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
     * Returns the text of a scenario for a violation that a check has found. It ends with the regions of the
     * participants of the violation.
     *
     * @param comment the comment at its head, such as the command that reproduces the violation
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

    /** Returns the text with the shortest stem and loop that shrinking finds. */
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

    /** Returns the text of a scenario with the given moves, which ends with the given expectations. */
    public static String text(Subject subject, String comment, List<String> moves, List<String> expected) {
        List<String> text = new ArrayList<>(List.of(HEAD, "# " + comment));
        text.addAll(subject.lines());
        text.addAll(moves);
        text.addAll(expected);
        return String.join("\n", text) + "\n";
    }

    /**
     * Parses the text of a scenario.
     *
     * @throws IllegalArgumentException if the text is not a scenario; the message states the line and what is allowed
     *     there
     */
    public static Scenario parse(String text) {
        return new ScenarioParser(text).parse();
    }

    /**
     * The outcome of a replay.
     *
     * @param run the run
     * @param wrong the first deviation from the scenario, and how much was not replayed because of it; empty if there
     *     is none
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

        /** Returns the run as text with one column per process and one row per move. */
        public String drawing() {
            return new Drawing(run).text();
        }
    }

    Stage stage() {
        return Stage.of(algorithm, processes, places, units);
    }

    /** Returns the algorithm and its size, such as "naive, n = 3, k = 2". */
    public String title() {
        boolean allAskForOne = units.stream().allMatch(wanted -> wanted == 1);
        String asked = units.stream().map(String::valueOf).collect(Collectors.joining(","));
        return algorithm.name() + ", n = " + processes + ", k = " + places + (allAskForOne ? "" : ", units " + asked);
    }

    /**
     * Returns the description: the comment above the algorithm, in paragraphs. A command line is a paragraph of its
     * own.
     */
    public List<String> about() {
        return about;
    }

    /** Replays the scenario on the same classes that run in production and in checks. */
    public Outcome replay() {
        return new Replay(this).run();
    }
}
