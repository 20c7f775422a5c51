package dev.turnstile.cli.render;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A file that a command writes at its end. It is checked before the work, so that the work is not wasted. */
public record OutputFile(String option, Path file) {
    /**
     * Checks that another option does not name the same file.
     *
     * @throws IllegalArgumentException if it does
     */
    public void differsFrom(Path other) {
        if (file.toAbsolutePath().normalize().equals(other.toAbsolutePath().normalize())) {
            throw new IllegalArgumentException(
                    option + ": '" + file + "' is given twice; the second output would overwrite the first");
        }
    }

    /**
     * Checks that the file can be written. An existing file is replaced at the end.
     *
     * @throws IllegalArgumentException if the file can't be written
     */
    public OutputFile {
        if (!canBeWritten(file)) {
            throw new IllegalArgumentException(
                    option + ": '" + file + "' can't be written; choose a file in an existing, writable folder");
        }
    }

    /** Tries to open the file. A file that did not exist before does not exist afterwards. */
    private static boolean canBeWritten(Path file) {
        boolean isNew = Files.notExists(file);
        try {
            Files.newByteChannel(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)
                    .close();
            if (isNew) {
                Files.delete(file);
            }
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    public void write(String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new CanNotWriteException(option + ": '" + file + "'", e);
        }
    }
}
