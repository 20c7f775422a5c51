package dev.turnstile.lab.trace;

import dev.turnstile.algorithm.Algorithm;
import dev.turnstile.lab.run.Move;
import dev.turnstile.lab.run.Stage;
import dev.turnstile.machine.Region;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/** The replay of a {@link Scenario}. */
final class Replay {
    private final Scenario scenario;
    private final Stage stage;
    private final List<Run.Happening> happenings = new ArrayList<>();
    private final List<Move> sinceLoop = new ArrayList<>();
    private final List<String> wrong = new ArrayList<>();
    private Optional<List<String>> loop = Optional.empty();
    private OptionalInt loopFrom = OptionalInt.empty();
    private Optional<Failed> failed = Optional.empty(); // of the preceding move
    private final List<Region> start;

    private record Failed(int process, String words) {}

    Replay(Scenario scenario) {
        this.scenario = scenario;
        stage = scenario.stage();
        start = IntStream.range(0, stage.processes()).mapToObj(stage::region).toList();
    }

    /** Replays the lines up to the first one that goes wrong. What would follow it is not the scenario any more. */
    Scenario.Outcome run() {
        int replayed = 0;
        for (Scenario.Line line : scenario.lines) {
            if (!(line instanceof Scenario.Line.Fails)) {
                reportFailure();
            }
            if (!wrong.isEmpty()) {
                break;
            }
            replay(line);
            replayed++;
        }
        reportFailure();
        if (wrong.isEmpty()) {
            loop.ifPresent(this::endLoop);
        } else {
            noteRest(scenario.lines.size() - replayed);
        }
        return new Scenario.Outcome(new Run(start, happenings, loopFrom, stage.onTheWay()), wrong);
    }

    private void replay(Scenario.Line line) {
        switch (line) {
            case Scenario.Line.Fails fails -> expectFailure(fails);
            case Scenario.Line.Moves moves -> make(moves);
            case Scenario.Line.Holds holds -> stage.put(holds.from(), holds.to(), holds.frame());
            case Scenario.Line.Expect expect -> look(expect);
            case Scenario.Line.ForEver() -> beginLoop();
        }
    }

    private void noteRest(int lines) {
        if (lines > 0) {
            wrong.add(
                    lines == 1
                            ? "the line after it was not replayed"
                            : "the " + lines + " lines after it were not replayed");
        }
    }

    private void make(Scenario.Line.Moves moves) {
        for (int i = 0; i < moves.count() && wrong.isEmpty() && failed.isEmpty(); i++) {
            make(moves.number(), moves.move(), moves.message());
        }
    }

    private void make(int number, Move move, String message) {
        int process = move.process();
        if (stage.hasStopped(process)) {
            wrong.add("line " + number + ": p" + process + " has stopped forever");
            return;
        }
        Region before = stage.region(process);
        try {
            stage.make(move)
                    .ifPresentOrElse(
                            deed -> note(number, move, before, deed, message),
                            () -> wrong.add("line " + number + ": " + impossible(move, before)));
        } catch (RuntimeException failure) {
            happenings.add(new Run.Happening(
                    process,
                    move + " and fails: " + failure,
                    before,
                    before,
                    false,
                    false,
                    OptionalInt.empty(),
                    List.of()));
            failed = Optional.of(new Failed(process, "line " + number + ": p" + process + " fails: " + failure));
        }
    }

    private void expectFailure(Scenario.Line.Fails expected) {
        if (failed.filter(failure -> failure.process() == expected.process()).isEmpty()) {
            wrong.add("line " + expected.number() + ": p" + expected.process() + " does not fail");
        }
        failed = Optional.empty();
    }

    /** Reports a failure that the scenario does not expect. */
    private void reportFailure() {
        failed.ifPresent(failure -> wrong.add(failure.words()));
        failed = Optional.empty();
    }

    private String impossible(Move move, Region before) {
        boolean messages = scenario.algorithm instanceof Algorithm.MessagePassing;
        if (messages != sendsMessages(move.kind()).orElse(messages)) {
            return messages
                    ? scenario.algorithm.name() + " sends messages: its nodes ask, leave and receive, but don't step"
                    : scenario.algorithm.name() + " shares memory: its processes step, but don't ask, leave or receive";
        }
        return move.kind() == Move.Kind.DELIVER
                ? "no message is in flight from p" + move.from() + " to p" + move.process()
                : "p" + move.process() + " cannot make this move in its region " + before;
    }

    /** Returns whether only nodes make such moves, or only processes that share memory; empty if both do. */
    private static Optional<Boolean> sendsMessages(Move.Kind kind) {
        return switch (kind) {
            case STEP, ATTEMPT, KILL -> Optional.of(false);
            case ASK, LEAVE, DELIVER, TIMEOUT -> Optional.of(true);
            case CANCEL, CRASH, BECOME, TICK -> Optional.empty();
        };
    }

    private void note(int number, Move move, Region before, Stage.Deed deed, String message) {
        int process = move.process();
        sinceLoop.add(move);
        happenings.add(new Run.Happening(
                process,
                deed.text(),
                before,
                stage.region(process),
                stage.hasStopped(process),
                move.kind() == Move.Kind.KILL,
                move.kind() == Move.Kind.DELIVER ? OptionalInt.of(move.from()) : OptionalInt.empty(),
                deed.causes()));
        if (!move.choices().isEmpty() && !move.choices().equals(deed.choices())) {
            wrong.add("line " + number + ": p" + process + " chooses " + deed.choices() + ", not " + move.choices()
                    + ": the number of choices or their bounds differ");
        }
        if (!message.isEmpty() && !deed.text().equals("p" + move.from() + ": " + message)) {
            wrong.add("line " + number + ": p" + process + " receives from " + deed.text() + ", expected " + message);
        }
    }

    private void look(Scenario.Line.Expect expect) {
        Region region = stage.region(expect.process());
        if (region != expect.region()) {
            wrong.add("line " + expect.number() + ": p" + expect.process() + " is in " + region + ", expected "
                    + expect.region());
        }
    }

    private void beginLoop() {
        loop = Optional.of(stage.likeness());
        loopFrom = OptionalInt.of(happenings.size());
        sinceLoop.clear();
    }

    private void endLoop(List<String> begin) {
        if (sinceLoop.isEmpty()) {
            wrong.add("no moves follow '" + Scenario.FOREVER + "'");
            return;
        }
        if (!begin.equals(stage.likeness())) {
            wrong.add("the moves after '" + Scenario.FOREVER + "' do not lead back to the state in which they began");
        }
        wrong.addAll(stage.neglectedBy(sinceLoop));
    }
}
