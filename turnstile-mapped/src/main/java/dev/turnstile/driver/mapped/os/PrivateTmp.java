package dev.turnstile.driver.mapped.os;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Detects whether systemd has given this process a /tmp of its own (systemd.exec(5), {@code PrivateTmp=}). It examines
 * the mounts in /proc/self/mountinfo (proc(5)). The fourth field is the folder of the file system that is mounted, and
 * the fifth is the mount point.
 *
 * <ul>
 *   <li>{@code PrivateTmp=yes}: a folder of the host, {@code /tmp/systemd-private-BOOT-UNIT-RANDOM/tmp}.
 *   <li>{@code PrivateTmp=disconnected}: the folder {@code /tmp} of a tmpfs that no other process sees.
 *   <li>The same with {@code DefaultDependencies=no}: a whole tmpfs, of mode 0700. A /tmp that all processes use has
 *       mode 1777.
 * </ul>
 */
public final class PrivateTmp {
    private static final String OF_SYSTEMD = "systemd-private-";
    private static final Path TMP = Path.of("/tmp");
    private static final int ROOT = 3;
    private static final int POINT = 4;

    private PrivateTmp() {}

    /**
     * Returns what a folder below /tmp is to other processes, if this process has a /tmp of its own. Returns empty if
     * it has not, or if the folder itself is a mount, such as by {@code BindPaths=}.
     */
    public static Optional<String> find(List<String> mounts, Path folder) {
        Optional<String> found = Optional.empty();
        if (!folder.startsWith(TMP)) {
            return found;
        }
        for (String mount : mounts) { // a later mount covers an earlier one
            String[] fields = mount.split(" ", -1);
            Path point = fields.length > POINT ? Path.of(fields[POINT]) : Path.of("/");
            if (point.equals(TMP)) {
                found = ofTmp(mount, fields[ROOT], TMP.relativize(folder));
            } else if (point.startsWith(TMP) && folder.startsWith(point)) {
                found = Optional.empty();
            }
        }
        return found;
    }

    private static Optional<String> ofTmp(String mount, String root, Path below) {
        int at = root.indexOf("/" + OF_SYSTEMD);
        if (at >= 0) {
            return Optional.of(TMP + root.substring(at) + "/" + below);
        }
        String fileSystem = mount.substring(mount.indexOf(" - ") + 3);
        boolean part = root.equals("/tmp");
        boolean closed = root.equals("/") && (fileSystem + ",").contains("mode=700,");
        return fileSystem.startsWith("tmpfs ") && (part || closed)
                ? Optional.of("in a tmpfs that no other process sees")
                : Optional.empty();
    }
}
