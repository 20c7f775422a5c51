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
 * One run of the command, in this JVM: its exit code, and what it wrote to both outputs and to files in the current
 * folder.
 */
record CommandRun(int code, String out, String err, List<String> findings) {
    private static final Pattern FINDING = Pattern.compile("the run was written to ([^/;\\s]+);");

    /** Runs a command line of words with spaces in between. */
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

    /** What the command has left in the current folder goes with it: the folder is that of the sources. */
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

    /** What it wrote, read as a JSON object. */
    Map<?, ?> json() {
        return (Map<?, ?>) JsonReader.read(out);
    }
}
