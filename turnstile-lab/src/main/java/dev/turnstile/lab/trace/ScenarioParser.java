package dev.turnstile.lab.trace;

import dev.turnstile.algorithm.Algorithm;
import dev.turnstile.lab.catalogue.LabCatalogue;
import dev.turnstile.lab.run.Move;
import dev.turnstile.lab.run.Stage;
import dev.turnstile.machine.Region;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses the text of a {@link Scenario}. An error message names the line and what is allowed there. */
final class ScenarioParser {
    private static final int PROCESSES_MAX = 100_000;
    private static final int MOVES_MAX = 1_000_000;
    private static final String PROCESS = "p(\\d{1,6})";
    private static final Pattern MOVE = Pattern.compile(
            PROCESS + " (steps|attempts|gives up|stops forever|is killed|asks|leaves|times out)(?: ([1-9]\\d{0,4}))?"
                    + "(?: choosing (\\d{1,9}(?:,\\d{1,9})*))?");
    private static final Pattern FOREVER_OF_OLD = Pattern.compile("^(p\\d{1,6} stops|then) for[ ]ever\\b");
    private static final int COUNT_MAX = 99_999;
    private static final Pattern COUNTED = Pattern.compile(PROCESS + "(?: [a-z]+){1,2} (-?\\d+)(?: .*)?");
    private static final String SEE = " (see " + LineForm.PAGE + ")";
    private static final String COMMAND = "turnstile ";
    private static final Pattern RECEIVES = Pattern.compile(PROCESS + " receives from " + PROCESS + "(?:: (.*))?");
    private static final Pattern BECOMES = Pattern.compile(PROCESS + " becomes (.*)");
    private static final Pattern HOLDS = Pattern.compile(PROCESS + " to " + PROCESS + " holds ((?:[0-9a-f]{2})+)");
    private static final Pattern FAILS = Pattern.compile("expect " + PROCESS + " fails");
    private static final Pattern EXPECT = Pattern.compile("expect " + PROCESS + " ([A-Z]+)");

    private final List<String> text;
    private int at;
    private long count;
    private int processes;
    private Stage stage; // in the initial configuration, to look up names; set before the first line is read

    ScenarioParser(String text) {
        this.text = text.lines().map(String::strip).toList();
    }

    /** Replaces the older spelling "for ever" by "forever". */
    private static String respelled(String line) {
        return FOREVER_OF_OLD.matcher(line).replaceFirst("$1 forever");
    }

    Scenario parse() {
        String head = next("'" + Scenario.HEAD + "'");
        if (!head.equals(Scenario.HEAD)) {
            throw bad("'" + Scenario.HEAD + "'", head);
        }
        List<String> about = about();
        Algorithm algorithm = LabCatalogue.find(value("algorithm"));
        processes = number("processes");
        int places = number("places");
        List<Integer> units = units();
        stage = Stage.of(algorithm, processes, places, units);
        List<Scenario.Line> lines = new ArrayList<>();
        for (Optional<String> line = more(); line.isPresent(); line = more()) {
            lines.add(line(respelled(line.get())));
            check(lines);
        }
        return new Scenario(algorithm, processes, places, units, lines, about);
    }

    /** Returns the comment at this place, in paragraphs. A command line separates paragraphs and is one itself. */
    private List<String> about() {
        List<String> paragraphs = new ArrayList<>();
        boolean goesOn = false;
        for (int line = at; line < text.size() && text.get(line).startsWith("#"); line++) {
            String words = text.get(line).substring(1).strip();
            boolean isCommand = words.startsWith(COMMAND);
            if (goesOn && !isCommand) {
                paragraphs.add(paragraphs.removeLast() + " " + words);
            } else {
                paragraphs.add(words);
            }
            goesOn = !isCommand;
        }
        return paragraphs;
    }

    private List<Integer> units() {
        Optional<String> line = more();
        if (line.isEmpty() || !line.get().startsWith("units ")) {
            at -= line.isPresent() ? 1 : 0;
            return Collections.nCopies(processes, 1);
        }
        String list = line.get().substring("units ".length());
        List<String> words = List.of(list.split(",", -1));
        if (words.size() != processes || !words.stream().allMatch(word -> word.matches("[1-9]\\d{0,6}"))) {
            throw bad("'units' and " + processes + " numbers separated by commas, one for each process", list);
        }
        return words.stream().map(Integer::valueOf).toList();
    }

    private void check(List<Scenario.Line> lines) {
        if (lines.stream().filter(Scenario.Line.ForEver.class::isInstance).count() > 1) {
            throw bad("'" + Scenario.FOREVER + "' at most once", Scenario.FOREVER);
        }
        if (lines.getLast() instanceof Scenario.Line.Moves moves) {
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

    private int number(String name) {
        String value = value(name);
        if (!value.matches("\\d{1,6}") || Integer.parseInt(value) < 1 || Integer.parseInt(value) > PROCESSES_MAX) {
            throw bad("'" + name + "' and a number from 1 to " + PROCESSES_MAX, value);
        }
        return Integer.parseInt(value);
    }

    private Scenario.Line line(String line) {
        if (line.equals(Scenario.FOREVER)) {
            return new Scenario.Line.ForEver();
        }
        return move(line)
                .or(() -> receives(line))
                .or(() -> becomes(line))
                .or(() -> holds(line))
                .or(() -> expect(line))
                .or(() -> fails(line))
                .orElseThrow(() -> unknown(line));
    }

    private IllegalArgumentException unknown(String line) {
        Matcher counted = COUNTED.matcher(line);
        if (counted.matches()) {
            return bad("a count from 1 to " + COUNT_MAX, counted.group(2));
        }
        return new IllegalArgumentException(
                "line " + at + ": '" + line + "' is not a line of a scenario" + LineForm.nearestTo(line) + SEE);
    }

    private Optional<Scenario.Line> move(String line) {
        Matcher matcher = MOVE.matcher(line);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        int times = matcher.group(3) == null ? 1 : Integer.parseInt(matcher.group(3));
        List<Integer> choices = matcher.group(4) == null
                ? List.of()
                : Arrays.stream(matcher.group(4).split(","))
                        .map(Integer::valueOf)
                        .toList();
        Move move = Move.of(process(matcher.group(1)), matcher.group(2)).choosing(choices);
        return Optional.of(new Scenario.Line.Moves(at, move, times, ""));
    }

    private Optional<Scenario.Line> receives(String line) {
        Matcher matcher = RECEIVES.matcher(line);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        Move move = Move.receives(process(matcher.group(1)), process(matcher.group(2)));
        String message = matcher.group(3) == null ? "" : matcher.group(3);
        return Optional.of(new Scenario.Line.Moves(at, move, 1, message));
    }

    private Optional<Scenario.Line> becomes(String line) {
        Matcher matcher = BECOMES.matcher(line);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        int process = process(matcher.group(1));
        try {
            List<Long> values = stage.values(process, List.of(matcher.group(2).split(" ", -1)));
            return Optional.of(new Scenario.Line.Moves(at, Move.becomes(process, values), 1, ""));
        } catch (IllegalArgumentException | IllegalStateException wrong) {
            throw bad("'pI becomes' and all its variables as NAME=VALUE (" + wrong.getMessage() + ")", line);
        }
    }

    private Optional<Scenario.Line> holds(String line) {
        Matcher matcher = HOLDS.matcher(line);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        Scenario.Line.Holds holds =
                new Scenario.Line.Holds(at, process(matcher.group(1)), process(matcher.group(2)), matcher.group(3));
        try {
            stage.put(holds.from(), holds.to(), holds.frame());
        } catch (IllegalArgumentException wrong) {
            throw bad("a message (" + wrong.getMessage() + ")", holds.frame());
        }
        return Optional.of(holds);
    }

    private Optional<Scenario.Line> fails(String line) {
        Matcher matcher = FAILS.matcher(line);
        return matcher.matches()
                ? Optional.of(new Scenario.Line.Fails(at, process(matcher.group(1))))
                : Optional.empty();
    }

    private Optional<Scenario.Line> expect(String line) {
        Matcher matcher = EXPECT.matcher(line);
        return matcher.matches()
                ? Optional.of(new Scenario.Line.Expect(at, process(matcher.group(1)), region(matcher.group(2))))
                : Optional.empty();
    }

    private int process(String digits) {
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

    private IllegalArgumentException bad(String expected, String found) {
        return new IllegalArgumentException("line " + at + ": expected " + expected + ", found '" + found + "'" + SEE);
    }
}
