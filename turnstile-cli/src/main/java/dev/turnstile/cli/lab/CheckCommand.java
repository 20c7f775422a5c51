package dev.turnstile.cli.lab;

import dev.turnstile.algorithm.Algorithm;
import dev.turnstile.cli.ExitCode;
import dev.turnstile.lab.catalogue.LabCatalogue;
import dev.turnstile.lab.explore.Check;
import dev.turnstile.lab.explore.CheckOptions;
import dev.turnstile.lab.explore.CheckRequest;
import dev.turnstile.lab.explore.Verdict;
import dev.turnstile.lab.property.Property;
import dev.turnstile.lab.setting.Setting;
import dev.turnstile.lab.setting.Settings;
import dev.turnstile.lab.trace.Scenario;
import java.nio.file.Path;
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
        description = "Explores every interleaving of an algorithm's processes, or of its nodes and their messages, and"
                + " reports whether the properties hold.",
        parameterListHeading = "%n",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:every property holds",
            "1:a property is violated; a run that shows it is printed",
            "2:the search was not exhaustive: a bound was reached first",
            "64:bad usage",
            "125:internal error"
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
public final class CheckCommand implements Callable<Integer>, SettingOptions.Described {
    private static final int FIRST = SettingOptions.ORDER - 1;
    private static final int LAST = SettingOptions.ORDER + 1;

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "ALGORITHM", description = "The algorithm to check; see 'turnstile list'.")
    private String algorithm;

    @Option(
            names = "-n",
            paramLabel = "N",
            order = FIRST,
            required = true,
            description = "The number of processes or nodes, 1 to 20. Fewer if the shared memory has many registers.")
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

    @Mixin
    private SearchLimits bounds;

    @Option(
            names = "--save",
            paramLabel = "PATH",
            order = LAST,
            description =
                    "Write the run that shows a violation to this new file, or to a file named after the algorithm in"
                            + " this folder, for 'turnstile replay' (default: the current folder).")
    private Optional<Path> save;

    @Option(names = "--json", order = LAST, description = "Print JSON.")
    private boolean json;

    @Override
    public Integer call() {
        try {
            TraceFile trace = new TraceFile(save);
            CheckAnswer answer = answer();
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

    @Override
    public List<Setting<?>> settings() {
        return CheckOptions.ALL;
    }

    /** Saves the run, if it can be replayed. A run of two algorithms side by side can't. */
    private void keep(TraceFile trace, CheckAnswer answer, Verdict.Violated violated) {
        CheckRequest request = answer.request();
        Settings settings = request.settings();
        if (settings.get(CheckOptions.FORGET_VOID)) {
            spec.commandLine().getErr().println("turnstile: the run was not saved; leave out --forget-void to save it");
        } else if (!settings.get(CheckOptions.STAY).isEmpty()
                && !violated.trace().repeated().isEmpty()) {
            spec.commandLine()
                    .getErr()
                    .println("turnstile: the run was not saved: a scenario can't express that a node stays inside"
                            + " forever");
        } else if (!settings.has(CheckOptions.EQUIVALENT_TO)) {
            Scenario.Subject subject = new Scenario.Subject(
                    request.algorithm().name(), request.processes(), request.limit(), request.units());
            String text = Scenario.text(
                    subject, answer.reproducedBy(violated.property()), violated.trace(), violated.violation());
            spec.commandLine().getOut().flush();
            trace.write(subject.algorithm(), text, spec.commandLine().getErr());
        }
    }

    private CheckAnswer answer() {
        CheckRequest request = request();
        List<Property> wanted = request.properties();
        Check check = bounds.around(request.check(wanted));
        return new CheckAnswer(
                request, wanted, CheckRunner.run(check, spec.commandLine().getErr()));
    }

    private CheckRequest request() {
        Settings settings = SettingOptions.read(spec, CheckOptions.ALL);
        Optional<String> reference = settings.find(CheckOptions.EQUIVALENT_TO);
        if (save.isPresent() && reference.isPresent()) {
            throw new IllegalArgumentException("--save: a scenario describes one algorithm; leave out --equivalent-to");
        }
        if (save.isPresent() && settings.get(CheckOptions.FORGET_VOID)) {
            throw new IllegalArgumentException(
                    "--save: a run found with --forget-void can't be replayed; leave out one of the two");
        }
        Algorithm subject = floor.under(LabCatalogue.find(algorithm));
        if (reference.isPresent() && subject instanceof Algorithm.MessagePassing) {
            throw new IllegalArgumentException(
                    "--equivalent-to is for algorithms with shared memory; " + algorithm + " sends messages");
        }
        return new CheckRequest(subject, processes, places, settings, reference.map(LabCatalogue::sharedMemory));
    }
}
