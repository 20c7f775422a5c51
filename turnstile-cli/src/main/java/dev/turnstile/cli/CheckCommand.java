package dev.turnstile.cli;

import dev.turnstile.algorithm.Algorithm;
import dev.turnstile.algorithm.Catalogue;
import dev.turnstile.lab.explore.Check;
import dev.turnstile.lab.explore.Scenario;
import dev.turnstile.lab.explore.Verdict;
import dev.turnstile.property.Property;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
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
        description = "Explores every interleaving of an algorithm's processes, and says whether properties hold.",
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
            "  turnstile check numbered-ticket -n 3 -k 1 --crashes 1 --property lockout",
            "  turnstile check colored-ticket -n 4 -k 2 --equivalent-to queue"
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
            description = "The number of processes, 1 to 20; fewer where the shared memory has many registers.")
    private int processes;

    @Option(names = "-k", paramLabel = "K", required = true, description = "The number of places, at least 1.")
    private int places;

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
            names = "--property",
            paramLabel = "P[,P...]",
            description = {
                "What must hold: well-defined (always checked), exclusion, winners, k-deadlock, fifo, deadlock,"
                        + " lockout.",
                "Unless told, all that are defined for the other options."
            })
    private List<String> properties;

    @Option(
            names = "--equivalent-to",
            paramLabel = "ALGORITHM",
            description = "It must always have its processes in the same regions as this one.")
    private Optional<String> reference;

    @Mixin
    private Bounds bounds;

    @Option(
            names = "--save",
            paramLabel = "FILE",
            description = "Write the run that shows a violation to this new file, for 'turnstile replay'.")
    private Optional<Path> save;

    @Option(names = "--json", description = "Write JSON.")
    private boolean json;

    @Override
    public Integer call() {
        Answer answer = answer();
        CommandLine command = spec.commandLine();
        command.getOut().println(json ? CheckJson.of(answer) : CheckText.of(answer));
        if (save.isPresent() && answer.report().verdict() instanceof Verdict.Violated violated) {
            save(save.get(), answer, violated);
        }
        return ExitCode.of(answer.report().verdict());
    }

    private Answer answer() {
        try {
            Setting setting = setting();
            List<Property> wanted = KnownProperties.wanted(propertyNames(), setting);
            Check check = bounds.around(setting.check()).withProperties(wanted.toArray(Property[]::new));
            return new Answer(
                    setting, wanted, Searching.run(check, spec.commandLine().getErr()));
        } catch (IllegalArgumentException refused) {
            throw new ParameterException(spec.commandLine(), refused.getMessage(), refused);
        }
    }

    private static void checkNew(Path file) {
        Path folder = file.toAbsolutePath().getParent();
        if (Files.exists(file)) {
            throw new IllegalArgumentException("--save: '" + file + "' is already there");
        }
        if (folder == null || !Files.isWritable(folder)) {
            throw new IllegalArgumentException("--save: no file can be written to '" + folder + "'");
        }
    }

    private void save(Path file, Answer answer, Verdict.Violated violated) {
        Setting setting = answer.setting();
        String text = Scenario.text(
                setting.algorithm().name(),
                setting.processes(),
                setting.places(),
                answer.reproducedBy(violated.property()),
                violated.trace());
        try {
            Files.writeString(file, text, StandardOpenOption.CREATE_NEW);
        } catch (FileAlreadyExistsException e) {
            throw new ParameterException(
                    spec.commandLine(), "--save: " + file + " is already there; nothing was written");
        } catch (IOException e) {
            throw new ParameterException(spec.commandLine(), "--save: " + file + " can't be written: " + e);
        }
    }

    private Setting setting() {
        if (save.isPresent() && units != null && units.stream().anyMatch(wanted -> wanted != 1)) {
            throw new IllegalArgumentException("--save: a scenario has processes of one unit each; leave out --units");
        }
        if (save.isPresent() && reference.isPresent()) {
            throw new IllegalArgumentException("--save: a scenario is about one algorithm; leave out --equivalent-to");
        }
        save.ifPresent(CheckCommand::checkNew);
        Algorithm.SharedMemory subject = Catalogue.sharedMemory(algorithm);
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
                reference.map(Catalogue::sharedMemory));
    }

    private Optional<List<String>> propertyNames() {
        return Optional.ofNullable(properties)
                .map(lists -> lists.stream()
                        .flatMap(list -> Arrays.stream(list.split(",", -1)))
                        .toList());
    }
}
