package dev.turnstile.bench.processes;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A program that prints its measurement. */
record Command(List<String> words) {
    static Command of(String... words) {
        return new Command(List.of(words));
    }

    /** Runs the program, and returns the last line it prints. */
    String run() throws IOException, InterruptedException {
        Process process = new ProcessBuilder(words)
                .redirectError(Redirect.INHERIT)
                .redirectInput(Redirect.from(new File("/dev/null")))
                .start();
        List<String> lines = process.inputReader(StandardCharsets.UTF_8).lines().toList();
        if (process.waitFor() != 0 || lines.isEmpty()) {
            throw new IOException(String.join(" ", words) + " failed");
        }
        return lines.getLast();
    }
}
