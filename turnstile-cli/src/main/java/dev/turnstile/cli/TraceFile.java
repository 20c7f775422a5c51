package dev.turnstile.cli;

import dev.turnstile.driver.mapped.FileFailure;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/** Where the run that shows a violation goes: a new file that was asked for, or one among the temporary files. */
record TraceFile(Optional<Path> wanted) {
    /** Says at once if the file that is asked for can't be made. */
    TraceFile {
        wanted.ifPresent(TraceFile::checkNew);
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

    /** Writes it, and tells where; if that fails, tells that: the verdict counts more. */
    void write(String algorithm, String text, PrintWriter err) {
        try {
            Path file = wanted.isPresent()
                    ? wanted.get()
                    : Files.createTempFile("turnstile-" + algorithm.replaceAll("[^a-z0-9-]", "-") + "-", ".txt");
            Files.writeString(
                    file, text, wanted.isPresent() ? StandardOpenOption.CREATE_NEW : StandardOpenOption.WRITE);
            err.println("turnstile: the run was written to " + file + "; run it again: turnstile replay " + file);
        } catch (IOException e) {
            err.println("turnstile: the run could not be written: " + FileFailure.message(e));
        }
    }
}
