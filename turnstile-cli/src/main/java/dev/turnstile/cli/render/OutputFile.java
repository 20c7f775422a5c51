package dev.turnstile.cli.render;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A file that a command will write at its end: looked at before the work, so that the work is not done in vain. */
public record OutputFile(String option, Path file) {
    /** Refuses a file that another option names, too. */
    public void differsFrom(Path other) {
        if (file.toAbsolutePath().normalize().equals(other.toAbsolutePath().normalize())) {
            throw new IllegalArgumentException(
                    option + ": '" + file + "' is named twice; what was written first would be lost");
        }
    }

    /** Says at once if nothing can be written there. What is there already is replaced at the end. */
    public OutputFile {
        if (!canBeWritten(file)) {
            throw new IllegalArgumentException(option + ": '" + file
                    + "' can't be written; name a file in a folder that" + " is there and may be written to");
        }
    }

    /** Tries; what was not there is not there afterwards. */
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
