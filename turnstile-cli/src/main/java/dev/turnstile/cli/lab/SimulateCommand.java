package dev.turnstile.cli.lab;

import dev.turnstile.algorithm.Algorithm;
import dev.turnstile.cli.render.Output;
import dev.turnstile.cli.render.TimeSpan;
import dev.turnstile.lab.catalogue.LabCatalogue;
import dev.turnstile.lab.setting.Setting;
import dev.turnstile.lab.setting.Settings;
import dev.turnstile.lab.simulate.SendingOptions;
import dev.turnstile.lab.simulate.SharingOptions;
import dev.turnstile.lab.simulate.SimulationOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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
            "Runs algorithms in virtual time, and reports how long it takes to enter.",
            "Shared memory: times are in l, the longest time between two steps of a process, and c, the longest stay"
                    + " inside.",
            "Messages: nodes make requests at a rate, and messages cost time. The first tenth of the entries is not"
                    + " counted. +- is half the width of a 95 %% confidence interval over the seeds. A message counts"
                    + " when it is sent. With few entries, requests that are only partly counted make the number of"
                    + " messages per entry inexact.",
            "A row is a result: all its runs finished, and none failed. If a run fails, the table, CSV and chart have"
                    + " no row for its algorithm and rate. Standard error says why, and JSON lists it under \"failed\"."
        },
        parameterListHeading = "%n",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:all runs finished, and none failed",
            "1:a run failed: a process is locked out, or too many or too few were inside",
            "2:no run failed, but --max-time expired before all had finished",
            "64:bad usage",
            "125:internal error"
        },
        footer = {
            "",
            "Examples:",
            "  turnstile simulate excl gtex -n 16 -k 2 --pace adversarial --dead 1 --seeds 20",
            "  turnstile simulate raymond srimani-reddy -n 30 -k 3 --chart delays.svg",
            "  turnstile simulate raymond -n 5 -k 2 --rate 1 --delay adversarial --corrupt 2@100"
        })
public final class SimulateCommand implements Callable<Integer>, SettingOptions.Described {
    private static final int FIRST = SettingOptions.ORDER - 1;
    private static final int LAST = SettingOptions.ORDER + 1;

    @Spec
    private CommandSpec spec;

    @Parameters(
            paramLabel = "ALGORITHM",
            arity = "1..*",
            description = "The algorithms to run, all with shared memory or all with messages; see 'turnstile list'.")
    private List<String> algorithms;

    @Option(
            names = "-n",
            paramLabel = "N",
            order = FIRST,
            required = true,
            description = "The number of processes or nodes.")
    private int processes;

    @Option(
            names = "-k",
            paramLabel = "K",
            order = FIRST,
            required = true,
            description = "The limit: the number of places, at least 1.")
    private int places;

    @Mixin
    private FloorOption floor;

    @Option(
            names = "--max-time",
            order = LAST,
            paramLabel = "TIME",
            converter = TimeSpan.class,
            description =
                    "Stop soon after this time, such as 500ms, 30s, 5m or 2h. Rows whose runs have all finished are"
                            + " printed; the others are named on standard error.")
    private Optional<Duration> maxTime;

    @Option(
            names = "--csv",
            order = LAST,
            paramLabel = "FILE",
            description = "Also write comma-separated values to this file; '-' prints them instead of the table.")
    private Optional<Path> csv;

    @Option(
            names = "--save",
            order = LAST,
            paramLabel = "PATH",
            description = "Write a run that failed to this new file, or to a file named after the algorithm in this"
                    + " folder, for 'turnstile replay' (default: the current folder).")
    private Optional<Path> save;

    @Option(names = "--json", order = LAST, description = "Print JSON.")
    private boolean json;

    @Override
    public Integer call() {
        try {
            return simulate();
        } catch (IllegalArgumentException refused) {
            throw new ParameterException(spec.commandLine(), refused.getMessage(), refused);
        }
    }

    @Override
    public List<Setting<?>> settings() {
        return Stream.of(SimulationOptions.ALL, SendingOptions.ALL, SharingOptions.ALL)
                .<Setting<?>>flatMap(List::stream)
                .toList();
    }

    private int simulate() {
        Settings common = SettingOptions.read(spec, SimulationOptions.ALL);
        common.check(SimulationOptions.ALL, processes);
        Settings sending = SettingOptions.read(spec, SendingOptions.ALL);
        Settings sharing = SettingOptions.read(spec, SharingOptions.ALL);
        List<Algorithm> found =
                algorithms.stream().map(LabCatalogue::find).map(floor::under).toList();
        SimulationRequest simulated =
                new SimulationRequest(processes, places, common, new TraceFile(save), new Deadline(maxTime));
        Output output = new Output(spec.commandLine().getOut(), csv, json);
        List<Algorithm.SharedMemory> shared = only(found, Algorithm.SharedMemory.class);
        List<Algorithm.MessagePassing> messages = only(found, Algorithm.MessagePassing.class);
        if (messages.isEmpty()) {
            refuse(sending.names(SendingOptions.ALL), "for algorithms with messages");
            return new SimulateSharing(shared, new SharingOptions(sharing), simulated)
                    .run(output, spec.commandLine().getErr());
        }
        if (shared.isEmpty()) {
            refuse(sharing.names(SharingOptions.ALL), "for algorithms with shared memory");
            return new SimulateSending(messages, new SendingOptions(sending), simulated)
                    .run(output, spec.commandLine().getErr());
        }
        throw new IllegalArgumentException(
                "some of these share memory, and some send messages: their times can't be compared; choose"
                        + " algorithms of one kind");
    }

    private static <A> List<A> only(List<Algorithm> found, Class<A> model) {
        return found.stream().filter(model::isInstance).map(model::cast).toList();
    }

    private static void refuse(List<String> used, String whatFor) {
        if (!used.isEmpty()) {
            throw new IllegalArgumentException(
                    String.join(", ", used) + (used.size() == 1 ? " is " : " are ") + whatFor);
        }
    }
}
