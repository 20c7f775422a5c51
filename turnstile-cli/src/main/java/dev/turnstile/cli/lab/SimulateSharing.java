package dev.turnstile.cli.lab;

import dev.turnstile.algorithm.Algorithm;
import dev.turnstile.cli.render.Output;
import dev.turnstile.lab.figures.Table;
import dev.turnstile.lab.run.Move;
import dev.turnstile.lab.setting.Settings;
import dev.turnstile.lab.simulate.Pace;
import dev.turnstile.lab.simulate.SharingOptions;
import dev.turnstile.lab.simulate.SimulationOptions;
import dev.turnstile.lab.simulate.Span;
import dev.turnstile.lab.simulate.TimedRun;
import dev.turnstile.lab.trace.Scenario;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Simulates processes that share memory, in virtual time. */
final class SimulateSharing {
    private static final int PROCESSES_MAX = 4096;
    private static final int MOVES_MAX =
            1_000_000; // the most that a scenario may have; of a longer run, the beginning is saved
    private static final int COUNT_MAX = 99_999;
    private static final List<String> HEADS = List.of(
            "algorithm", "entries", "mean trying time", "longest", "in l", "steps per entry", "most inside", "seed");

    private final SharingOptions options;
    private final SimulationRequest simulated;
    private final int processes;
    private final int places;
    private final Pace pace;
    private final int dead;
    private final int competing;
    private final int hold;
    private final long entries;
    private final long firstSeed;
    private final int seeds;
    private final List<Algorithm.SharedMemory> algorithms;
    private final List<Failed> failed = new ArrayList<>();
    private final List<MissingRuns.Unfinished> unfinished = new ArrayList<>();

    /** A run in which a process was locked out, or too many were inside. */
    private record Failed(Algorithm.SharedMemory algorithm, long seed, boolean lockedOut) {
        MissingRuns.Failed told() {
            return new MissingRuns.Failed(
                    identity(algorithm),
                    seed,
                    lockedOut ? "no-lockout" : "exclusion",
                    lockedOut ? "a process is locked out" : "too many were inside");
        }
    }

    SimulateSharing(List<Algorithm.SharedMemory> algorithms, SharingOptions options, SimulationRequest simulated) {
        processes = simulated.processes();
        if (processes < 1 || processes > PROCESSES_MAX) {
            throw new IllegalArgumentException("-n must be between 1 and " + PROCESSES_MAX + ", not " + processes);
        }
        this.algorithms = algorithms;
        this.options = options;
        this.simulated = simulated;
        places = simulated.places();
        pace = options.pace();
        dead = options.dead();
        competing = options.competing(processes);
        Settings common = simulated.settings();
        hold = hold(common.find(SimulationOptions.HOLD).orElse("1000"));
        entries = common.find(SimulationOptions.ENTRIES).orElse(100L);
        firstSeed = common.find(SimulationOptions.SEED).orElse(0L);
        seeds = common.find(SimulationOptions.SEEDS).orElse(1);
    }

    private static int hold(String text) {
        if (!text.matches("\\d{1,9}")) {
            throw new IllegalArgumentException("--hold must be a whole number of l, such as 1000, not '" + text + "'");
        }
        return Integer.parseInt(text);
    }

    int run(Output output, PrintWriter err) {
        Table table = table();
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("title", table.title());
        members.put("rows", Output.rows(table));
        MissingRuns missing = new MissingRuns(failed.stream().map(Failed::told).toList(), unfinished);
        missing.addTo(members);
        output.write(List.of(table), table, members);
        missing.tell(err);
        failed.stream().findFirst().ifPresent(run -> explain(run, err));
        return missing.exitCode();
    }

    private static Map<String, Object> identity(Algorithm.SharedMemory algorithm) {
        return Map.of("algorithm", algorithm.name());
    }

    private Table table() {
        List<List<String>> rows = new ArrayList<>();
        for (Algorithm.SharedMemory algorithm : algorithms) {
            row(algorithm).ifPresent(rows::add);
        }
        String title = "n = " + processes + ", k = " + places + ", " + competing + " compete, " + dead + " dead, "
                + pace.name().toLowerCase(Locale.ROOT) + " pace, c = " + hold + "l, seeds " + firstSeed + " to "
                + (firstSeed + seeds - 1);
        return new Table(title, HEADS, rows);
    }

    /** Returns the row of an algorithm; empty, with the reason recorded, if a run failed or the time was up. */
    private Optional<List<String>> row(Algorithm.SharedMemory algorithm) {
        List<TimedRun.Result> results = new ArrayList<>();
        for (long seed = firstSeed; seed < firstSeed + seeds; seed++) {
            Optional<TimedRun.Result> result = run(algorithm, seed).runUnless(simulated.deadline());
            if (result.isEmpty()) {
                unfinished.add(new MissingRuns.Unfinished(identity(algorithm), results.size(), seeds));
                return Optional.empty();
            }
            if (result.get().lockedOut() || result.get().mostInside() > places) {
                failed.add(new Failed(algorithm, seed, result.get().lockedOut()));
                return Optional.empty();
            }
            results.add(result.get());
        }
        return Optional.of(row(algorithm, results));
    }

    private List<String> row(Algorithm.SharedMemory algorithm, List<TimedRun.Result> results) {
        int worst = 0;
        long entered = 0;
        double trying = 0;
        double steps = 0;
        for (int seed = 0; seed < seeds; seed++) {
            TimedRun.Result result = results.get(seed);
            worst = result.longest().inL() > results.get(worst).longest().inL() ? seed : worst;
            entered += result.entries();
            trying += result.entries() * result.meanInL();
            steps += result.entries() * result.stepsPerEntry();
        }
        Span longest = results.get(worst).longest();
        return List.of(
                algorithm.name(),
                String.valueOf(entered),
                new Span(trying / Math.max(1, entered), hold).text(),
                longest.text(),
                String.format(Locale.ROOT, "%.1f", longest.inL()),
                String.format(Locale.ROOT, "%.1f", steps / Math.max(1, entered)),
                String.valueOf(results.stream()
                        .mapToInt(TimedRun.Result::mostInside)
                        .max()
                        .orElse(0)),
                String.valueOf(firstSeed + worst));
    }

    private TimedRun run(Algorithm.SharedMemory algorithm, long seed) {
        try {
            return new TimedRun(algorithm.system(processes, places), pace, dead, competing, hold, entries, seed);
        } catch (IllegalArgumentException refused) {
            throw new IllegalArgumentException(algorithm.name() + ": " + refused.getMessage(), refused);
        }
    }

    private void explain(Failed run, PrintWriter err) {
        String again = simulated.again(run.algorithm().name()) + options.words() + " --seed " + run.seed();
        err.println("To reproduce: " + again);
        List<Move> moves = new ArrayList<>();
        run(run.algorithm(), run.seed())
                .recordedBy(move -> {
                    if (moves.size() < MOVES_MAX) {
                        moves.add(move);
                    }
                })
                .run();
        Scenario.Subject subject = Scenario.Subject.of(run.algorithm().name(), processes, places);
        simulated.trace().write(subject.algorithm(), Scenario.text(subject, again, merged(moves), List.of()), err);
    }

    /** Returns the lines of a scenario, with consecutive steps of a process merged into one line. */
    private static List<String> merged(List<Move> moves) {
        List<String> lines = new ArrayList<>();
        int from = 0;
        while (from < moves.size()) {
            int to = from + 1;
            while (to < moves.size() && moves.get(to).equals(moves.get(from)) && to - from < COUNT_MAX) {
                to++;
            }
            lines.add(moves.get(from) + (to - from == 1 ? "" : " " + (to - from)));
            from = to;
        }
        return lines;
    }
}
