package dev.turnstile.cli;

import dev.turnstile.algorithm.Algorithm;
import dev.turnstile.algorithm.Catalogue;
import dev.turnstile.lab.figures.Table;
import dev.turnstile.lab.simulate.Pace;
import dev.turnstile.lab.simulate.Span;
import dev.turnstile.lab.simulate.TimedRun;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;

/** Processes that share memory, in virtual time. */
final class SimulateSharing {
    private static final int PROCESSES_MAX = 4096;
    private static final List<String> HEADS = List.of(
            "algorithm", "entries", "mean trying time", "longest", "in l", "steps per entry", "most inside", "seed");

    private final List<String> algorithms;
    private final int processes;
    private final int places;
    private final Pace pace;
    private final int dead;
    private final int competing;
    private final int hold;
    private final long entries;
    private final int seeds;
    private boolean bad;

    SimulateSharing(
            SharingOptions options,
            List<String> algorithms,
            int processes,
            int places,
            Optional<String> hold,
            Optional<Long> entries,
            Optional<Integer> seeds) {
        if (processes < 1 || processes > PROCESSES_MAX) {
            throw new IllegalArgumentException("-n must be between 1 and " + PROCESSES_MAX + ", not " + processes);
        }
        this.algorithms = algorithms;
        this.processes = processes;
        this.places = places;
        pace = pace(options.pace.orElse("uniform"));
        dead = options.dead.orElse(0);
        competing = options.competing.orElse(processes);
        this.hold = hold(hold.orElse("1000"));
        this.entries = entries.orElse(100L);
        this.seeds = seeds.orElse(1);
    }

    private static Pace pace(String wanted) {
        return Arrays.stream(Pace.values())
                .filter(each -> each.name().toLowerCase(Locale.ROOT).equals(wanted))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "--pace must be uniform, random or adversarial, not '" + wanted + "'"));
    }

    private static int hold(String text) {
        if (!text.matches("\\d{1,9}")) {
            throw new IllegalArgumentException("--hold must be a whole number of l, such as 1000, not '" + text + "'");
        }
        return Integer.parseInt(text);
    }

    int run(Output output) {
        Table table = table();
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("title", table.title());
        members.put("rows", Output.rows(table));
        output.write(table, table, members);
        return bad ? ExitCode.VIOLATED : ExitCode.DONE;
    }

    private Table table() {
        List<List<String>> rows = new ArrayList<>();
        for (String name : algorithms) {
            rows.add(row(Catalogue.sharedMemory(name)));
        }
        String title = "n = " + processes + ", k = " + places + ", " + competing + " compete, " + dead + " dead, "
                + pace.name().toLowerCase(Locale.ROOT) + " pace, c = " + hold + "l, seeds 0 to " + (seeds - 1);
        return new Table(title, HEADS, rows);
    }

    private List<String> row(Algorithm.SharedMemory algorithm) {
        List<TimedRun.Result> results = LongStream.range(0, seeds)
                .mapToObj(seed -> run(algorithm, seed))
                .toList();
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
        int most = results.stream().mapToInt(TimedRun.Result::mostInside).max().orElse(0);
        boolean lockedOut = results.stream().anyMatch(TimedRun.Result::lockedOut);
        bad |= lockedOut || most > places;
        Span longest = results.get(worst).longest();
        return List.of(
                algorithm.name(),
                String.valueOf(entered),
                new Span(trying / Math.max(1, entered), hold).text(),
                lockedOut ? "locked out" : longest.text(),
                lockedOut ? "-" : String.format(Locale.ROOT, "%.1f", longest.inL()),
                String.format(Locale.ROOT, "%.1f", steps / Math.max(1, entered)),
                String.valueOf(most),
                String.valueOf(worst));
    }

    private TimedRun.Result run(Algorithm.SharedMemory algorithm, long seed) {
        try {
            return new TimedRun(algorithm.system(processes, places), pace, dead, competing, hold, entries, seed).run();
        } catch (IllegalArgumentException refused) {
            throw new IllegalArgumentException(algorithm.name() + ": " + refused.getMessage(), refused);
        }
    }
}
