package dev.turnstile.driver.mapped;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The folder in which turnstiles have their files: one that belongs to this user and that nobody else can enter. */
final class Folder {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");
    private static final String SUFFIX = ".turnstile";
    private static final Set<PosixFilePermission> OTHERS = PosixFilePermissions.fromString("---rwxrwx");

    private final Path path;
    private final Kernel kernel;

    Folder(Path path, Kernel kernel) {
        this.path = path;
        this.kernel = kernel;
    }

    /** Where this user's turnstiles are, unless told otherwise. */
    static Path usual(Kernel kernel) {
        String told = System.getenv().getOrDefault("TURNSTILE_DIR", "");
        if (!told.isEmpty()) {
            return Path.of(told).toAbsolutePath();
        }
        String runtime = System.getenv().getOrDefault("XDG_RUNTIME_DIR", "");
        return runtime.isEmpty()
                ? Path.of(System.getProperty("java.io.tmpdir")).resolve("turnstile-" + kernel.user())
                : Path.of(runtime).resolve("turnstile");
    }

    Path path() {
        return path;
    }

    /**
     * The file of the turnstile of that name.
     *
     * @throws IllegalArgumentException when no turnstile can be called that
     */
    Path file(String name) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "'" + name + "' can't be the name of a turnstile between processes: 1 to 100"
                            + " letters a-z and A-Z, digits, '.', '_' and '-', the first one a letter or digit");
        }
        return path.resolve(name + SUFFIX);
    }

    /** The names of all turnstiles that have a file, in order. */
    List<String> names() {
        if (!Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(path)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(file -> file.endsWith(SUFFIX))
                    .map(file -> file.substring(0, file.length() - SUFFIX.length()))
                    .filter(name -> NAME.matcher(name).matches())
                    .sorted()
                    .toList();
        } catch (IOException failure) {
            throw Sites.unusable(failure);
        }
    }

    /** Makes it, unless it is there, and checks that it is what it should be. */
    void prepare() throws IOException {
        try {
            Files.createDirectory(
                    path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        } catch (FileAlreadyExistsException there) {
            // and is looked at now
        } catch (UnsupportedOperationException noPosix) {
            Files.createDirectories(path);
            return;
        }
        check();
    }

    /** That it is what it should be, if it is there. */
    void checkIfThere() throws IOException {
        if (kernel instanceof Linux && Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            check();
        }
    }

    private void check() throws IOException {
        if (!Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
            throw new FileSystemException(path.toString(), null, "it is not a directory, or a symbolic link to one");
        }
        checkOwner(path);
        Set<PosixFilePermission> mode = Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS);
        if (mode.stream().anyMatch(OTHERS::contains)) {
            throw new FileSystemException(
                    path.toString(),
                    null,
                    "others than you can enter it (" + PosixFilePermissions.toString(mode) + "); chmod 700 it");
        }
    }

    /** That a file is this user's own. */
    void checkOwner(Path file) throws IOException {
        if (kernel instanceof Linux && owner(file) != kernel.user()) {
            throw new FileSystemException(
                    file.toString(), null, "it belongs to user " + owner(file) + ", and you are user " + kernel.user());
        }
    }

    private static long owner(Path file) throws IOException {
        return Integer.toUnsignedLong((int) Files.getAttribute(file, "unix:uid"));
    }
}
