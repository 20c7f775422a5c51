package dev.turnstile.cli.lab;

import dev.turnstile.algorithm.Catalogue;
import dev.turnstile.cli.ExitCode;
import dev.turnstile.cli.render.OutputFile;
import dev.turnstile.cli.render.RunCounter;
import dev.turnstile.cli.render.Terminal;
import dev.turnstile.lab.figures.Bulgannawar;
import dev.turnstile.lab.figures.Datta;
import dev.turnstile.lab.figures.FigureSet;
import dev.turnstile.lab.figures.Kamei;
import dev.turnstile.lab.figures.Omori;
import dev.turnstile.lab.figures.OpenQuestions;
import dev.turnstile.lab.figures.Table;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
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
        sortOptions = false,
        customSynopsis = "turnstile figures PAPER [--seeds S] [--to FOLDER] [--csv]",
        descriptionHeading = "%n",
        description = "Reruns the figures and numeric claims of a paper, and prints them beside what the paper says.",
        parameterListHeading = "%n",
        footer = {"", "Examples:", "  turnstile figures omori", "  turnstile figures bulgannawar --to figures"})
public final class FiguresCommand implements Callable<Integer> {
    private static final List<String> PAPERS = List.of("omori", "bulgannawar", "bulgannawar-open", "datta", "kamei");

    @Spec
    private CommandSpec spec;

    @Parameters(
            paramLabel = "PAPER",
            description = {
                "omori (omori-2002: the rung algorithms), bulgannawar (bulgannawar-1995: the token forest and its"
                        + " rivals),",
                "bulgannawar-open (the questions that it leaves open; takes some minutes),",
                "datta (datta-2009: the self-stabilising tree),",
                "kamei (kamei-2019: windows by quorums; takes two minutes; fewer and smaller runs with 2 to 4 seeds)."
            })
    private String paper;

    @Option(
            names = "--seeds",
            paramLabel = "S",
            defaultValue = "5",
            description = "Runs for each point that depends on chance (default: 5).")
    private int seeds;

    @Option(
            names = "--to",
            paramLabel = "FOLDER",
            description = "The folder for the figures, as SVG and CSV (default: turnstile-figures; omori: draw none).")
    private Optional<Path> folder;

    @Option(
            names = "--csv",
            description = "Print the tables as comma-separated values, with a blank line between them.")
    private boolean csv;

    @Override
    public Integer call() {
        try {
            switch (paper) {
                case "omori" -> print(omori());
                case "bulgannawar" -> print(draw(new Bulgannawar(seeds)));
                case "datta" -> print(draw(new Datta(seeds)));
                case "kamei" -> print(draw(new Kamei(seeds)));
                case "bulgannawar-open" -> print(draw(new OpenQuestions(seeds)));
                default ->
                    throw new IllegalArgumentException("there are no figures for '" + paper + "'"
                            + Catalogue.didYouMean(paper, PAPERS) + " There are: " + String.join(", ", PAPERS));
            }
            return ExitCode.DONE;
        } catch (IllegalArgumentException refused) {
            throw new ParameterException(spec.commandLine(), refused.getMessage(), refused);
        }
    }

    private List<Table> omori() {
        Omori omori = new Omori(seeds, this::tell);
        if (folder.isPresent()) {
            List<OutputFile> files = files(List.of(Omori.FIGURE));
            FigureSet.Figure figure = omori.figure();
            files.getFirst().write(figure.chart().svg());
            files.getLast().write(figure.table().csv());
        }
        List<Table> tables = omori.tables();
        tell("");
        return tables;
    }

    private List<Table> draw(FigureSet set) {
        Iterator<OutputFile> files = files(set.names()).iterator();
        PrintWriter err = spec.commandLine().getErr();
        try (RunCounter counting = new RunCounter(err, set.simulations()).started()) {
            set.run(counting::at);
        }
        for (FigureSet.Figure figure : set.figures()) {
            files.next().write(figure.chart().svg());
            files.next().write(figure.table().csv());
        }
        err.println("turnstile: " + set.names().size() + " figures were written to " + folder() + ": "
                + String.join(", ", set.names()) + ", as .svg and .csv");
        return set.tables();
    }

    private Path folder() {
        return folder.orElse(Path.of("turnstile-figures"));
    }

    /** Returns the two files of each figure, checked before any work is done. */
    private List<OutputFile> files(List<String> names) {
        try {
            Files.createDirectories(folder());
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "--to: '" + folder() + "' is not a folder and can't be created; choose another one", e);
        }
        List<OutputFile> files = new ArrayList<>();
        for (String name : names) {
            files.add(new OutputFile("--to", folder().resolve(name + ".svg")));
            files.add(new OutputFile("--to", folder().resolve(name + ".csv")));
        }
        return files;
    }

    private void print(List<Table> tables) {
        spec.commandLine()
                .getOut()
                .print(tables.stream()
                        .map(table -> csv ? table.csv() : table.text())
                        .collect(Collectors.joining("\n")));
    }

    private void tell(String what) {
        if (Terminal.isStandardError()) {
            PrintWriter err = spec.commandLine().getErr();
            err.print("\r\u001b[K" + what);
            err.flush();
        }
    }
}
