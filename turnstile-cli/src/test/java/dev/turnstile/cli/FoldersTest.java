package dev.turnstile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.Permit;
import dev.turnstile.Turnstile;
import dev.turnstile.driver.mapped.Mapped;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests where turnstiles between processes are found, and how damaged, deleted and foreign files are handled. */
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class FoldersTest {
    @TempDir
    private Path folder;

    private Shell shell;

    @BeforeEach
    void start() {
        shell = new Shell(folder);
    }

    /** Ends the command that is inside, by deleting its file. */
    @AfterEach
    void end() throws IOException {
        Files.deleteIfExists(folder.resolve("inside"));
    }

    private Path turnstiles() {
        return folder.resolve("turnstiles");
    }

    /** Returns a command that creates a file, and runs until the file is deleted. */
    private String[] inside(String... options) {
        Path file = folder.resolve("inside");
        String script = ": >" + file + "; while [ -e " + file + " ]; do sleep 0.02; done";
        return Stream.of(List.of("run"), List.of(options), List.of("gate", "--", "sh", "-c", script))
                .flatMap(List::stream)
                .toArray(String[]::new);
    }

    private void awaitInside() {
        Shell.await("it is inside", () -> Files.exists(folder.resolve("inside")));
    }

    private static Stream<String> with(List<String> some, String... others) {
        return Stream.concat(some.stream(), Stream.of(others));
    }

    private static Map<?, ?> first(Map<?, ?> found, String list) {
        return (Map<?, ?>) ((List<?>) found.get(list)).getFirst();
    }

    private long user() throws IOException {
        return Integer.toUnsignedLong((int) Files.getAttribute(folder, "unix:uid"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"env -i", "env XDG_RUNTIME_DIR=/var/tmp", "env JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=/var/tmp"})
    void theDefaultFolderDoesNotDependOnTheEnvironment(String by) throws Exception {
        List<String> tmp = TmpOfItsOwn.seenAs(folder.resolve("tmp"));
        Files.createDirectory(folder.resolve("tmp/runtime"));
        Shell.Ended first = shell.start(
                        tmp, Map.of("XDG_RUNTIME_DIR", "/tmp/runtime"), "run", "gate", "--at-most", "7", "--", "true")
                .await();
        assertThat(first.code()).as(first.err()).isZero();
        Shell.Ended second = shell.start(with(tmp, by.split(" ")).toList(), Map.of(), "status", "--json")
                .await();
        Map<?, ?> found = (Map<?, ?>) JsonReader.read(second.out());
        assertThat(found.get("folder")).isEqualTo("/tmp/turnstile-" + user());
        assertThat(first(found, "turnstiles").get("limit")).isEqualTo(7L);
    }

    @Test
    void rejectsTheDefaultFolderInAUnitWithItsOwnTmp() throws Exception {
        Path host = folder.resolve("systemd-private-0123-x.service-abc").resolve("tmp");
        List<String> tmp = TmpOfItsOwn.seenAs(host);
        for (String[] command : List.of(new String[] {"run", "gate", "--", "true"}, new String[] {"status"})) {
            Shell.Ended refused = shell.start(tmp, Map.of(), command).await();
            assertThat(refused.code()).isEqualTo(125);
            assertThat(refused.err())
                    .contains("/tmp/systemd-private-0123-x.service-abc/tmp/turnstile-" + user())
                    .contains(" /tmp/turnstile-" + user(), "--dir", "TURNSTILE_DIR", "Mapped.in", "PrivateTmp=no");
        }
        assertThat(host.resolve("turnstile-" + user())).doesNotExist();
        Shell.Ended named = shell.start(tmp, Map.of(), "run", "gate", "--dir", "/tmp/named", "--", "true")
                .await();
        assertThat(named.code()).as(named.err()).isZero();
    }

    @Test
    void rejectsANameThatProcessesUseInAFormerFolder() throws Exception {
        List<String> tmp = TmpOfItsOwn.seenAs(folder.resolve("tmp"));
        Path kept = Files.createDirectory(folder.resolve("tmp/runtime"));
        Map<String, String> login = Map.of("XDG_RUNTIME_DIR", "/tmp/runtime");
        try (Turnstile old = Turnstile.atMost(1).named("gate").open(Mapped.in(kept.resolve("turnstile")));
                Permit permit = old.acquire()) {
            Shell.Ended refused =
                    shell.start(tmp, login, "run", "gate", "--", "true").await();
            assertThat(refused.code()).as(refused.err()).isEqualTo(125);
            assertThat(refused.err())
                    .contains("/tmp/runtime/turnstile/gate.turnstile")
                    .contains("/tmp/turnstile-" + user() + "/gate.turnstile");
            for (String command : List.of("status", "doctor")) {
                assertThat(shell.start(tmp, login, command).await().out())
                        .contains("processes use /tmp/runtime/turnstile/gate.turnstile")
                        .doesNotContain("Remove it");
            }
            assertThat(shell.start(tmp, login, "status", "gate").await().err())
                    .contains(
                            "there is no turnstile named 'gate'",
                            "processes use /tmp/runtime/turnstile/gate.turnstile");
            assertThat(permit.isHeld()).isTrue();
        }
    }

    @Test
    void reportsAnUnusedFileInAFormerFolder() throws Exception {
        List<String> tmp = TmpOfItsOwn.seenAs(folder.resolve("tmp"));
        Map<String, String> login = Map.of("XDG_RUNTIME_DIR", "/tmp/runtime");
        Files.createDirectory(folder.resolve("tmp/runtime"));
        shell.start(tmp, Map.of(), "run", "gate", "--dir", "/tmp/runtime/turnstile", "--", "true")
                .await();
        assertThat(shell.start(tmp, login, "run", "gate", "--", "true").await().code())
                .isZero();
        for (String command : List.of("status", "doctor")) {
            Shell.Ended shown = shell.start(tmp, login, command).await();
            assertThat(shown.code()).as(shown.err()).isZero();
            assertThat(shown.out())
                    .contains("/tmp/runtime/turnstile/gate.turnstile is left over from an earlier version")
                    .contains("folder: /tmp/turnstile-" + user());
        }
    }

    @Test
    void theFolderOptionOverridesTheVariable() {
        Path other = folder.resolve("other");
        assertThat(shell.run("run", "gate", "--dir", other.toString(), "--at-most", "4", "--", "true")
                        .code())
                .isZero();
        assertThat(turnstiles()).doesNotExist();
        assertThat(shell.run("limit", "gate", "5", "--dir", other.toString()).out())
                .isEqualTo("gate: limit is now 5 (was 4)\n");
        assertThat(shell.run("release", "gate", "1", "--dir", other.toString()).err())
                .contains("has no holder 1");
        assertThat(shell.run("doctor", "gate", "--dir", other.toString()).out()).contains("folder: " + other);
        assertThat(shell.run("status", "--dir", other.toString()).out()).contains("0 of 5", "folder: " + other);
        assertThat(shell.run("remove", "gate", "--dir", other.toString()).out()).isEqualTo("gate: removed\n");
        assertThat(other).isEmptyDirectory();
    }

    @ParameterizedTest
    @ValueSource(strings = {"status", "status gate", "limit gate 2", "release gate 1", "doctor", "remove gate"})
    void aMissingFolderIsRejectedAndNotCreated(String line) {
        Path missing = folder.resolve("mistyped");
        Shell.Ended refused = shell.run(
                with(List.of(line.split(" ")), "--dir", missing.toString()).toArray(String[]::new));
        assertThat(refused.code()).as(refused.out()).isEqualTo(64);
        assertThat(refused.err())
                .contains("--dir: there is no folder " + missing + "; only 'turnstile run' creates it");
        assertThat(missing).doesNotExist();
    }

    @Test
    void statusAndDoctorReportThatTheFolderOfTheVariableIsMissing() {
        for (String command : List.of("status", "doctor")) {
            Shell.Ended shown = shell.run(command);
            assertThat(shown.code()).as(shown.err()).isZero();
            assertThat(shown.out()).isEqualTo("no turnstiles: there is no folder " + turnstiles() + "\n");
        }
        assertThat(turnstiles()).doesNotExist();
    }

    @Test
    void runReportsThatItCreatesANamedFolder() {
        Path named = folder.resolve("named");
        String created = "turnstile: created the folder ";
        assertThat(shell.run("run", "gate", "--dir", named.toString(), "--", "true")
                        .err())
                .isEqualTo(created + named + "\n");
        assertThat(shell.run("run", "gate", "--dir", named.toString(), "--", "true")
                        .err())
                .isEmpty();
        assertThat(shell.run("run", "gate", "--", "true").err()).isEqualTo(created + turnstiles() + "\n");
        assertThat(shell.run("status").err()).isEmpty();
    }

    @Test
    void aFolderThatIsAFileOrALinkIsNamedAsSuch() throws Exception {
        Path file = Files.createFile(folder.resolve("file"));
        assertThat(shell.run("run", "gate", "--dir", file.toString(), "--", "true")
                        .err())
                .isEqualTo("turnstile: " + file + ": it is not a folder\n");
        Path link = Files.createSymbolicLink(folder.resolve("link"), folder);
        assertThat(shell.run("run", "gate", "--dir", link.toString(), "--", "true")
                        .err())
                .isEqualTo("turnstile: " + link + ": it is a symbolic link, which is not allowed\n");
    }

    @Test
    void runDoesNotCreateTheParentOfAFolder() {
        Path parent = folder.resolve("mistyped");
        Shell.Ended refused =
                shell.run("run", "gate", "--dir", parent.resolve("turnstiles").toString(), "--", "true");
        assertThat(refused.code()).isEqualTo(125);
        assertThat(refused.err()).contains("there is no folder " + parent);
        assertThat(parent).doesNotExist();
    }

    @Test
    void anOpenTurnstileKeepsCleanersOfTemporaryFilesAway() throws Exception {
        shell.run("run", "gate", "--", "true");
        Path file = turnstiles().resolve("gate.turnstile");
        FileTime old = FileTime.from(Instant.parse("2001-01-01T00:00:00Z"));
        Files.setLastModifiedTime(file, old);
        Files.setLastModifiedTime(turnstiles(), old);
        Shell.Started holder = shell.start(inside());
        awaitInside();
        assertThat(Files.getLastModifiedTime(file)).isGreaterThan(old);
        assertThat(Files.getLastModifiedTime(turnstiles())).isGreaterThan(old);
        assertThat(exclusiveLock()).as("a lock that excludes the holder's").isEqualTo(1);
        end();
        assertThat(holder.await().code()).isZero();
        assertThat(exclusiveLock()).isZero();
    }

    private int exclusiveLock() throws Exception {
        return new ProcessBuilder(
                        "flock", "--exclusive", "--nonblock", turnstiles().toString(), "true")
                .start()
                .waitFor();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void stopsTheCommandIfTheFileIsDeletedOrReplaced(boolean replaced) throws Exception {
        Shell.Started holder = shell.start(inside());
        awaitInside();
        Shell.Started waiter = shell.start("run", "gate", "--", "true");
        Shell.await("it waits", () -> shell.run("status").out().contains("1 waiting"));
        Files.delete(turnstiles().resolve("gate.turnstile"));
        if (replaced) {
            assertThat(shell.run("run", "gate", "--", "true").code()).isZero();
        }
        Shell.Ended stopped = holder.await();
        assertThat(stopped.code()).as(stopped.err()).isEqualTo(123);
        assertThat(stopped.err())
                .contains("the permit of 'gate' was lost", "was deleted or replaced while in use")
                .doesNotContain("revoked");
        Shell.Ended refused = waiter.await();
        assertThat(refused.code()).as(refused.err()).isEqualTo(125);
        assertThat(refused.err()).contains("was deleted or replaced while in use");
    }

    @Test
    void oneDamagedFileDoesNotHideTheOthers() throws Exception {
        shell.run("run", "gate", "--", "true");
        Files.createFile(turnstiles().resolve("empty.turnstile"));
        Shell.Ended shown = shell.run("status");
        assertThat(shown.code()).isEqualTo(1);
        assertThat(shown.out()).contains("gate: 0 of 1 units held", "empty: ", "0 bytes", "turnstile doctor empty");
        Shell.Ended json = shell.run("status", "--json");
        assertThat(json.code()).isEqualTo(1);
        Map<?, ?> found = (Map<?, ?>) JsonReader.read(json.out());
        assertThat((List<?>) found.get("turnstiles")).hasSize(1);
        assertThat(first(found, "unusable").get("name")).isEqualTo("empty");
        Shell.Ended examined = shell.run("doctor");
        assertThat(examined.code()).isEqualTo(1);
        assertThat(examined.out()).contains("gate: usable", "empty: not usable");
    }

    @Test
    void aTurnstileOfAPublishedAlgorithmIsShownAndExamined() {
        shell.run("run", "gate", "--", "true");
        try (Turnstile excl =
                        Turnstile.atMost(2).named("excl").algorithm("excl").open(Mapped.in(turnstiles()));
                Permit permit = excl.tryAcquire().orElseThrow()) {
            Shell.Ended shown = shell.run("status");
            assertThat(shown.code()).as(shown.err()).isZero();
            assertThat(shown.out()).contains("excl: 1 of 2 units held", "gate: 0 of 1 units held");
            Shell.Ended examined = shell.run("doctor");
            assertThat(examined.code()).as(examined.out()).isZero();
            assertThat(permit.isHeld()).isTrue();
        }
    }

    @Test
    void refusesToRemoveATurnstileInUseAndNamesItsProcesses() throws Exception {
        Shell.Started holder = shell.start(inside());
        awaitInside();
        Shell.Ended refused = shell.run("remove", "gate");
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.err())
                .contains("'gate' is in use", String.valueOf(holder.process().pid()), "sh -c");
        holder.kill();
        Shell.Ended orphaned = shell.run("remove", "gate");
        assertThat(orphaned.code()).isEqualTo(1);
        assertThat(orphaned.err())
                .contains("commands that outlived their 'turnstile run' still hold units", "turnstile release gate");
        end();
        Shell.await("it is removed", () -> shell.run("remove", "gate").code() == 0);
        Shell.Ended unknown = shell.run("remove", "gate");
        assertThat(unknown.code()).isEqualTo(64);
        assertThat(unknown.err()).contains("there is no turnstile named 'gate' in " + turnstiles());
    }

    @Test
    void statusMarksAStoppedHolder() throws Exception {
        Shell.Started holder = shell.start(inside());
        awaitInside();
        assertThat(shell.run("status").out()).doesNotContain("[stopped]");
        signal("STOP", holder.process().pid());
        try {
            Shell.await("it is shown", () -> shell.run("status").out().contains("[stopped]"));
            assertThat(shell.run("status", "--json").out()).contains("\"stopped\": true");
        } finally {
            signal("CONT", holder.process().pid());
        }
        Shell.await("it is no longer shown", () -> !shell.run("status").out().contains("[stopped]"));
        long child = holder.process().children().findFirst().orElseThrow().pid();
        signal("STOP", child);
        try {
            Shell.await("its child is shown", () -> shell.run("status").out().contains("[stopped]"));
        } finally {
            signal("CONT", child);
        }
    }

    private static void signal(String name, long pid) throws Exception {
        assertThat(new ProcessBuilder("kill", "-" + name, String.valueOf(pid))
                        .start()
                        .waitFor())
                .isZero();
    }

    @Test
    void rejectsADifferentLimitWithItsOriginAndAdvice() throws Exception {
        Shell.Started holder = shell.start(inside("--at-most", "2"));
        awaitInside();
        Shell.Ended opened = shell.run("run", "gate", "--at-most", "3", "--", "true");
        assertThat(opened.code()).isEqualTo(64);
        assertThat(opened.err())
                .contains("Process " + holder.process().pid() + " (sh -c", "has it open with other bounds")
                .contains("'gate' has a limit of 2, but --at-most 3 is given")
                .contains("leave out --at-most", "'turnstile limit gate 3'", "'turnstile remove gate'")
                .doesNotContain("Mapped", "Builder");
        Shell.Ended floor = shell.run("run", "gate", "--at-least", "1", "--at-most", "3", "--", "true");
        assertThat(floor.err())
                .contains("'gate' has a limit of 2, but --at-least 1 --at-most 3 is given")
                .contains("leave out --at-least and --at-most")
                .doesNotContain("turnstile limit");
        shell.run("limit", "gate", "2");
        Shell.Ended set = shell.run("run", "gate", "--at-most", "3", "--", "true");
        assertThat(set.err()).contains("The bounds were set explicitly by process", "(turnstile limit gate 2)");
    }

    @Test
    void rootInspectsAnotherUsersFolderWithoutChanges() throws Exception {
        Assumptions.assumeTrue(user() == 0, "SKIPPED: only root can do this");
        shell.run("run", "gate", "--", "true");
        Path file = turnstiles().resolve("gate.turnstile");
        Files.setAttribute(file, "unix:uid", 12345);
        Files.setAttribute(turnstiles(), "unix:uid", 12345);
        byte[] before = Files.readAllBytes(file);
        FileTime time = Files.getLastModifiedTime(file);
        assertThat(shell.run("status").out()).contains("gate: 0 of 1 units held");
        Shell.Ended examined = shell.run("doctor");
        assertThat(examined.code()).as(examined.out()).isZero();
        assertThat(examined.out()).contains("gate: usable", "sudo -u '#12345'");
        assertThat(shell.run("doctor", "--dry-run", "gate").code()).isZero();
        for (String line : List.of("run gate -- true", "limit gate 3", "release gate 1", "remove gate")) {
            Shell.Ended refused = shell.run(line.split(" "));
            assertThat(refused.code()).as(line + ": " + refused.err()).isEqualTo(125);
            assertThat(refused.err()).contains("belongs to user 12345", "sudo -u '#12345'");
        }
        assertThat(Files.readAllBytes(file)).isEqualTo(before);
        assertThat(Files.getLastModifiedTime(file)).isEqualTo(time);
        try (Stream<Path> files = Files.list(turnstiles())) {
            assertThat(files).containsExactly(file);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"rwxrwxrwx", "rwxr-x---", "rwxrwx---"})
    void rejectsAFolderThatOthersCanEnterAndExplainsSharing(String mode) throws Exception {
        Files.createDirectory(turnstiles());
        Files.setPosixFilePermissions(turnstiles(), PosixFilePermissions.fromString(mode));
        Shell.Ended refused = shell.run("run", "gate", "--", "true");
        assertThat(refused.code()).isEqualTo(125);
        assertThat(refused.err()).contains("must have 0700", "install -d -m 2770 -g GROUP");
    }
}
