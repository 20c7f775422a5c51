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
 * The file for the run that shows a violation: the given new file, or a file named after the algorithm in the given
 * folder (default: the current folder). Existing files are never overwritten.
 */
record TraceFile(Optional<Path> wanted) {
    /**
     * Checks that the file can be created.
     *
     * @throws IllegalArgumentException if the file exists, or its folder is not writable
     */
    TraceFile {
        wanted.filter(path -> !Files.isDirectory(path)).ifPresent(TraceFile::checkNew);
        wanted.filter(Files::isDirectory).ifPresent(TraceFile::checkWritable);
    }

    private static void checkNew(Path file) {
        if (Files.exists(file)) {
            throw new IllegalArgumentException("--save: '" + file + "' already exists");
        }
        checkWritable(file.toAbsolutePath().getParent());
    }

    private static void checkWritable(Path folder) {
        if (folder == null || !Files.isWritable(folder)) {
            throw new IllegalArgumentException("--save: no file can be written to '" + folder + "'");
        }
    }

    /** Writes the run and reports where. A failure is only reported, so that the verdict is not lost. */
    void write(String algorithm, String text, PrintWriter err) {
        try {
            Path file = written(algorithm, text);
            err.println("turnstile: the run was written to " + file + "; replay it with: turnstile replay " + file);
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

    /** Creates the first file with this name, or the name and a number, that does not exist yet. */
    private static Path free(Path folder, String name) throws IOException {
        Path file = folder.resolve(name + ".txt");
        for (int number = 2; !isCreated(file); number++) {
            file = folder.resolve(name + "-" + number + ".txt");
        }
        return file;
    }

    private static boolean isCreated(Path file) throws IOException {
        try {
            Files.createFile(file);
            return true;
        } catch (FileAlreadyExistsException taken) {
            return false;
        }
    }
}
