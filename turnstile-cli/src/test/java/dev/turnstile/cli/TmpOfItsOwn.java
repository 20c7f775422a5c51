package dev.turnstile.cli;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/**
 * Lets commands see another folder as /tmp, in their own mount namespace, as systemd does. So tests can use the default
 * folder of turnstiles without touching the real one.
 */
final class TmpOfItsOwn {
    /** Binds $1 over /tmp. Of the folders after it, up to --, those in /tmp stay visible there. */
    private static final String MOUNT = """
        tmp=$1
        shift
        while [ "$1" != -- ]; do
            case $1 in /tmp/*)
                mkdir -p "$tmp/${1#/tmp/}"
                mount --bind "$1" "$tmp/${1#/tmp/}" ;;
            esac
            shift
        done
        shift
        mount --rbind "$tmp" /tmp
        exec "$@"
        """;

    private TmpOfItsOwn() {}

    /** Returns the words that make a command see the folder as /tmp. Skips the test if that is not permitted. */
    static List<String> seenAs(Path folder) throws Exception {
        Files.createDirectories(folder);
        List<String> by = new ArrayList<>(List.of("unshare", "--mount", "sh", "-c", MOUNT, "sh", folder.toString()));
        needed().forEach(by::add);
        by.add("--");
        Assumptions.assumeTrue(isPermitted(by), "SKIPPED: this user may not unshare(1) and mount(8)");
        return by;
    }

    /** Returns the checkout and the folders of libraries: a Maven repository may be in /tmp, too. */
    private static Stream<String> needed() {
        Path checkout = Path.of("..").toAbsolutePath().normalize();
        Stream<Path> libraries = Arrays.stream(
                        System.getProperty("java.class.path").split(File.pathSeparator))
                .map(entry -> Path.of(entry).toAbsolutePath().normalize())
                .filter(entry -> !entry.startsWith(checkout))
                .map(Path::getParent);
        return Stream.concat(Stream.of(checkout), libraries).distinct().map(Path::toString);
    }

    private static boolean isPermitted(List<String> by) throws Exception {
        List<String> command = new ArrayList<>(by);
        command.add("true");
        try {
            return new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException missing) {
            return false;
        }
    }
}
