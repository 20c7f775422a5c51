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

/** Says why a file could not be used. Many of Java's own exceptions have nothing but the file as their message. */
public final class FileFailure {
    private FileFailure() {}

    /** The file, if the exception names one, and the reason: {@code "/newdir: permission denied"}. */
    public static String message(IOException failure) {
        return failure instanceof FileSystemException named && named.getFile() != null
                ? named.getFile() + ": " + reason(failure)
                : reason(failure);
    }

    /** The reason alone, for a sentence that has named the file: {@code "permission denied"}. */
    public static String reason(IOException failure) {
        if (failure instanceof FileSystemException told && told.getReason() != null) {
            return told.getReason();
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

    /** Names the folder that is missing: a file that is to be made is no more there than its folder. */
    private static String missing(String file) {
        Path folder = file == null ? null : Path.of(file).toAbsolutePath().getParent();
        return folder != null && Files.notExists(folder)
                ? "there is no folder " + folder
                : "there is no such file or folder";
    }
}
