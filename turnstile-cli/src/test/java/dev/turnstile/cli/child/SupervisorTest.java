package dev.turnstile.cli.child;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.contentOf;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Goal: signals to the supervisor affect the child as intended. Method: the supervisor is a second JVM. */
@Timeout(value = 60, threadMode = SEPARATE_THREAD)
@EnabledOnOs(OS.LINUX)
class SupervisorTest {
    /** A script that creates a file for each signal that it gets, and ends with the next line of its input. */
    private static final String CATCHING = """
        for signal in INT TERM HUP QUIT USR1 USR2; do trap ": >\\"$0/$signal\\"" $signal; done
        : >"$0/ready"
        until read -r line; do kill -0 $PPID || exit 6; done
        exit 5
        """;

    @TempDir
    Path folder;

    private final List<Process> started = new ArrayList<>();
    private Path printed;

    @BeforeEach
    void nameTheOutput() {
        printed = folder.resolve("printed");
    }

    @AfterEach
    void endWhatIsLeft() {
        started.forEach(Process::destroyForcibly);
    }

    private static String command(String prefix, String suffix) {
        return prefix + " exec \"$@\" " + suffix;
    }

    private Process supervisor(String shellCommand, String what, String... command) throws IOException {
        List<String> line = new ArrayList<>(List.of("/bin/sh", "-c", shellCommand, "sh"));
        line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        line.addAll(List.of("-XX:TieredStopAtLevel=1", "--enable-native-access=ALL-UNNAMED", "-cp"));
        line.add(System.getProperty("java.class.path"));
        line.addAll(List.of(Supervisor.class.getName(), what));
        line.addAll(List.of(command));
        Process process =
                new ProcessBuilder(line).redirectOutput(printed.toFile()).start();
        started.add(process);
        return process;
    }

    private static long heldPid(Process supervisor) throws IOException {
        BufferedReader errors = supervisor.errorReader();
        String line = errors.readLine();
        assertThat(line).startsWith("held ");
        return Long.parseLong(line.substring("held ".length()));
    }

    private void await(String file) {
        Poll.until(file, () -> Files.exists(folder.resolve(file)));
    }

    private static void send(String signal, Process process) throws Exception {
        String pid = Long.toString(process.pid());
        assertThat(new ProcessBuilder("kill", "-" + signal, pid).start().waitFor())
                .isZero();
    }

    private static void endOfInput(Process supervisor) throws IOException {
        supervisor.getOutputStream().write('\n');
        supervisor.getOutputStream().close();
    }

    @Test
    void theCommandNeverRunsIfItsSupervisorIsKilledFirst() throws Exception {
        Process supervisor = supervisor(command("", ""), "hold", "sh", "-c", ": >\"$0/ran\"", folder.toString());
        ProcessHandle child = ProcessHandle.of(heldPid(supervisor)).orElseThrow();
        send("KILL", supervisor);
        child.onExit().join();
        assertThat(folder.resolve("ran")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"INT", "TERM", "HUP", "QUIT", "USR1", "USR2"})
    void aSignalToTheSupervisorReachesTheChild(String signal) throws Exception {
        Process supervisor = supervisor(command("", "3</dev/null"), "run", "sh", "-c", CATCHING, folder.toString());
        await("ready");
        send(signal, supervisor);
        await(signal);
        endOfInput(supervisor);
        assertThat(supervisor.waitFor()).isEqualTo(5);
        assertThat(printed).isEmptyFile();
    }

    @Test
    void manySignalsReachTheChild() throws Exception {
        Process supervisor = supervisor(command("", "3</dev/null"), "run", "sh", "-c", CATCHING, folder.toString());
        await("ready");
        for (int i = 0; i < 20; i++) {
            send("QUIT", supervisor);
            await("QUIT");
            Files.delete(folder.resolve("QUIT"));
        }
        endOfInput(supervisor);
        assertThat(supervisor.waitFor()).isEqualTo(5);
        assertThat(printed).isEmptyFile();
    }

    @ParameterizedTest
    @CsvSource({"INT, 130", "TERM, 143", "HUP, 129", "QUIT, 131"})
    void aSignalToTheSupervisorEndsAChildThatDoesNotCatchIt(String signal, int code) throws Exception {
        String script = "ulimit -c 0; : >\"$0/ready\"; while :; do sleep 60; done";
        Process supervisor = supervisor(command("", "3</dev/null"), "run", "sh", "-c", script, folder.toString());
        await("ready");
        send(signal, supervisor);
        assertThat(supervisor.waitFor()).isEqualTo(code);
    }

    @ParameterizedTest
    @ValueSource(strings = {"INT", "HUP"})
    void ignoredSignalsStayIgnored(String signal) throws Exception {
        String ignoring = command("trap '' " + signal + ";", "3</dev/null");
        String script = ": >\"$0/ready\"; read -r line; exit 6";
        Process supervisor = supervisor(ignoring, "run", "sh", "-c", script, folder.toString());
        await("ready");
        send(signal, supervisor);
        endOfInput(supervisor);
        assertThat(supervisor.waitFor()).isEqualTo(6);
    }

    @Test
    void theJvmKeepsQuitIfDescriptorThreeIsNotReserved() throws Exception {
        Process supervisor = supervisor(command("", ""), "run", "sh", "-c", CATCHING, folder.toString());
        await("ready");
        send("QUIT", supervisor);
        Poll.until("thread dump", () -> contentOf(printed.toFile()).contains("Full thread dump"));
        endOfInput(supervisor);
        assertThat(supervisor.waitFor()).isEqualTo(5);
        assertThat(folder.resolve("QUIT")).doesNotExist();
    }
}
