package dev.turnstile.driver.mapped;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.TurnstileUnusableException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/**
 * Goal: if a JVM denies calls to the C library, every call reports the option that allows them. Method: a second JVM,
 * on the module path and on the class path.
 */
@EnabledOnOs(OS.LINUX)
final class NativeAccessTest {
    private static final String MODULE = "dev.turnstile.mapped";
    private static final List<String> ON_THE_MODULE_PATH = List.of(
            "--module-path",
            "target/classes:" + OtherProcess.CORE,
            "--patch-module",
            MODULE + "=target/test-classes",
            "--module",
            MODULE + "/" + NativeAccessTest.class.getName());
    private static final List<String> ON_THE_CLASS_PATH =
            List.of("-cp", OtherProcess.CLASS_PATH, NativeAccessTest.class.getName());

    /** The main method of the second JVM, which calls twice and prints both outcomes. */
    public static void main(String[] args) {
        for (int call = 0; call < 2; call++) {
            try {
                System.out.println(
                        "usable: " + Mapped.in(Path.of("folder")).folder().getFileName());
            } catch (Throwable thrown) {
                System.out.println(thrown.getClass().getName() + ": " + thrown.getMessage());
            }
        }
    }

    private static List<String> calls(List<String> where, String... options) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--illegal-native-access=deny"));
        Collections.addAll(command, options);
        command.addAll(where);
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try (Stream<String> lines = process.inputReader().lines()) {
            return lines.toList();
        } finally {
            assertThat(process.waitFor(30, TimeUnit.SECONDS)).as("it ends").isTrue();
        }
    }

    private static void assertDenied(List<String> calls, String allowed) {
        assertThat(calls)
                .hasSize(2)
                .allSatisfy(said -> assertThat(said)
                        .startsWith(TurnstileUnusableException.class.getName()
                                + ": the C library can't be called; start the JVM with --enable-native-access="
                                + allowed + ": "));
    }

    @Test
    void onTheModulePathTheOptionNamesTheModule() throws Exception {
        assertDenied(calls(ON_THE_MODULE_PATH), MODULE);
        assertDenied(calls(ON_THE_MODULE_PATH, "--enable-native-access=ALL-UNNAMED"), MODULE);
    }

    @Test
    void onTheClassPathTheOptionNamesTheUnnamedModule() throws Exception {
        assertDenied(calls(ON_THE_CLASS_PATH), "ALL-UNNAMED");
    }

    @Test
    void theReportedOptionAllowsTheCalls() throws Exception {
        assertThat(calls(ON_THE_MODULE_PATH, "--enable-native-access=" + MODULE))
                .containsOnly("usable: folder");
        assertThat(calls(ON_THE_CLASS_PATH, "--enable-native-access=ALL-UNNAMED"))
                .containsOnly("usable: folder");
    }
}
