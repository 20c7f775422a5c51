package dev.turnstile.cli.child;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds the file of a command as a shell does, so that errors are reported before anything is started. */
final class Executable {
    private Executable() {}

    static Path find(String name, String searchPath) throws CannotRunException {
        List<Path> candidates = candidates(name, searchPath);
        Optional<Path> found =
                candidates.stream().filter(Executable::isExecutable).findFirst();
        if (found.isPresent()) {
            return found.get();
        }
        throw candidates.stream()
                .filter(Files::exists)
                .findFirst()
                .map(Executable::notExecutable)
                .orElseGet(() -> notFound(name));
    }

    private static List<Path> candidates(String name, String searchPath) throws CannotRunException {
        try {
            if (name.isEmpty()) {
                return List.of();
            }
            if (name.contains("/")) {
                return List.of(Path.of(name));
            }
            // An empty part means the current directory, also at the end.
            return Stream.of(searchPath.split(":", -1))
                    .map(folder -> Path.of(folder.isEmpty() ? "." : folder, name))
                    .toList();
        } catch (InvalidPathException impossible) {
            throw notFound(name);
        }
    }

    private static boolean isExecutable(Path file) {
        return Files.isExecutable(file) && !Files.isDirectory(file);
    }

    private static CannotRunException notExecutable(Path file) {
        return CannotRunException.notExecutable(
                file + (Files.isDirectory(file) ? " is a directory" : " is not executable"));
    }

    private static CannotRunException notFound(String name) {
        return CannotRunException.notFound(
                name.contains("/") ? "there is no file " + name : "'" + name + "' was not found on the PATH");
    }
}
