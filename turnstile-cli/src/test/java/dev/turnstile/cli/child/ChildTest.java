package dev.turnstile.cli.child;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.contentOf;
import static org.assertj.core.api.InstanceOfAssertFactories.type;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Goal: a child gets what a command needs and nothing else, and its end is reported as a shell does. */
@Timeout(value = 60, threadMode = SEPARATE_THREAD)
@EnabledOnOs(OS.LINUX)
class ChildTest {
    private static final int WINCH = 28;

    @TempDir
    Path folder;

    private Path output;

    @BeforeEach
    void nameTheOutput() {
        output = folder.resolve("output");
    }

    /** Starts a held child whose script has the name of the output in $OUTPUT. */
    private Child held(String script, String... arguments) throws CannotRunException, IOException {
        List<String> command = new ArrayList<>(List.of("sh", "-c", script, "sh"));
        command.addAll(List.of(arguments));
        return Child.hold(command, Map.of("OUTPUT", output.toString()));
    }

    private int run(String script, String... arguments) throws CannotRunException, IOException {
        return run(held(script, arguments));
    }

    private static int run(Child child) throws IOException {
        child.go();
        return child.await();
    }

    private String written() throws IOException {
        return Files.readString(output).strip();
    }

    private void awaitOutput() {
        Poll.until("output", () -> Files.exists(output));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 42, 255})
    void passesOnTheExitCode(int code) throws Exception {
        assertThat(run("exit " + code)).isEqualTo(code);
    }

    @ParameterizedTest
    @CsvSource({"KILL, 137", "TERM, 143", "INT, 130", "QUIT, 131"})
    void reportsTheSignalThatEndedIt(String signal, int code) throws Exception {
        assertThat(run("ulimit -c 0; kill -" + signal + " $$")).isEqualTo(code);
    }

    @Test
    void reportsItsEndRepeatedly() throws Exception {
        Child child = held("exit 3");
        child.go();
        child.await();
        assertThat(child.await()).isEqualTo(3);
    }

    @Test
    void passesArgumentsUnchanged() throws Exception {
        run("printf '<%s>' \"$@\" >$OUTPUT", "", "a b", "$HOME", "*", "'", "\"", "line\nline", "-n");
        assertThat(written()).isEqualTo("<><a b><$HOME><*><'><\"><line\nline><-n>");
    }

    @Test
    void addsAndReplacesVariables() throws Exception {
        Map<String, String> variables = Map.of("OUTPUT", output.toString(), "NEW", "a = b", "HOME", "elsewhere");
        String script = "echo \"$NEW,$HOME,$PATH\" >$OUTPUT";
        run(Child.hold(List.of("sh", "-c", script), variables));
        assertThat(written()).isEqualTo("a = b,elsewhere," + System.getenv("PATH"));
    }

    @Test
    void inheritsStandardDescriptorsOnly() throws Exception {
        Child child = Child.hold(List.of("sleep", "60"), Map.of());
        child.go();
        Path process = Path.of("/proc/" + child.pid());
        Poll.until("sleep", () -> contentOf(process.resolve("comm").toFile()).equals("sleep\n"));
        // The child's own libraries are open briefly while it is loaded. Inherited descriptors would stay.
        Poll.until("no others", () -> openIn(process).equals(List.of("0", "1", "2")));
        child.stop(Duration.ZERO);
        child.await();
    }

    private static List<String> openIn(Path process) {
        return Stream.of(Objects.requireNonNull(process.resolve("fd").toFile().list()))
                .sorted()
                .toList();
    }

    @Test
    void hasNoSignalBlocked() throws Exception {
        run("grep SigBlk /proc/self/status >$OUTPUT");
        assertThat(written()).isEqualTo("SigBlk:\t0000000000000000");
    }

    @Test
    void leadsItsOwnProcessGroup() throws Exception {
        Child child = held("echo $$ $(ps -o pgid= -p $$) >$OUTPUT");
        run(child);
        assertThat(written()).isEqualTo(child.pid() + " " + child.pid());
    }

    @Test
    void isEndedByStop() throws Exception {
        Child child = held(": >$OUTPUT; while :; do sleep 60; done");
        child.go();
        Thread stopper = Thread.ofPlatform().start(() -> {
            awaitOutput();
            child.stop(Duration.ofHours(1));
        });
        assertThat(child.await()).isEqualTo(143);
        stopper.join();
    }

    @Test
    void isKilledIfItIgnoresTerm() throws Exception {
        Child child = held("trap '' TERM; : >$OUTPUT; while :; do sleep 60; done");
        child.go();
        Thread stopper = Thread.ofPlatform().start(() -> {
            awaitOutput();
            child.stop(Duration.ofMillis(50));
        });
        assertThat(child.await()).isEqualTo(137);
        stopper.join();
    }

    @Test
    void isEndedByStopWhileStopped() throws Exception {
        Child child = held(": >$OUTPUT; kill -STOP $$; exit 0");
        child.go();
        Thread stopper = Thread.ofPlatform().start(() -> {
            await("T", child);
            child.stop(Duration.ofHours(1));
        });
        assertThat(child.await()).isEqualTo(143);
        stopper.join();
    }

    private static void await(String state, Child child) {
        Poll.until("state " + state, () -> ProcessState.of(child.pid()).equals(state));
    }

    /**
     * Another process of the group outlives the child, and records the signals that it gets: TERM before WINCH,
     * whenever they were sent.
     */
    @Test
    void stopsNothingAfterTheEnd() throws Exception {
        Child child = held("""
            (trap ": >$OUTPUT.stopped" TERM; trap ": >$OUTPUT.told; exit" WINCH
            : >$OUTPUT; until [ -e $OUTPUT.over ]; do sleep 0.01; done) &
            until [ -e $OUTPUT ]; do sleep 0.01; done\
            """);
        try {
            assertThat(run(child)).isZero();
            child.stop(Duration.ofHours(1));
            assertThat(Signals.sendToGroup((int) child.pid(), WINCH)).isZero();
            Poll.until("told", () -> Files.exists(folder.resolve("output.told")));
            assertThat(folder.resolve("output.stopped")).doesNotExist();
        } finally {
            Files.createFile(folder.resolve("output.over"));
        }
    }

    @Test
    void doesNotRunUntilItIsLetGo() throws Exception {
        Child child = held(": >$OUTPUT");
        assertThat(ProcessHandle.of(child.pid())).isPresent();
        assertThat(output).doesNotExist();
        run(child);
        assertThat(output).exists();
    }

    @Test
    void neverRunsWhenAbandoned() throws Exception {
        Child child = held(": >$OUTPUT");
        child.abandon();
        assertThat(ProcessHandle.of(child.pid())).isEmpty();
        assertThat(output).doesNotExist();
        assertThatThrownBy(child::go).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void mayEndBeforeItIsLetGo() throws Exception {
        Child child = held(": >$OUTPUT");
        ProcessHandle.of(child.pid()).orElseThrow().destroyForcibly();
        await("Z", child);
        assertThat(run(child)).isEqualTo(137);
        assertThat(output).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"no-such-command-anywhere", "./no-such-file", ""})
    void isNotFound(String name) {
        assertThatThrownBy(() -> Child.hold(List.of(name), Map.of()))
                .asInstanceOf(type(CannotRunException.class))
                .satisfies(failure -> assertThat(failure.getMessage()).contains(name))
                .returns(127, CannotRunException::exitCode);
    }

    @Test
    void isFoundButADirectory() {
        assertThatThrownBy(() -> Child.hold(List.of(folder.toString()), Map.of()))
                .hasMessage(folder + " is a directory")
                .asInstanceOf(type(CannotRunException.class))
                .returns(126, CannotRunException::exitCode);
    }

    @Test
    void isFoundOnThePathButNotExecutable() throws Exception {
        Path file = Files.createFile(folder.resolve("plain"));
        assertThatThrownBy(() -> Child.hold(List.of("plain"), Map.of("PATH", "/nowhere:" + folder)))
                .hasMessage(file + " is not executable")
                .asInstanceOf(type(CannotRunException.class))
                .returns(126, CannotRunException::exitCode);
    }

    @Test
    void mayHaveANameLikeAnOption() throws Exception {
        Path file = Files.writeString(folder.resolve("-x"), "#!/bin/sh\nexit 9\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
        assertThat(run(Child.hold(List.of("-x"), Map.of("PATH", folder + ":" + System.getenv("PATH")))))
                .isEqualTo(9);
    }
}
