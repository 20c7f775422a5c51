package dev.turnstile.cli;

import dev.turnstile.algorithm.Algorithm;
import dev.turnstile.algorithm.Catalogue;
import dev.turnstile.lab.explore.Check;
import dev.turnstile.lab.explore.KnownProperties;
import dev.turnstile.lab.explore.Verdict;
import dev.turnstile.lab.property.Property;
import dev.turnstile.lab.trace.Scenario;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code turnstile check}. */
@Command(
        name = "check",
        sortOptions = false,
        customSynopsis = "turnstile check ALGORITHM -n N -k K [OPTION...]",
        descriptionHeading = "%n",
        description =
                "Explores every interleaving of an algorithm's processes, or of its nodes and their messages, and says"
                        + " whether properties hold.",
        parameterListHeading = "%n",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:every property holds",
            "1:a property is violated; a run shows it",
            "2:not exhausted: a bound was reached first",
            "64:bad usage",
            "125:our own failure"
        },
        footer = {
            "",
            "Examples:",
            "  turnstile check colored-ticket -n 4 -k 2",
            "  turnstile check numbered-ticket -n 3 -k 1 --crashes 1 --property no-lockout",
            "  turnstile check colored-ticket -n 4 -k 2 --equivalent-to queue",
            "  turnstile check raymond -n 3 -k 1 --requests 1 --cancel",
            "  turnstile check window:coterie=majority -n 3 -k 2 -l 1"
        })
final class CheckCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "ALGORITHM", description = "What to check; see 'turnstile list'.")
    private String algorithm;

    @Option(
            names = "-n",
            paramLabel = "N",
            required = true,
            description =
                    "The number of processes or nodes, 1 to 20; fewer where the shared memory has many registers.")
    private int processes;

    @Option(names = "-k", paramLabel = "K", required = true, description = "The number of places, at least 1.")
    private int places;

    @Mixin
    private Floor floor;

    @Option(names = "--crashes", paramLabel = "F", description = "Up to F processes may stop for ever, at any step.")
    private int crashes;

    @Option(
            names = "--kill",
            description =
                    "Processes may be killed, at any step and any number of times; others clear up (ledger only).")
    private boolean kills;

    @Option(names = "--cancel", description = "Waiters may give up, at any step.")
    private boolean cancels;

    @Option(names = "--attempt", description = "Processes may also ask without being ready to wait.")
    private boolean attempts;

    @Option(
            names = "--units",
            paramLabel = "U",
            split = ",",
            description = "How many units each process asks for; one, unless told.")
    private List<Integer> units;

    @Option(
            names = "--requests",
            paramLabel = "R",
            split = ",",
            description = {
                "Messages: each node asks at most so many times; 2, unless told; 0 for any number of times.",
                "One number for all, or one for each."
            })
    private List<Integer> requests;

    @Option(
            names = "--room",
            paramLabel = "C",
            description = "Messages: explore only the runs in which no channel ever holds more than C messages.")
    private Optional<Integer> room;

    @Option(
            names = "--hasten",
            paramLabel = "TYPE",
            split = ",",
            description = "Messages: explore only the runs in which those of this type arrive before anything else.")
    private List<String> hastened = List.of();

    @Option(
            names = "--forget-void",
            description = {
                "Messages: forget those that will be of no effect, whenever they arrive: fewer states, the same"
                        + " verdict.",
                "A run that is found then is not kept: it lacks their arrivals."
            })
    private boolean forgetsVoid;

    @Option(
            names = "--any-start",
            paramLabel = "S",
            description = {
                "Messages: begin in arbitrary configurations, every variable with any value of its domain:",
                "all, if there are not more than S, else S of them by chance."
            })
    private Optional<Integer> starts;

    @Option(
            names = "--messages",
            paramLabel = "M",
            description = "Messages: with up to M arbitrary messages in each channel then; none, unless told.")
    private Optional<Integer> startMessages;

    @Option(
            names = "--stay",
            paramLabel = "P",
            split = ",",
            description = "Messages: these nodes never leave once they are inside; the first is 0.")
    private List<Integer> staying = List.of();

    @Option(
            names = "--hasty-timers",
            description = "Messages: timeouts may come even while what a timer should outlast is on its way.")
    private boolean hastyTimers;

    @Option(names = "--seed", paramLabel = "X", description = "Messages: what that chance starts from; 1, unless told.")
    private Optional<Long> seed;

    @Option(
            names = "--property",
            paramLabel = "P[,P...]",
            description = {
                "What must hold: well-defined (always checked), exclusion, winners, no-k-deadlock, fifo, no-deadlock,"
                        + " no-lockout; with messages also inclusion, granted, tokens and stabilises, but not winners,"
                        + " no-k-deadlock and fifo. The older names k-deadlock, deadlock and lockout are understood.",
                "Unless told, all that are defined for the other options."
            })
    private List<String> properties;

    @Option(
            names = "--waits-at-most",
            paramLabel = "W",
            description = "Also: while one waits, the others enter at most W times, all together.")
    private Optional<Integer> waitsAtMost;

    @Option(
            names = "--equivalent-to",
            paramLabel = "ALGORITHM",
            description = "It must always have its processes in the same regions as this one.")
    private Optional<String> reference;

    @Mixin
    private Bounds bounds;

    @Option(
            names = "--save",
            paramLabel = "PATH",
            description =
                    "Write the run that shows a violation to this new file, or to a file named after the algorithm"
                            + " in this folder, for 'turnstile replay' (default: the current folder).")
    private Optional<Path> save;

    @Option(names = "--json", description = "Write JSON.")
    private boolean json;

    @Override
    public Integer call() {
        try {
            TraceFile trace = new TraceFile(save);
            Answer answer = answer();
            CommandLine command = spec.commandLine();
            command.getOut().println(json ? CheckJson.of(answer) : CheckText.of(answer));
            if (answer.report().verdict() instanceof Verdict.Violated violated) {
                keep(trace, answer, violated);
            }
            return ExitCode.of(answer.report().verdict());
        } catch (IllegalArgumentException refused) {
            throw new ParameterException(spec.commandLine(), refused.getMessage(), refused);
        }
    }

    /** A run of two algorithms side by side can't be replayed. */
    private void keep(TraceFile trace, Answer answer, Verdict.Violated violated) {
        Setting setting = answer.setting();
        if (setting.forgetsVoid()) {
            spec.commandLine().getErr().println("turnstile: to have the run kept, leave out --forget-void");
        } else if (!setting.staying().isEmpty() && !violated.trace().repeated().isEmpty()) {
            spec.commandLine()
                    .getErr()
                    .println(
                            "turnstile: the run is not kept: a scenario can't say that somebody stays inside for ever");
        } else if (setting.reference().isEmpty()) {
            Scenario.Subject subject = new Scenario.Subject(
                    setting.algorithm().name(), setting.processes(), setting.places(), setting.units());
            String text = Scenario.text(
                    subject, answer.reproducedBy(violated.property()), violated.trace(), violated.violation());
            spec.commandLine().getOut().flush();
            trace.write(subject.algorithm(), text, spec.commandLine().getErr());
        }
    }

    private Answer answer() {
        Setting setting = setting();
        List<Property> wanted = KnownProperties.wanted(propertyNames(), setting.checked());
        Check check = bounds.around(setting.check()).withProperties(wanted.toArray(Property[]::new));
        return new Answer(
                setting, wanted, Searching.run(check, spec.commandLine().getErr()));
    }

    private Setting setting() {
        if (save.isPresent() && reference.isPresent()) {
            throw new IllegalArgumentException("--save: a scenario is about one algorithm; leave out --equivalent-to");
        }
        if (save.isPresent() && forgetsVoid) {
            throw new IllegalArgumentException(
                    "--save: a run without the messages that --forget-void forgets can't be replayed");
        }
        Algorithm subject = Catalogue.find(floor.under(algorithm));
        if (reference.isPresent() && subject instanceof Algorithm.MessagePassing) {
            throw new IllegalArgumentException(
                    "--equivalent-to is for algorithms with shared memory; " + algorithm + " sends messages");
        }
        List<Integer> asked = units == null ? Collections.nCopies(Math.max(0, processes), 1) : units;
        return new Setting(
                subject,
                processes,
                places,
                crashes,
                kills,
                cancels,
                attempts,
                asked,
                reference.map(Catalogue::sharedMemory),
                requests == null ? List.of(subject instanceof Algorithm.MessagePassing ? 2 : 0) : requests,
                room.orElse(0),
                hastened,
                forgetsVoid,
                start(),
                staying,
                hastyTimers,
                waitsAtMost.stream().mapToInt(entries -> entries).findFirst());
    }

    private Optional<Setting.Start> start() {
        if (starts.isEmpty() && (startMessages.isPresent() || seed.isPresent())) {
            throw new IllegalArgumentException("--messages and --seed are about the configurations of --any-start");
        }
        return starts.map(most -> new Setting.Start(most, startMessages.orElse(0), seed.orElse(1L)));
    }

    private Optional<List<String>> propertyNames() {
        return Optional.ofNullable(properties)
                .map(lists -> lists.stream()
                        .flatMap(list -> Arrays.stream(list.split(",", -1)))
                        .toList());
    }
}
