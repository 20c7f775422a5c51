package dev.turnstile.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;

/**
 * Lets commands see another folder as /tmp, by a mount namespace of their own, as systemd does: so that tests
 * can use the default folder of turnstiles and leave the real one alone.
 */
final class TmpOfItsOwn {
    /** Binds $1 over /tmp; if the checkout, $2, is in /tmp, it is there afterwards, too. */
    private static final String MOUNT = """
        tmp=$1 checkout=$2
        shift 2
        case $checkout in /tmp/*)
            mkdir -p "$tmp/${checkout#/tmp/}"
            mount --bind "$checkout" "$tmp/${checkout#/tmp/}" ;;
        esac
        mount --rbind "$tmp" /tmp
        exec "$@"
        """;

    private TmpOfItsOwn() {}

    /**
     * The words before a command that make it see the folder as /tmp; skips the test where that is not
     * permitted.
     */
    static List<String> seenAs(Path folder) throws Exception {
        Path checkout = Path.of("..").toAbsolutePath().normalize();
        Files.createDirectories(folder);
        List<String> by =
                List.of("unshare", "--mount", "sh", "-c", MOUNT, "sh", folder.toString(), checkout.toString());
        Assumptions.assumeTrue(isPermitted(by), "SKIPPED: this user may not unshare(1) and mount(8)");
        return by;
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
