package dev.turnstile.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import picocli.CommandLine;

/**
 * A run of the command in this JVM: its exit code, its output on both streams, and the runs that it saved in the
 * current folder.
 */
record CommandRun(int code, String out, String err, List<String> findings) {
    private static final Pattern FINDING = Pattern.compile("the run was written to ([^/;\\s]+);");

    /** Runs a command line of words separated by spaces. */
    static CommandRun of(String line) {
        return of(line.isEmpty() ? new String[0] : line.split(" "));
    }

    static CommandRun of(String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine command = Main.commandLine(new PrintWriter(out), new PrintWriter(err, true), args);
        int code = Main.execute(command, args);
        return new CommandRun(code, out.toString(), err.toString(), findings(err.toString()));
    }

    /** Removes the files that the command has saved in the current folder, which is a source folder. */
    private static List<String> findings(String err) {
        return FINDING.matcher(err)
                .results()
                .map(match -> Path.of(match.group(1)))
                .map(CommandRun::taken)
                .toList();
    }

    private static String taken(Path file) {
        try {
            String text = Files.readString(file);
            Files.delete(file);
            return text;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Returns the standard output, parsed as a JSON object. */
    Map<?, ?> json() {
        return (Map<?, ?>) JsonReader.read(out);
    }
}
