package dev.turnstile.cli.lab;

import dev.turnstile.driver.mapped.FileFailure;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * Where the run that shows a violation goes: the new file that was asked for, or a file named after the algorithm, in
 * the folder that was asked for or in the current one. Nothing is overwritten.
 */
record TraceFile(Optional<Path> wanted) {
    /** Says at once if the file that is asked for can't be made. */
    TraceFile {
        wanted.filter(path -> !Files.isDirectory(path)).ifPresent(TraceFile::checkNew);
        wanted.filter(Files::isDirectory).ifPresent(TraceFile::checkWritable);
    }

    private static void checkNew(Path file) {
        if (Files.exists(file)) {
            throw new IllegalArgumentException("--save: '" + file + "' is already there");
        }
        checkWritable(file.toAbsolutePath().getParent());
    }

    private static void checkWritable(Path folder) {
        if (folder == null || !Files.isWritable(folder)) {
            throw new IllegalArgumentException("--save: no file can be written to '" + folder + "'");
        }
    }

    /** Writes it, and tells where; if that fails, tells that: the verdict counts more. */
    void write(String algorithm, String text, PrintWriter err) {
        try {
            Path file = written(algorithm, text);
            err.println("turnstile: the run was written to " + file + "; run it again: turnstile replay " + file);
        } catch (IOException e) {
            err.println("turnstile: the run could not be written: " + FileFailure.message(e));
        }
    }

    private Path written(String algorithm, String text) throws IOException {
        if (wanted.isPresent() && !Files.isDirectory(wanted.get())) {
            return Files.writeString(wanted.get(), text, StandardOpenOption.CREATE_NEW);
        }
        Path file = free(wanted.orElse(Path.of("")), "turnstile-" + algorithm.replaceAll("[^a-z0-9-]", "-"));
        return Files.writeString(file, text, StandardOpenOption.WRITE);
    }

    /** Makes the first file of that name, or with a number behind it, that is not there yet. */
    private static Path free(Path folder, String name) throws IOException {
        Path file = folder.resolve(name + ".txt");
        for (int number = 2; !isMade(file); number++) {
            file = folder.resolve(name + "-" + number + ".txt");
        }
        return file;
    }

    private static boolean isMade(Path file) throws IOException {
        try {
            Files.createFile(file);
            return true;
        } catch (FileAlreadyExistsException taken) {
            return false;
        }
    }
}
