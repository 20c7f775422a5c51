package dev.turnstile.lab.explore;

import dev.turnstile.algorithm.Algorithm;
import dev.turnstile.algorithm.Catalogue;
import dev.turnstile.machine.Process;
import dev.turnstile.machine.Region;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * A run that was kept as text, to be run again: the algorithm, its size, and one line per move. What must be true on the way
 * is written between the moves.
 *
 * <pre>
 * turnstile scenario 1
 * # one process stops, and another waits for ever
 * algorithm naive
 * processes 3
 * places 2
 * p0 steps
 * p1 steps 2
 * p1 stops for ever
 * expect p0 TRYING
 * then for ever
 * p0 steps 3
 * </pre>
 *
 * <p>"p1 steps 2" is two moves. From its remainder region a process asks with its first step, and leaves with its first step
 * from the critical region, as in a check. What stands behind "then for ever" must lead back to where it began, with a step of
 * everybody who is alive and has something to do.
 *
 * <pre>{@code
 * Scenario.Outcome outcome = Scenario.parse(text).replay();
 * System.out.println(outcome.drawing());
 * }</pre>
 */
public final class Scenario {
    private static final String HEAD = "turnstile scenario 1";
    private static final String FOR_EVER = "then for ever";
    private static final int PROCESSES_MAX = 64;
    private static final int MOVES_MAX = 100_000;
    private static final Pattern MOVE =
            Pattern.compile("p(\\d{1,3}) (steps|attempts|gives up|stops for ever)(?: ([1-9]\\d{0,4}))?");
    private static final Pattern EXPECT = Pattern.compile("expect p(\\d{1,3}) ([A-Z]+)");

    private final Algorithm.SharedMemory algorithm;
    private final int processes;
    private final int places;
    private final List<Line> lines;

    private sealed interface Line {
        record Moves(int number, int process, Move.Kind kind, int count) implements Line {}

        record Expect(int number, int process, Region region) implements Line {}

        record ForEver() implements Line {}
    }

    private Scenario(Algorithm.SharedMemory algorithm, int processes, int places, List<Line> lines) {
        this.algorithm = algorithm;
        this.processes = processes;
        this.places = places;
        this.lines = lines;
    }

    /** What a check has found, as text. */
    public static String text(String algorithm, int processes, int places, String comment, Trace trace) {
        List<String> text = new ArrayList<>(List.of(HEAD, "# " + comment));
        text.add("algorithm " + algorithm);
        text.add("processes " + processes);
        text.add("places " + places);
        trace.steps().stream().skip(1).forEach(step -> text.add(step.move()));
        if (!trace.repeated().isEmpty()) {
            text.add(FOR_EVER);
            trace.repeated().forEach(step -> text.add(step.move()));
        }
        return String.join("\n", text) + "\n";
    }

    /**
     * Reads one.
     *
     * @throws IllegalArgumentException when it is not a scenario; it says what may stand where
     */
    public static Scenario parse(String text) {
        return new Parser(text).parse();
    }

    private static final class Parser {
        private final List<String> text;
        private int at;
        private long count;

        Parser(String text) {
            this.text = text.lines().map(String::strip).toList();
        }

        Scenario parse() {
            String head = next("'" + HEAD + "'");
            if (!head.equals(HEAD)) {
                throw bad("'" + HEAD + "'", head);
            }
            Algorithm.SharedMemory algorithm = Catalogue.sharedMemory(value("algorithm"));
            int processes = number("processes", PROCESSES_MAX);
            int places = number("places", PROCESSES_MAX);
            algorithm.system(processes, places);
            List<Line> lines = new ArrayList<>();
            for (Optional<String> line = more(); line.isPresent(); line = more()) {
                lines.add(line(line.get(), processes));
                check(lines);
            }
            return new Scenario(algorithm, processes, places, lines);
        }

        private void check(List<Line> lines) {
            if (lines.stream().filter(Line.ForEver.class::isInstance).count() > 1) {
                throw bad("'" + FOR_EVER + "' at most once", FOR_EVER);
            }
            if (lines.getLast() instanceof Line.Moves moves) {
                count += moves.count();
            }
            if (count > MOVES_MAX) {
                throw bad("at most " + MOVES_MAX + " moves in all", String.valueOf(count));
            }
        }

        private Optional<String> more() {
            while (at < text.size() && (text.get(at).isEmpty() || text.get(at).startsWith("#"))) {
                at++;
            }
            return at < text.size() ? Optional.of(text.get(at++)) : Optional.empty();
        }

        private String next(String expected) {
            return more().orElseThrow(() -> bad(expected, "the end"));
        }

        private String value(String name) {
            String line = next("'" + name + " ..'");
            if (!line.startsWith(name + " ")) {
                throw bad("'" + name + " ..'", line);
            }
            return line.substring(name.length() + 1).strip();
        }

        private int number(String name, int most) {
            String value = value(name);
            if (!value.matches("\\d{1,4}") || Integer.parseInt(value) < 1 || Integer.parseInt(value) > most) {
                throw bad("'" + name + "' and a number from 1 to " + most, value);
            }
            return Integer.parseInt(value);
        }

        private Line line(String line, int processes) {
            if (line.equals(FOR_EVER)) {
                return new Line.ForEver();
            }
            Matcher expect = EXPECT.matcher(line);
            if (expect.matches()) {
                return new Line.Expect(at, process(expect.group(1), processes), region(expect.group(2)));
            }
            Matcher move = MOVE.matcher(line);
            if (!move.matches()) {
                throw bad(
                        "'pI steps', 'pI steps COUNT' with a count from 1 to 99999, 'pI attempts', 'pI gives up', 'pI"
                                + " stops for ever', 'expect pI REGION' or '" + FOR_EVER + "'",
                        line);
            }
            int count = move.group(3) == null ? 1 : Integer.parseInt(move.group(3));
            return new Line.Moves(at, process(move.group(1), processes), kind(move.group(2)), count);
        }

        private int process(String digits, int processes) {
            int process = Integer.parseInt(digits);
            if (process >= processes) {
                throw bad("a process from p0 to p" + (processes - 1), "p" + process);
            }
            return process;
        }

        private Region region(String name) {
            return Arrays.stream(Region.values())
                    .filter(region -> region.name().equals(name))
                    .findFirst()
                    .orElseThrow(() -> bad("one of " + Arrays.toString(Region.values()), name));
        }

        private static Move.Kind kind(String verb) {
            return Arrays.stream(Move.Kind.values())
                    .filter(kind -> kind.verb.equals(verb))
                    .findFirst()
                    .orElseThrow();
        }

        private IllegalArgumentException bad(String expected, String found) {
            return new IllegalArgumentException("line " + at + ": expected " + expected + ", found '" + found + "'");
        }
    }

    /**
     * What became of a replay.
     *
     * @param drawing one column per process, one row per move
     * @param wrong what was not as the scenario says; empty if all was
     */
    public record Outcome(String drawing, List<String> wrong) {
        /** Copies the list. */
        public Outcome {
            wrong = List.copyOf(wrong);
        }
    }

    /** Runs it again, on the same classes that everything else runs. */
    public Outcome replay() {
        return new Replay().run();
    }

    /** One run of it. */
    private final class Replay {
        private final World world = new World(
                () -> algorithm.system(processes, places),
                IntStream.range(0, processes).map(i -> 1).toArray(),
                WatchedCells::new);
        private final boolean[] stopped = new boolean[processes];
        private final boolean[] acted = new boolean[processes];
        private final List<String[]> rows = new ArrayList<>();
        private final List<String> wrong = new ArrayList<>();
        private Optional<List<String>> loop = Optional.empty();
        private int loopRow;

        Outcome run() {
            for (Line line : lines) {
                switch (line) {
                    case Line.Moves moves -> make(moves);
                    case Line.Expect expect -> look(expect);
                    case Line.ForEver _ -> beginLoop();
                }
            }
            if (wrong.isEmpty()) {
                loop.ifPresent(this::endLoop);
            }
            return new Outcome(draw(), wrong);
        }

        private void make(Line.Moves moves) {
            for (int i = 0; i < moves.count() && wrong.isEmpty(); i++) {
                if (stopped[moves.process()]) {
                    wrong.add("line " + moves.number() + ": p" + moves.process() + " has stopped for ever");
                } else {
                    make(moves.number(), moves.process(), moves.kind());
                }
            }
        }

        private void make(int number, int process, Move.Kind kind) {
            WatchedCells cells = (WatchedCells) world.cells;
            cells.forget();
            Region before = world.processes[process].region();
            if (!world.move(process, kind)) {
                wrong.add("line " + number + ": p" + process + " can't do that in its region " + before);
                return;
            }
            acted[process] = true;
            stopped[process] |= kind == Move.Kind.CRASH;
            String deed =
                    kind == Move.Kind.STEP || kind == Move.Kind.ATTEMPT ? cells.lastAccess(world.system) : kind.verb;
            Region after = world.processes[process].region();
            rows.add(row(
                    process, deed + (after == before ? "" : "  " + after.name().toLowerCase(Locale.ROOT))));
        }

        private String[] row(int process, String deed) {
            String[] row = new String[processes];
            for (int i = 0; i < processes; i++) {
                row[i] = i == process ? deed : lifeline(i);
            }
            return row;
        }

        private String lifeline(int i) {
            if (stopped[i]) {
                return "x";
            }
            return switch (world.processes[i].region()) {
                case REMAINDER -> "";
                case TRYING -> "|";
                case CRITICAL -> "#";
                case EXIT -> ":";
            };
        }

        private void look(Line.Expect expect) {
            Region region = world.processes[expect.process()].region();
            if (region != expect.region()) {
                wrong.add("line " + expect.number() + ": p" + expect.process() + " is in " + region + ", expected "
                        + expect.region());
            }
        }

        private void beginLoop() {
            loop = Optional.of(world.print(0));
            loopRow = rows.size();
            Arrays.fill(acted, false);
        }

        private void endLoop(List<String> begin) {
            if (rows.size() == loopRow) {
                wrong.add("nothing stands behind '" + FOR_EVER + "'");
                return;
            }
            if (!begin.equals(world.print(0))) {
                wrong.add("what stands behind '" + FOR_EVER + "' does not lead back to where it began");
            }
            for (int i = 0; i < processes; i++) {
                Process process = world.processes[i];
                if (!acted[i] && !stopped[i] && process.region() != Region.REMAINDER) {
                    wrong.add("p" + i + " is alive and in " + process.region() + ", but takes no step for ever");
                }
            }
        }

        private String draw() {
            int[] widths = new int[processes];
            Arrays.setAll(
                    widths,
                    i -> Math.max(
                            2,
                            rows.stream().mapToInt(row -> row[i].length()).max().orElse(0)));
            StringBuilder text = new StringBuilder();
            String[] heads = new String[processes];
            Arrays.setAll(heads, i -> "p" + i);
            line(text, "", heads, widths);
            for (int number = 1; number <= rows.size(); number++) {
                if (loop.isPresent() && number == loopRow + 1) {
                    text.append("  then for ever:\n");
                }
                line(text, String.valueOf(number), rows.get(number - 1), widths);
            }
            return text.toString();
        }

        private static void line(StringBuilder text, String number, String[] row, int[] widths) {
            StringBuilder line = new StringBuilder(String.format("%5s", number));
            for (int i = 0; i < row.length; i++) {
                line.append("  ").append(String.format("%-" + widths[i] + "s", row[i]));
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
    }
}
