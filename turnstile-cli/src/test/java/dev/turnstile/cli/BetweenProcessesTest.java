package dev.turnstile.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests {@code run}, {@code status}, {@code limit}, {@code release} and {@code doctor} as real processes. */
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class BetweenProcessesTest {
    @TempDir
    private Path folder;

    private Shell shell;

    @BeforeEach
    void start() throws IOException {
        shell = new Shell(folder);
        Files.createDirectory(
                folder.resolve("turnstiles"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }

    private Path file(String name) {
        return folder.resolve(name);
    }

    /** Returns a command that creates a file, and runs until another file exists or the folder is gone. */
    private String[] until(String name, String... options) {
        Path runs = file(name + ".runs");
        String script = ": >" + runs + "; until [ -e " + file(name + ".ends") + " ] || [ ! -e " + runs
                + " ]; do sleep 0.02; done";
        return Stream.of(List.of("run", "gate"), List.of(options), List.of("--", "sh", "-c", script))
                .flatMap(List::stream)
                .toArray(String[]::new);
    }

    private Shell.Started inside(String name, String... options) {
        Shell.Started started = shell.start(until(name, options));
        Shell.await(name + " runs", () -> Files.exists(file(name + ".runs")));
        List<String> words = List.of(options);
        if (words.contains("--at-least") && !words.contains("--ready")) {
            Shell.await(name + " counts", () -> standings().contains("inside"));
        }
        return started;
    }

    private void end(String name) throws IOException {
        Files.createFile(file(name.isEmpty() ? "ends" : name + ".ends"));
    }

    private Map<?, ?> status() {
        Map<?, ?> all = (Map<?, ?>)
                JsonReader.read(shell.run("status", "gate", "--json").out());
        return (Map<?, ?>) ((List<?>) all.get("turnstiles")).getFirst();
    }

    private Map<?, ?> holder() {
        return (Map<?, ?>) ((List<?>) status().get("holders")).getFirst();
    }

    private int waiters() {
        return ((List<?>) status().get("waiters")).size();
    }

    @Test
    void passesTheCommandsExitCodeAndOutputThrough() {
        Shell.Ended ended = shell.run(
                "run", "gate", "--", "sh", "-c", "echo $TURNSTILE_NAME $TURNSTILE_SLOT $TURNSTILE_FENCE; exit 42");
        assertThat(ended.code()).isEqualTo(42);
        assertThat(ended.out()).matches("gate 0 \\d+\n");
        assertThat(ended.err()).isEmpty();
    }

    /** The shell passes the bytes of an umlaut in UTF-8 and one that is not UTF-8. The locale is that of cron. */
    @Test
    void argumentsReachTheCommandByteByByteInAnyLocale() {
        List<String> inC =
                List.of("env", "LC_ALL=C", "sh", "-c", "exec \"$@\" \"$(printf 'a\\303\\244\\377z')\"", "sh");
        Map<String, String> variables =
                Map.of("TURNSTILE_DIR", folder.resolve("turnstiles").toString());
        Shell.Ended ended = shell.start(
                        inC, variables, "run", "gate", "--", "sh", "-c", "printf %s \"$0\" | od -An -tx1")
                .await();
        assertThat(ended.out().strip()).isEqualTo("61 c3 a4 ff 7a");
    }

    @ParameterizedTest
    @CsvSource({"no-such-command, 127", "/, 126"})
    void reportsACommandThatCanNotRunWithoutWaiting(String command, int code) throws Exception {
        Shell.Started holder = inside("a");
        assertThat(shell.run("run", "gate", "--", command).code()).isEqualTo(code);
        end("a");
        assertThat(holder.await().code()).isZero();
    }

    @Test
    void reportsThatTheUnitsWereNotAvailableInTime() throws Exception {
        Shell.Started holder = inside("a");
        Shell.Ended refused = shell.run("run", "gate", "--no-wait", "--", "true");
        assertThat(refused.code()).isEqualTo(124);
        assertThat(refused.err())
                .contains("'gate' is full: 1 of 1 units held, 0 waiting, 1 requested. Run 'turnstile status gate'");
        assertThat(shell.run("run", "gate", "--wait", "100ms", "--", "true").code())
                .isEqualTo(124);
        end("a");
        assertThat(holder.await().code()).isZero();
    }

    /** The terminal comes from script(1). */
    @Test
    void reportsOnATerminalThatItWaits() throws Exception {
        assumeTrue(Files.exists(Path.of("/usr/bin/script")), "there is no script(1)");
        List<String> onATerminal =
                List.of("sh", "-c", "exec script -qec \"$(printf \"'%s' \" \"$@\")\" /dev/null </dev/null", "sh");
        Map<String, String> variables =
                Map.of("TURNSTILE_DIR", folder.resolve("turnstiles").toString());
        Shell.Started first = inside("a");
        Shell.Started second = shell.start(onATerminal, variables, "run", "gate", "--", "echo", "entered");
        Shell.await("it reports waiting", () -> output(second).contains("waiting for 'gate': 1 of 1 units held"));
        end("a");
        assertThat(first.await().code()).isZero();
        assertThat(second.await().out()).contains("entered");
        assertThat(shell.run("run", "gate", "--", "true").err()).isEmpty();
    }

    private static String output(Shell.Started run) {
        try {
            return Files.readString(run.out());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Test
    void aWaiterEntersWhenAHolderEnds() throws Exception {
        Shell.Started first = inside("a");
        Shell.Started second = shell.start(until("b"));
        Shell.await("one waits", () -> waiters() == 1);
        end("a");
        Shell.await("b runs", () -> Files.exists(file("b.runs")));
        end("b");
        assertThat(first.await().code()).isZero();
        assertThat(second.await().code()).isZero();
    }

    @Test
    void theChildOfAKilledRunHoldsItsUnitsUntilItEnds() throws Exception {
        Shell.Started run = inside("a");
        run.kill();
        assertThat(holder().get("life")).isEqualTo("orphaned-child");
        assertThat(shell.run("status").out()).contains("still runs and holds the units");
        assertThat(shell.run("run", "gate", "--no-wait", "--", "true").code()).isEqualTo(124);
        end("a");
        assertThat(shell.run("run", "gate", "--wait", "30s", "--", "true").code())
                .isZero();
    }

    @Test
    void aKilledWaiterDoesNotBlockLaterWaiters() throws Exception {
        Shell.Started first = inside("a");
        Shell.Started killed = shell.start(until("b"));
        Shell.await("one waits", () -> waiters() == 1);
        killed.kill();
        end("a");
        assertThat(first.await().code()).isZero();
        assertThat(shell.run("run", "gate", "--wait", "30s", "--", "true").code())
                .isZero();
        assertThat(file("b.runs")).doesNotExist();
    }

    @Test
    void aHolderThatIsAskedToLeaveStopsItsCommand() {
        Shell.Started run = inside("a");
        Shell.Ended released = shell.run("release", "gate", String.valueOf(holder().get("holder")));
        assertThat(released.code()).isZero();
        assertThat(released.out()).contains("has left");
        Shell.Ended ended = run.await();
        assertThat(ended.code()).isEqualTo(123);
        assertThat(ended.err()).contains("revoked the permit");
    }

    @Test
    void releaseEndsAnOrphanedChild() {
        inside("a").kill();
        Shell.Ended released = shell.run("release", "gate", String.valueOf(holder().get("holder")));
        assertThat(released.code()).isZero();
        assertThat(released.out())
                .startsWith("stopped the command of holder ")
                .contains("which had outlived its 'turnstile run'; its units are released");
        assertThat(shell.run("run", "gate", "--no-wait", "--", "true").code()).isZero();
    }

    @Test
    void doctorNamesTheCommandThatOutlivedItsRun() throws Exception {
        Shell.Started run = inside("a");
        run.kill();
        String command = String.valueOf(holder().get("child"));
        assertThat(shell.run("doctor", "gate").out())
                .contains("in use by process " + command + ": sh -c")
                .contains("(its 'turnstile run', process " + run.process().pid()
                        + ", was killed; the command still holds its units)");
        Map<?, ?> found = (Map<?, ?>)
                JsonReader.read(shell.run("doctor", "gate", "--json").out());
        assertThat(((Map<?, ?>) ((List<?>) found.get("living")).getFirst()).get("life"))
                .isEqualTo("orphaned-child");
        end("a");
    }

    @Test
    void doctorDistinguishesACrashFromAnExit() throws Exception {
        shell.run("run", "gate", "--", "true");
        assertThat(shell.run("doctor", "gate", "--dry-run").out()).doesNotContain("record", "crashed");
        assertThat(shell.run("doctor", "gate").out())
                .contains("freed the unused records of 1 ended process (routine)")
                .doesNotContain("crashed");
        Shell.Started holder = inside("a");
        Shell.Started waiter = shell.start("run", "gate", "--", "true");
        Shell.await("one waits", () -> waiters() == 1);
        signal("STOP", holder); // otherwise it might be the one that removes the request
        waiter.kill();
        assertThat(shell.run("doctor", "gate", "--no-mend").out())
                .contains("1 crashed process left units or requests behind; 'turnstile doctor gate");
        assertThat(waiters()).isEqualTo(1);
        assertThat(shell.run("doctor", "gate").out()).contains("removed what 1 crashed process held or waited for");
        assertThat(waiters()).isZero();
        signal("CONT", holder);
        end("a");
        assertThat(holder.await().code()).isZero();
    }

    private static void signal(String name, Shell.Started run) throws Exception {
        String pid = String.valueOf(run.process().pid());
        assertThat(new ProcessBuilder("kill", "-" + name, pid).start().waitFor())
                .isZero();
    }

    @Test
    void readyNeedsAFloorToCountToward() throws Exception {
        for (String line : List.of(
                "run gate --ready true -- true",
                "run gate --ready true --at-most 2 -- true",
                "run gate --ready true --at-least 0 --at-most 2 -- true")) {
            Shell.Ended refused = shell.run(line.split(" "));
            assertThat(refused.code()).as(line).isEqualTo(64);
            assertThat(refused.err()).contains("--ready needs a floor to count toward: give --at-least L");
        }
        assertThat(folder.resolve("turnstiles")).isEmptyDirectory();
        shell.run("run", "gate", "--", "true");
        assertThat(shell.run("run", "gate", "--ready", "true", "--", "true").code())
                .isEqualTo(64);
        shell.run("run", "web", "--at-least", "1", "--at-most", "2", "--", "true");
        assertThat(shell.run("run", "web", "--ready", "true", "--", "true").code())
                .as("the turnstile has a floor")
                .isZero();
    }

    @Test
    void limitWarnsIfTheFloorKeepsCommandsFromStopping() {
        shell.run("run", "web", "--at-least", "1", "--at-most", "3", "--", "true");
        assertThat(shell.run("limit", "web", "2").err()).isEmpty();
        Shell.Ended equal = shell.run("limit", "web", "1");
        assertThat(equal.code()).isZero();
        assertThat(equal.err())
                .contains("the floor of 'web' is 1", "until a second signal", "Set the limit to 2 or more");
        Shell.Ended below = shell.run("limit", "web", "0");
        assertThat(below.code()).isEqualTo(64);
    }

    @Test
    void rejectsADifferentLimitUntilTheLimitIsChanged() throws Exception {
        Shell.Started holder = inside("a", "--at-most", "2");
        Shell.Ended refused = shell.run("run", "gate", "--at-most", "3", "--", "true");
        assertThat(refused.code()).isEqualTo(64);
        assertThat(refused.err()).contains("a limit of 2", "--at-most 3", "turnstile limit");
        assertThat(shell.run("limit", "gate", "3").out()).isEqualTo("gate: limit is now 3 (was 2)\n");
        assertThat(shell.run("run", "gate", "--at-most", "3", "--", "true").code())
                .isZero();
        end("a");
        assertThat(holder.await().code()).isZero();
    }

    @Test
    void countsUnitsAndRejectsMoreThanTheLimit() throws Exception {
        Shell.Started holder = inside("a", "--at-most", "3", "--units", "2");
        assertThat(shell.run("run", "gate", "--units", "2", "--no-wait", "--", "true")
                        .code())
                .isEqualTo(124);
        assertThat(shell.run("run", "gate", "--units", "1", "--no-wait", "--", "true")
                        .code())
                .isZero();
        Shell.Ended tooMany = shell.run("run", "gate", "--units", "4", "--", "true");
        assertThat(tooMany.code()).isEqualTo(64);
        assertThat(tooMany.err()).contains("requested 4 units, but the limit of 'gate' is 3");
        end("a");
        assertThat(holder.await().code()).isZero();
    }

    @Test
    void inAWindowACommandIsStoppedOnlyWhenAnotherHasEntered() throws Exception {
        Shell.Started first = inside("a", "--at-least", "1", "--at-most", "2");
        first.process().destroy(); // TERM
        Shell.await("it waits to leave", () -> holder().get("standing").equals("leaving"));
        assertThat(first.process().descendants()).as("the command").isNotEmpty();
        Shell.Started second = inside("b", "--at-least", "1", "--at-most", "2");
        assertThat(first.await().code()).isEqualTo(143);
        assertThat(first.await().err())
                .contains("a second signal stops it at once")
                .doesNotContain("below its floor");
        end("b");
        assertThat(second.await().code()).isZero();
    }

    @Test
    void inAWindowASecondSignalIsPassedOnAtOnce() {
        Shell.Started only = inside("a", "--at-least", "1", "--at-most", "2");
        long first = System.nanoTime();
        only.process().destroy();
        Shell.await("it waits to leave", () -> holder().get("standing").equals("leaving"));
        Shell.await(
                "a signal is not taken for the same one again",
                () -> System.nanoTime() - first > TimeUnit.MILLISECONDS.toNanos(300));
        only.process().destroy();
        Shell.Ended ended = only.await();
        assertThat(ended.code()).isEqualTo(143);
        assertThat(ended.err()).contains("below its floor");
        assertThat((List<?>) status().get("holders")).isEmpty();
    }

    /** timeout(1) sends a signal to its command, then to its process group. */
    @Test
    void inAWindowASignalRepeatedAtOnceCountsOnce() throws Exception {
        Shell.Started only = inside("a", "--at-least", "1", "--at-most", "2");
        String pid = String.valueOf(only.process().pid());
        String twice = "kill -TERM $0; sleep 0.02; kill -TERM $0";
        assertThat(new ProcessBuilder("sh", "-c", twice, pid).start().waitFor()).isZero();
        Shell.await("it waits to leave", () -> standings().contains("leaving"));
        assertThat(only.process().descendants()).as("the command").isNotEmpty();
        end("a");
        assertThat(only.await().code()).isZero();
    }

    @Test
    void inAWindowACommandThatHasEndedNoLongerCounts() throws Exception {
        Shell.Started only = inside("a", "--at-least", "1", "--at-most", "2");
        end("a");
        Shell.Ended ended = only.await();
        assertThat(ended.code()).isZero();
        assertThat(ended.err()).contains("below its floor");
    }

    @Test
    void inAWindowACommandCountsWhenItIsReady() throws Exception {
        Shell.Started first = inside("a", "--at-least", "1", "--at-most", "2");
        Shell.Started second =
                inside("b", "--at-least", "1", "--at-most", "2", "--ready", "test -e " + file("b.is-ready"));
        first.process().destroy();
        Shell.await("it waits to leave", () -> standings().contains("leaving"));
        assertThat(standings()).contains("starting");
        Files.createFile(file("b.is-ready"));
        assertThat(first.await().code()).isEqualTo(143);
        assertThat(standings()).containsExactly("inside");
        end("b");
        assertThat(second.await().code()).isZero();
    }

    private List<String> standings() {
        return ((List<?>) status().get("holders"))
                .stream()
                        .map(each -> String.valueOf(((Map<?, ?>) each).get("standing")))
                        .toList();
    }

    @Test
    void eachUnitHasItsOwnSlot() throws Exception {
        String[] names = {"a", "b", "c"};
        List<Shell.Started> runs = new ArrayList<>();
        for (String name : names) {
            String script = "echo $TURNSTILE_SLOTS >" + file(name + ".slots") + "; : >" + file(name + ".runs")
                    + "; until [ -e " + file(name + ".ends") + " ]; do sleep 0.02; done";
            String units = name.equals("c") ? "1" : "2";
            runs.add(shell.start("run", "gate", "--at-most", "8", "--units", units, "--", "sh", "-c", script));
            Shell.await(name + " runs", () -> Files.exists(file(name + ".runs")));
        }
        assertThat(file("a.slots")).hasContent("0,1");
        assertThat(file("b.slots")).hasContent("2,3");
        assertThat(file("c.slots")).hasContent("4");
        assertThat(shell.run("status", "gate").out()).contains("0-1", "2-3");
        for (String name : names) {
            end(name);
        }
        runs.forEach(run -> assertThat(run.await().code()).isZero());
    }

    @Test
    void releaseStopsACommandThatWaitsToStop() {
        Shell.Started only = inside("a", "--at-least", "1", "--at-most", "2");
        only.process().destroy();
        Shell.await("it waits to leave", () -> holder().get("standing").equals("leaving"));
        Shell.Ended released = shell.run("release", "gate", String.valueOf(holder().get("holder")));
        assertThat(released.code()).isZero();
        assertThat(only.await().code()).isEqualTo(123);
    }

    @Test
    void aCommandWhoseFileIsDeletedWhileItWaitsToStopIsStopped() throws Exception {
        Shell.Started only = inside("a", "--at-least", "1", "--at-most", "2");
        only.process().destroy();
        Shell.await("it waits to leave", () -> holder().get("standing").equals("leaving"));
        Files.delete(folder.resolve("turnstiles/gate.turnstile"));
        assertThat(only.await().code()).isEqualTo(123);
    }

    /** Starts a command that leaves another process in its group, which ignores TERM and runs until a file exists. */
    private Shell.Started inTheBackground(String... options) {
        String left =
                "trap '' TERM; : >" + file("left.runs") + "; until [ -e " + file("ends") + " ]; do sleep 0.02; done";
        String script = "sh -c '" + left.replace("'", "'\\''") + "' & until [ -e " + file("leader.ends")
                + " ]; do sleep 0.02; done; exit 7";
        List<String> words = new ArrayList<>(List.of("run", "gate", "--whole-group"));
        words.addAll(List.of(options));
        words.addAll(List.of("--", "sh", "-c", script));
        Shell.Started run = shell.start(words.toArray(String[]::new));
        Shell.await("both run", () -> Files.exists(file("left.runs")));
        return run;
    }

    @Test
    void wholeGroupHoldsTheUnitsUntilItsLastProcessEnds() throws Exception {
        Shell.Started run = inTheBackground();
        end("leader");
        Shell.await(
                "the command has ended",
                () -> run.process().children().findAny().isEmpty());
        assertThat(shell.run("run", "gate", "--no-wait", "--", "true").code()).isEqualTo(124);
        end("");
        assertThat(run.await().code()).isEqualTo(7);
        assertThat(shell.run("run", "gate", "--no-wait", "--", "true").code()).isZero();
    }

    @Test
    void wholeGroupHoldsTheUnitsEvenIfRunIsKilled() throws Exception {
        inTheBackground().kill();
        end("leader");
        Shell.await("one is left of the group", () -> holder().get("life").equals("orphaned-child"));
        assertThat(shell.run("run", "gate", "--no-wait", "--", "true").code()).isEqualTo(124);
        end("");
        assertThat(shell.run("run", "gate", "--wait", "30s", "--", "true").code())
                .isZero();
    }

    @Test
    void releaseKillsTheWholeGroup() {
        Shell.Started run = inTheBackground("--kill-after", "100ms");
        Shell.Ended released = shell.run("release", "gate", String.valueOf(holder().get("holder")));
        assertThat(released.code()).as(released.err()).isZero();
        assertThat(run.await().code()).isEqualTo(123);
        assertThat(file("ends")).doesNotExist();
    }

    @Test
    void doctorReplacesADamagedFileThatNoProcessUses() throws Exception {
        assertThat(shell.run("run", "gate", "--", "true").code()).isZero();
        Path damaged = folder.resolve("turnstiles/gate.turnstile");
        Files.write(damaged, new byte[100]);
        Shell.Ended refused = shell.run("run", "gate", "--", "true");
        assertThat(refused.code()).isEqualTo(125);
        assertThat(refused.err()).contains("100 bytes", "turnstile doctor gate").doesNotContain("internal error");
        assertThat(shell.run("doctor", "gate").code()).isEqualTo(1);
        assertThat(shell.run("doctor", "gate", "--replace").code()).isZero();
        assertThat(shell.run("run", "gate", "--", "true").code()).isZero();
    }

    @Test
    void reportsWhyAFolderCanNotBeCreated() {
        Path missing = file("missing");
        Shell.Ended refused = new Shell(folder, missing.resolve("turnstiles")).run("run", "gate", "--", "true");
        assertThat(refused.code()).isEqualTo(125);
        assertThat(refused.err())
                .isEqualTo("turnstile: " + missing + "/turnstiles: there is no folder " + missing + "\n");
    }

    @Test
    void suggestsTheNearestTurnstileForAnUnknownName() {
        shell.run("run", "gate", "--", "true");
        Shell.Ended refused = shell.run("status", "gaet");
        assertThat(refused.code()).isEqualTo(64);
        assertThat(refused.err()).contains("did you mean 'gate'?");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
        run gate --wait 3w -- true                           | is not a time
        run gate --wait -3 -- true                           | non-negative
        run gate --wait 0 -- true                            | use --no-wait
        run gate --wait 0s -- true                           | use --no-wait
        run gate --kill-after 99999d -- true                 | at most 36500d
        run gate --no-wait --wait 3s -- true                 | are mutually exclusive
        run gate --at-least 1 -- true                        | needs --at-most
        run gate --at-least 3 --at-most 2 -- true            | the floor must be between 0 and
        run gate --at-least 2 --at-most 2 -- true            | must not exceed
        run gate --at-least 1 --at-most 3 --units 3 -- true  | must not exceed
        run gate --units 0 -- true                           | at least 1
        run gate --at-most 0 -- true                         | at least 1
        run ../x -- true                                     | can't be the name
        run                                                  | NAME is missing; the form is 'turnstile run NAME CMD [ARG...]'
        run gate                                             | CMD [ARG...] is missing; the form is 'turnstile run NAME CMD [ARG...]'
        run gate --                                          | CMD [ARG...] is missing
        run --unit                                           | unknown option '--unit'; did you mean '--units'?
        run -- env echo                                      | NAME is missing before '--'
        run --at-most 3 -- env                               | NAME is missing before '--'
        run gate --wait -- true                              | --wait needs a value, TIME, but is followed by '--'
        run gate --wait                                      | --wait needs a value, TIME
        run gate -k 2 -k 3 -- true                           | -k is given twice
        run gate --units two -- true                         | --units: 'two' is not a whole number
        run gate --no-wait=5 -- true                         | --no-wait takes no value, but has '5'
        run gate --unit 2 -- ls --all                        | unknown option '--unit'
        status --json --watch                                | are mutually exclusive
        doctor gate --replace --dry-run                      | --replace and --dry-run are mutually exclusive
        doctor gate --replace --no-mend                      | --replace and --dry-run are mutually exclusive
        limit gate x                                         | K: 'x' is not a whole number
        limit gate                                           | K is missing; the form is 'turnstile limit NAME K'
        status a b                                           | unexpected argument 'b'; the form is 'turnstile status [NAME]'
        release gate                                         | HOLDER is missing; the form is 'turnstile release NAME HOLDER'
        """)
    void reportsBadUsageWithWhatIsAllowed(String line, String said) {
        CommandRun run = CommandRun.of(line);
        assertThat(run.code()).as(run.err()).isEqualTo(64);
        assertThat(run.err()).startsWith("turnstile: ").contains(said);
    }
}
