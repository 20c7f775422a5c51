package dev.turnstile.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Tests turnstiles on a small file system in memory. Each run mounts one in its own mount namespace. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
@EnabledOnOs(OS.LINUX)
class SmallFileSystemTest {
    /** Mounts the file system, runs the command, and prints the kilobytes in use. */
    private static final String SCRIPT = """
        mount -t tmpfs -o mode=700,size="$1" small "$2" || exit 99
        where=$2; shift 2; "$@"; code=$?
        df -k --output=used "$where" | tail -n 1 >&2
        exit $code
        """;

    @TempDir
    private Path folder;

    private Path small;

    @BeforeEach
    void mayMount() throws Exception {
        small = Files.createDirectory(folder.resolve("turnstiles"));
        Process tried = new ProcessBuilder("unshare", "-m", "mount", "-t", "tmpfs", "small", small.toString())
                .redirectErrorStream(true)
                .start();
        assumeTrue(tried.waitFor() == 0, "no file system can be mounted here");
    }

    private Shell.Ended run(String size) {
        List<String> mounted = List.of("unshare", "-m", "sh", "-c", SCRIPT, "sh", size, small.toString());
        return new Shell(folder)
                .start(mounted, Map.of("TURNSTILE_DIR", small.toString()), "run", "gate", "--", "true")
                .await();
    }

    @Test
    void oneRunTakesLittleSpace() {
        Shell.Ended ended = run("1m");
        assertThat(ended.code()).as(ended.err()).isZero();
        assertThat(Integer.parseInt(ended.err().strip())).isLessThanOrEqualTo(100);
    }

    @Test
    void reportsAFileSystemThatIsTooSmall() throws IOException {
        Shell.Ended ended = run("40k");
        assertThat(ended.code()).isEqualTo(125);
        assertThat(ended.err())
                .contains(small.toString(), "no space left", "bytes are needed")
                .doesNotContain("internal error");
    }

    @Test
    void reportsAReadOnlyFileSystem() {
        String script = "mount -t tmpfs -o mode=700 small \"$1\" && where=$1 && shift && \"$@\" run gate -- true"
                + " && mount -o remount,ro \"$where\" && \"$@\" run gate -- true";
        Shell.Ended ended = new Shell(folder)
                .start(
                        List.of("unshare", "-m", "sh", "-c", script, "sh", small.toString()),
                        Map.of("TURNSTILE_DIR", small.toString()))
                .await();
        assertThat(ended.code()).isEqualTo(125);
        assertThat(ended.err())
                .contains("gate.turnstile: it can't be opened: read-only file system")
                .doesNotContain("errno");
    }

    @Test
    void reportsAFullFileSystem() {
        Shell.Ended ended = run("4k");
        assertThat(ended.code()).isEqualTo(125);
        assertThat(ended.err()).containsIgnoringCase("no space left").doesNotContain("internal error");
    }
}
