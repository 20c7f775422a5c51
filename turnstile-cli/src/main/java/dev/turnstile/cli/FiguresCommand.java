package dev.turnstile.cli;

import dev.turnstile.lab.figures.Omori;
import dev.turnstile.lab.figures.Table;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code turnstile figures}. */
@Command(
        name = "figures",
        customSynopsis = "turnstile figures PAPER [--seeds S] [--csv]",
        descriptionHeading = "%n",
        description = "Runs the numeric claims of a paper again, and writes them beside what the paper says.",
        parameterListHeading = "%n",
        footer = {"", "Example:", "  turnstile figures omori"})
final class FiguresCommand implements Callable<Integer> {
    private static final String OMORI = "omori";

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "PAPER", description = "omori (omori-2002: the rung algorithms).")
    private String paper;

    @Option(
            names = "--seeds",
            paramLabel = "S",
            defaultValue = "5",
            description = "So many runs for each row that chance decides; 5, unless told.")
    private int seeds;

    @Option(names = "--csv", description = "Write comma-separated values, a blank line between tables.")
    private boolean csv;

    @Override
    public Integer call() {
        if (!paper.equals(OMORI)) {
            throw new ParameterException(
                    spec.commandLine(), "there are no figures of '" + paper + "'; there are: " + OMORI);
        }
        try {
            List<Table> tables = new Omori(seeds, this::tell).tables();
            tell("");
            spec.commandLine()
                    .getOut()
                    .print(tables.stream()
                            .map(table -> csv ? table.csv() : table.text())
                            .collect(Collectors.joining("\n")));
            return ExitCode.DONE;
        } catch (IllegalArgumentException refused) {
            throw new ParameterException(spec.commandLine(), refused.getMessage(), refused);
        }
    }

    private void tell(String what) {
        if (Terminal.isStandardError()) {
            PrintWriter err = spec.commandLine().getErr();
            err.print("\r\u001b[K" + what);
            err.flush();
        }
    }
}
