package dev.turnstile.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import picocli.CommandLine;

/** One run of the command, in this JVM: its exit code and what it wrote. */
record Run(int code, String out, String err) {
    /** Runs a command line of words with spaces in between. */
    static Run of(String line) {
        return of(line.isEmpty() ? new String[0] : line.split(" "));
    }

    static Run of(String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine command = Main.commandLine(new PrintWriter(out), new PrintWriter(err, true), args);
        int code = Main.execute(command, args);
        return new Run(code, out.toString(), err.toString());
    }

    /** What it wrote, read as a JSON object. */
    Map<?, ?> json() {
        return (Map<?, ?>) JsonReader.read(out);
    }
}
