package dev.turnstile.driver.mapped;

import dev.turnstile.TurnstileUnusableException;
import dev.turnstile.driver.mapped.os.Kernel;
import dev.turnstile.driver.mapped.os.Linux;
import dev.turnstile.driver.mapped.os.PrivateTmp;
import dev.turnstile.driver.mapped.os.Proc;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The folder that contains the files of turnstiles. It is either private, with mode 0700 and owned by this user, or
 * shared by a group, with mode 2770 and owned by root or this user. Root may read any of them.
 *
 * <p>The default folder depends on the user alone and not on the environment. A login shell, cron, su and a service
 * that run as the same user must find the same turnstile under the same name. {@code /run/user/UID} is missing under
 * cron and removed at logout, {@code /dev/shm} is emptied at logout, and a home may be on a network file system. So the
 * default is {@code /tmp/turnstile-UID}.
 *
 * @param path the path of the folder
 * @param kernel the operating system
 * @param isDefault whether this is the default, used if neither the environment nor the caller names a folder
 */
record Folder(Path path, Kernel kernel, boolean isDefault) {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");
    private static final String SUFFIX = ".turnstile";
    private static final Path TMP = Path.of("/tmp");
    private static final String HOW_TO_SHARE =
            ". To share turnstiles in a group, let an administrator run 'install -d -m 2770 -g GROUP DIR'";
    private static final int PERMISSIONS = 07777;
    private static final int OF_OTHERS = 077;
    private static final int OF_A_GROUP = 02770; // setgid: files created in it belong to its group
    private static final int FILE_TYPE = 0170000;
    private static final int REGULAR = 0100000;

    /** Creates a folder that the caller has named. */
    Folder(Path path, Kernel kernel) {
        this(path.toAbsolutePath(), kernel, false);
    }

    /** Returns the folder that {@code $TURNSTILE_DIR} names, or else the default. */
    static Folder here(Kernel kernel) {
        return here(kernel, System.getenv());
    }

    static Folder here(Kernel kernel, Map<String, String> environment) {
        String named = environment.getOrDefault("TURNSTILE_DIR", "");
        return named.isEmpty() ? new Folder(usual(kernel), kernel, true) : new Folder(Path.of(named), kernel);
    }

    private static Path usual(Kernel kernel) {
        return (Files.isDirectory(TMP) ? TMP : Path.of(System.getProperty("java.io.tmpdir"))).resolve(ownName(kernel));
    }

    private static String ownName(Kernel kernel) {
        return "turnstile-" + kernel.user();
    }

    /**
     * Returns the default folders of earlier versions, which depended on the environment. Empty for a folder that was
     * named.
     */
    List<Folder> former() {
        if (!isDefault) {
            return List.of();
        }
        String runtime = System.getenv().getOrDefault("XDG_RUNTIME_DIR", "");
        return Stream.of(
                        runtime.isEmpty() ? path : Path.of(runtime, "turnstile"),
                        Path.of("/run/user", String.valueOf(kernel.user()), "turnstile"),
                        Path.of(System.getProperty("java.io.tmpdir"), ownName(kernel)))
                .map(Path::toAbsolutePath)
                .distinct()
                .filter(former -> !isSameAs(former) && Files.isDirectory(former, LinkOption.NOFOLLOW_LINKS))
                .map(former -> new Folder(former, kernel))
                .toList();
    }

    private boolean isSameAs(Path other) {
        try {
            return path.equals(other) || Files.isSameFile(path, other);
        } catch (IOException oneIsMissing) {
            return false;
        }
    }

    /**
     * Returns the file of the turnstile of this name.
     *
     * @throws IllegalArgumentException if the name is not allowed
     */
    Path file(String name) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "'" + name + "' can't be the name of a turnstile between processes; use 1 to 100 letters (a-z,"
                            + " A-Z), digits, '.', '_' or '-', starting with a letter or digit");
        }
        return path.resolve(name + SUFFIX);
    }

    /** Returns a turnstile command in quotes, with the option that makes it find this folder if needed. */
    String command(String line) {
        boolean found = path.equals(here(kernel).path);
        return "'turnstile " + line + (found ? "" : " --dir " + path) + "'";
    }

    /**
     * Returns the names of all turnstiles that have a file, in order.
     *
     * @throws TurnstileUnusableException if the folder can't be used
     */
    List<String> names() {
        try {
            if (!isThere()) {
                return List.of();
            }
            checkToLook();
            try (Stream<Path> files = Files.list(path)) {
                return files.map(file -> file.getFileName().toString())
                        .filter(file -> file.endsWith(SUFFIX))
                        .map(file -> file.substring(0, file.length() - SUFFIX.length()))
                        .filter(name -> NAME.matcher(name).matches())
                        .sorted()
                        .toList();
            }
        } catch (IOException failure) {
            throw OpenFiles.unusable(failure);
        }
    }

    private boolean isThere() {
        checkPrivateTmp();
        return Files.exists(path, LinkOption.NOFOLLOW_LINKS);
    }

    /** Creates the folder as a private one, unless it exists, and checks that it can be used. */
    void prepare() throws IOException {
        checkPrivateTmp();
        try {
            Files.createDirectory(
                    path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        } catch (FileAlreadyExistsException there) {
            // checked below
        } catch (UnsupportedOperationException noPosix) {
            Files.createDirectories(path);
            return;
        }
        check();
    }

    /** Checks the folder, if it exists. */
    void checkIfThere() throws IOException {
        if (isThere() && kernel instanceof Linux) {
            check();
        }
    }

    /** Checks the folder for reading, if it exists. Root may read the folder of any user. */
    void checkToLookIfThere() throws IOException {
        if (isThere() && kernel instanceof Linux) {
            checkToLook();
        }
    }

    private void checkToLook() throws IOException {
        if (!isAnothers()) {
            check();
        }
    }

    /** Returns whether this is another user's private folder, which root may only read. */
    boolean isAnothers() throws IOException {
        if (kernel.user() != 0 || !(kernel instanceof Linux) || !Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        Attributes found = Attributes.of(path);
        return found.owner != 0 && (found.mode & OF_OTHERS) == 0;
    }

    /** Returns the number of the user that owns a file. */
    static long ownerOf(Path file) throws IOException {
        return Attributes.of(file).owner;
    }

    /**
     * Refuses the default folder in a systemd unit with a /tmp of its own, where the folder would differ from that of
     * other processes.
     */
    private void checkPrivateTmp() {
        if (!isDefault || !(kernel instanceof Linux)) {
            return;
        }
        PrivateTmp.find(Proc.mounts(), path).ifPresent(there -> {
            throw new TurnstileUnusableException("this process has a /tmp of its own (systemd's PrivateTmp=), so its "
                    + path + " is " + there + " and not the " + path
                    + " of other processes; name a folder that both can see with --dir, TURNSTILE_DIR or Mapped.in,"
                    + " or set PrivateTmp=no");
        });
    }

    /** The owner, group and mode of a file. */
    private record Attributes(long owner, int group, int mode) {
        static Attributes of(Path file) throws IOException {
            Map<String, Object> found = Files.readAttributes(file, "unix:uid,gid,mode");
            return new Attributes(
                    Integer.toUnsignedLong((int) found.get("uid")), (int) found.get("gid"), (int) found.get("mode"));
        }

        boolean isShared() {
            return (mode & PERMISSIONS) == OF_A_GROUP;
        }

        String octal() {
            return String.format("%04o", mode & PERMISSIONS);
        }
    }

    private void check() throws IOException {
        if (!Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
            throw refused(
                    Files.isSymbolicLink(path) ? "it is a symbolic link, which is not allowed" : "it is not a folder");
        }
        if (!(kernel instanceof Linux)) {
            checkPermissions();
            return;
        }
        Attributes found = Attributes.of(path);
        boolean own = found.owner == kernel.user();
        if (found.isShared()) {
            if (!own && found.owner != 0) {
                throw refused("it is shared by a group and belongs to user " + found.owner + "; it must belong to root"
                        + " or to you, user " + kernel.user());
            }
            return;
        }
        if ((found.mode & OF_OTHERS) != 0) {
            throw refused(
                    "it has mode " + found.octal() + ", and must have 0700, or 2770 to be shared by a group; use a"
                            + " folder that is for turnstiles only" + HOW_TO_SHARE);
        }
        if (!own) {
            throw refused(anothers(found.owner));
        }
    }

    private String anothers(long owner) {
        return "it belongs to user " + owner + ", and you are user " + kernel.user() + "; "
                + (kernel.user() == 0
                        ? "root may only read it: run this as its owner, with sudo -u '#" + owner + "'"
                        : "use a folder of your own" + HOW_TO_SHARE);
    }

    private void checkPermissions() throws IOException {
        Set<PosixFilePermission> mode = Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS);
        if (mode.stream().anyMatch(PosixFilePermissions.fromString("---rwxrwx")::contains)) {
            throw refused("other users can enter it (" + PosixFilePermissions.toString(mode) + "); chmod 700 it");
        }
    }

    private FileSystemException refused(String why) {
        return new FileSystemException(path.toString(), null, why);
    }

    /** Returns the group that can use the files in this folder. Empty if the folder is private. */
    private Optional<Integer> group() throws IOException {
        if (!(kernel instanceof Linux)) {
            return Optional.empty();
        }
        Attributes found = Attributes.of(path);
        return found.isShared() ? Optional.of(found.group) : Optional.empty();
    }

    /** Lets the users of the folder use a file created in it, whatever the umask is. */
    void admit(Path file) throws IOException {
        Optional<Integer> group = group();
        if (group.isPresent()) {
            if (Attributes.of(file).group != group.get()) {
                Files.setAttribute(file, "unix:gid", group.get());
            }
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw----"));
        }
    }

    /**
     * Checks that an open file is a regular one, and that it belongs to this user, or to the group of a shared folder.
     *
     * @param file its name
     * @param open a path to the open file
     * @param looks whether the caller only reads
     */
    void checkFile(Path file, Path open, boolean looks) throws IOException {
        if (!(kernel instanceof Linux)) {
            return;
        }
        Attributes found = Attributes.of(open);
        if ((found.mode & FILE_TYPE) != REGULAR) {
            throw new FileSystemException(file.toString(), null, "it is not a regular file");
        }
        Optional<Integer> group = group();
        if (group.isPresent() && found.group != group.get()) {
            throw new FileSystemException(
                    file.toString(),
                    null,
                    "it belongs to group " + found.group + ", and its folder to group " + group.get()
                            + "; chgrp it, or remove it");
        }
        if (group.isEmpty() && found.owner != kernel.user() && !(looks && kernel.user() == 0)) {
            throw new FileSystemException(file.toString(), null, anothers(found.owner));
        }
    }
}
