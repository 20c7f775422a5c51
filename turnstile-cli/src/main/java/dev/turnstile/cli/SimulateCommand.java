package dev.turnstile.cli;

import dev.turnstile.algorithm.Algorithm;
import dev.turnstile.algorithm.Catalogue;
import dev.turnstile.lab.figures.Table;
import dev.turnstile.lab.simulate.Pace;
import dev.turnstile.lab.simulate.Span;
import dev.turnstile.lab.simulate.TimedRun;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.LongStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code turnstile simulate}. */
@Command(
        name = "simulate",
        sortOptions = false,
        customSynopsis = "turnstile simulate ALGORITHM... -n N -k K [OPTION...]",
        descriptionHeading = "%n",
        description = {
            "Runs algorithms in virtual time, and tells how long it takes to get in.",
            "Time is in l, the longest time between two steps of a process, and c, the longest stay inside."
        },
        parameterListHeading = "%n",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:nobody was found locked out",
            "1:somebody is locked out, or too many were inside",
            "64:bad usage",
            "125:our own failure"
        },
        footer = {
            "",
            "Examples:",
            "  turnstile simulate naive excl gtex -n 8 -k 2",
            "  turnstile simulate excl gtex -n 16 -k 2 --pace adversarial --dead 1 --seeds 20",
            "  turnstile simulate excl gtex -n 64 -k 4 --competing 4"
        })
final class SimulateCommand implements Callable<Integer> {
    private static final int PROCESSES_MAX = 4096;

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "ALGORITHM", arity = "1..*", description = "What to run; see 'turnstile list'.")
    private List<String> algorithms;

    @Option(names = "-n", paramLabel = "N", required = true, description = "The number of processes, 1 to 4096.")
    private int processes;

    @Option(names = "-k", paramLabel = "K", required = true, description = "The number of places, at least 1.")
    private int places;

    @Option(
            names = "--pace",
            paramLabel = "PACE",
            defaultValue = "uniform",
            description = "uniform (always l and c), random (up to), or adversarial (against one process); uniform,"
                    + " unless told.")
    private String pace;

    @Option(
            names = "--dead",
            paramLabel = "F",
            description = "So many processes stop for ever, inside or, at a random pace, anywhere; none, unless told.")
    private int dead;

    @Option(
            names = "--competing",
            paramLabel = "M",
            description = "Only so many processes ever ask, the dead included; all, unless told.")
    private Integer competing;

    @Option(names = "--hold", paramLabel = "C", defaultValue = "1000", description = "c, in l; 1000, unless told.")
    private int hold;

    @Option(
            names = "--entries",
            paramLabel = "E",
            defaultValue = "100",
            description = "A run ends after so many entries; 100, unless told.")
    private long entries;

    @Option(
            names = "--seeds",
            paramLabel = "S",
            defaultValue = "1",
            description = "Runs from the seeds 0 to S-1; 1, unless told.")
    private int seeds;

    @Option(names = "--csv", description = "Write comma-separated values.")
    private boolean csv;

    private boolean bad;

    @Override
    public Integer call() {
        try {
            Table table = table();
            spec.commandLine().getOut().print(csv ? table.csv() : table.text());
            return bad ? ExitCode.VIOLATED : ExitCode.DONE;
        } catch (IllegalArgumentException refused) {
            throw new ParameterException(spec.commandLine(), refused.getMessage(), refused);
        }
    }

    private Table table() {
        if (processes < 1 || processes > PROCESSES_MAX) {
            throw new IllegalArgumentException("-n must be between 1 and " + PROCESSES_MAX + ", not " + processes);
        }
        if (seeds < 1 || seeds > 100_000) {
            throw new IllegalArgumentException("--seeds must be between 1 and 100000, not " + seeds);
        }
        Pace wanted = pace();
        List<List<String>> rows = new ArrayList<>();
        for (String name : algorithms) {
            rows.add(row(Catalogue.sharedMemory(name), wanted));
        }
        int asking = competing == null ? processes : competing;
        String title = "n = " + processes + ", k = " + places + ", " + asking + " compete, " + dead + " dead, "
                + wanted.name().toLowerCase(Locale.ROOT) + " pace, c = " + hold + "l, seeds 0 to " + (seeds - 1);
        return new Table(
                title,
                List.of(
                        "algorithm",
                        "entries",
                        "mean trying time",
                        "longest",
                        "in l",
                        "steps per entry",
                        "most inside",
                        "seed"),
                rows);
    }

    private Pace pace() {
        return Arrays.stream(Pace.values())
                .filter(each -> each.name().toLowerCase(Locale.ROOT).equals(pace))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "--pace must be uniform, random or adversarial, not '" + pace + "'"));
    }

    private List<String> row(Algorithm.SharedMemory algorithm, Pace wanted) {
        List<TimedRun.Result> results = LongStream.range(0, seeds)
                .mapToObj(seed -> run(algorithm, wanted, seed))
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
        return List.of(
                algorithm.name(),
                String.valueOf(entered),
                new Span(trying / Math.max(1, entered), hold).text(),
                lockedOut ? "locked out" : results.get(worst).longest().text(),
                lockedOut
                        ? "-"
                        : String.format(
                                Locale.ROOT,
                                "%.1f",
                                results.get(worst).longest().inL()),
                String.format(Locale.ROOT, "%.1f", steps / Math.max(1, entered)),
                String.valueOf(most),
                String.valueOf(worst));
    }

    private TimedRun.Result run(Algorithm.SharedMemory algorithm, Pace wanted, long seed) {
        try {
            int asking = competing == null ? processes : competing;
            return new TimedRun(algorithm.system(processes, places), wanted, dead, asking, hold, entries, seed).run();
        } catch (IllegalArgumentException refused) {
            throw new IllegalArgumentException(algorithm.name() + ": " + refused.getMessage(), refused);
        }
    }
}
