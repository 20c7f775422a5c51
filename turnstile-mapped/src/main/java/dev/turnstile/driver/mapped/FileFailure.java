package dev.turnstile.driver.mapped;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;

/**
 * Describes why a file could not be used. The messages of many of Java's own exceptions consist of the file name only.
 */
public final class FileFailure {
    private FileFailure() {}

    /** Returns the file, if the exception names one, and the reason, such as {@code "/newdir: permission denied"}. */
    public static String message(IOException failure) {
        return failure instanceof FileSystemException named && named.getFile() != null
                ? named.getFile() + ": " + reason(failure)
                : reason(failure);
    }

    /** Returns the reason alone, such as {@code "permission denied"}, for a sentence that already names the file. */
    public static String reason(IOException failure) {
        if (failure instanceof FileSystemException explained && explained.getReason() != null) {
            return inLowerCase(explained.getReason());
        }
        return switch (failure) {
            case NoSuchFileException missing -> missing(missing.getFile());
            case AccessDeniedException _ -> "permission denied";
            case FileAlreadyExistsException _ -> "it already exists";
            case NotDirectoryException _ -> "it is not a folder";
            case DirectoryNotEmptyException _ -> "the folder is not empty";
            case FileSystemLoopException _ -> "its symbolic links form a loop";
            case FileSystemException other -> other.getClass().getSimpleName();
            case CharacterCodingException _ -> "it is not UTF-8 text";
            default -> failure.getMessage() == null ? failure.getClass().getSimpleName() : failure.getMessage();
        };
    }

    /** Returns the words of the system, such as "Read-only file system", as the end of a sentence. */
    private static String inLowerCase(String reason) {
        boolean isWord = reason.length() > 1 && Character.isLowerCase(reason.charAt(1));
        return isWord ? Character.toLowerCase(reason.charAt(0)) + reason.substring(1) : reason;
    }

    /**
     * Returns a reason that names the missing folder, if there is one. A file to be created can't exist without its
     * folder.
     */
    private static String missing(String file) {
        Path folder = file == null ? null : Path.of(file).toAbsolutePath().getParent();
        return folder != null && Files.notExists(folder)
                ? "there is no folder " + folder
                : "there is no such file or folder";
    }
}
