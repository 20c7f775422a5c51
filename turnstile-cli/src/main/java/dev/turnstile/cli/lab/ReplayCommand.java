package dev.turnstile.cli.lab;

import dev.turnstile.cli.ExitCode;
import dev.turnstile.cli.render.OutputFile;
import dev.turnstile.driver.mapped.FileFailure;
import dev.turnstile.lab.trace.Scenario;
import dev.turnstile.lab.trace.ShiViz;
import dev.turnstile.lab.trace.SpaceTime;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code turnstile replay}. */
@Command(
        name = "replay",
        customSynopsis = "turnstile replay FILE [--svg FILE] [--shiviz FILE]",
        descriptionHeading = "%n",
        description = {
            "Replays a scenario and draws it: a column for each process, a row for each move.",
            "| tries, # is inside, : leaves (in a window: waits to leave, still inside), x has crashed.",
            "Stops at the first line that goes wrong. docs/internals/scenarios.md describes the format."
        },
        parameterListHeading = "%n",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:everything is as the scenario expects",
            "1:something differs; the first difference is printed",
            "64:bad usage, or not a scenario",
            "125:internal error"
        },
        footer = {"", "Example:", "  turnstile replay docs/scenarios/naive-locks-out.txt"})
public final class ReplayCommand implements Callable<Integer> {
    private static final long SIZE_MAX = 64 << 20;

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "FILE", description = "The scenario; 'turnstile check ... --save FILE' writes one.")
    private Path file;

    @Option(
            names = "--svg",
            paramLabel = "FILE",
            description = "Also draw a space-time diagram, with a title and a legend.")
    private Optional<Path> svg;

    @Option(names = "--shiviz", paramLabel = "FILE", description = "Also write a log for ShiViz, with vector clocks.")
    private Optional<Path> shiviz;

    @Override
    public Integer call() {
        try {
            Optional<OutputFile> diagram = svg.map(path -> new OutputFile("--svg", path));
            Optional<OutputFile> log = shiviz.map(path -> new OutputFile("--shiviz", path));
            Stream.of(diagram, log).flatMap(Optional::stream).forEach(to -> to.differsFrom(file));
            shiviz.ifPresent(path -> diagram.ifPresent(to -> to.differsFrom(path)));
            Scenario scenario = scenario();
            Scenario.Outcome outcome = scenario.replay();
            int code = show(outcome);
            spec.commandLine().getOut().flush();
            diagram.ifPresent(to -> to.write(new SpaceTime(scenario.title(), scenario.about(), outcome.run()).svg()));
            log.ifPresent(to -> to.write(new ShiViz(outcome.run()).log()));
            return code;
        } catch (IllegalArgumentException refused) {
            throw new ParameterException(spec.commandLine(), refused.getMessage(), refused);
        }
    }

    private int show(Scenario.Outcome outcome) {
        spec.commandLine().getOut().print(outcome.drawing());
        outcome.wrong().forEach(spec.commandLine().getErr()::println);
        return outcome.wrong().isEmpty() ? ExitCode.DONE : ExitCode.VIOLATED;
    }

    private Scenario scenario() {
        try {
            if (Files.size(file) > SIZE_MAX) {
                throw bad("it is larger than " + SIZE_MAX + " bytes");
            }
            return Scenario.parse(Files.readString(file));
        } catch (NoSuchFileException e) {
            throw bad("there is no such file");
        } catch (CharacterCodingException e) {
            throw bad("it is not UTF-8 text");
        } catch (IOException e) {
            throw bad("it can't be read: " + FileFailure.reason(e));
        } catch (IllegalArgumentException e) {
            throw bad(e.getMessage());
        }
    }

    private ParameterException bad(String why) {
        return new ParameterException(spec.commandLine(), file + ": " + why);
    }
}
