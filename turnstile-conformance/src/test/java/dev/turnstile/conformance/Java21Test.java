package dev.turnstile.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/**
 * Checks that what is compiled for Java 21 runs there: a JVM of JDK 21 runs the conformance tests of the thread driver.
 *
 * <p>The test looks for the JDK in {@code JAVA21_HOME} and similar environment variables, then in the usual places. If
 * there is none, the test is skipped and reports that.
 */
@Tag("long")
final class Java21Test {
    private static final List<Class<?>> SUITES =
            List.of(ThreadDriverConformanceTest.class, ThreadWindowConformanceTest.class);
    private static final String NONE =
            "SKIPPED: no JDK 21 was found, so nothing was run on Java 21; install one, or let JAVA21_HOME point to it";

    /**
     * The main method of the other JVM. Runs the suites, prints a summary, and exits with 1 if a test failed or none
     * ran.
     */
    public static void main(String[] args) {
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(SUITES.stream().map(suite -> selectClass(suite)).toList())
                .build();
        SummaryGeneratingListener listener = new SummaryGeneratingListener();
        LauncherFactory.create().execute(request, listener);
        TestExecutionSummary summary = listener.getSummary();
        summary.printFailuresTo(new PrintWriter(System.out, true, StandardCharsets.UTF_8));
        System.out.println("thread conformance on Java " + Runtime.version() + ": " + summary.getTestsSucceededCount()
                + " passed, " + summary.getTestsFailedCount() + " failed, "
                + (summary.getTestsAbortedCount() + summary.getTestsSkippedCount()) + " skipped");
        System.exit(summary.getTotalFailureCount() == 0 && summary.getTestsSucceededCount() > 0 ? 0 : 1);
    }

    @Test
    void theThreadDriverConformsOnJava21() throws Exception {
        Optional<Path> jdk = places().filter(Java21Test::isJdk21).findFirst();
        if (jdk.isEmpty()) {
            System.out.println(NONE);
        }
        Assumptions.assumeTrue(jdk.isPresent(), NONE);

        Process process = new ProcessBuilder(
                        jdk.orElseThrow().resolve("bin/java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Java21Test.class.getName())
                .redirectErrorStream(true)
                .start();
        List<String> output = new ArrayList<>();
        try (Stream<String> lines = process.inputReader().lines()) {
            lines.forEach(output::add);
            assertThat(process.waitFor(1, TimeUnit.MINUTES)).as("the JVM exits").isTrue();
        } finally {
            process.destroyForcibly();
        }
        System.out.println(output.isEmpty() ? "no output" : output.getLast());
        assertThat(process.exitValue()).as(String.join("\n", output)).isZero();
    }

    private static Stream<Path> places() {
        Path home = Path.of(System.getProperty("user.home"));
        Stream<Path> fromEnvironment = Stream.of("JAVA21_HOME", "JAVA_HOME_21_X64", "JAVA_HOME")
                .map(System::getenv)
                .filter(value -> value != null && !value.isEmpty())
                .map(Path::of);
        Stream<Path> usual = Stream.of(
                        Path.of(System.getProperty("java.home")).resolveSibling("."),
                        Path.of("/usr/lib/jvm"),
                        Path.of("/opt"),
                        home.resolve(".sdkman/candidates/java"),
                        home.resolve(".jdks"),
                        Path.of("/Library/Java/JavaVirtualMachines"))
                .flatMap(folder -> in(folder).stream())
                .flatMap(folder -> Stream.of(folder, folder.resolve("Contents/Home")));
        return Stream.concat(fromEnvironment, usual);
    }

    private static Collection<Path> in(Path folder) {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.sorted().toList();
        } catch (IOException none) {
            return List.of();
        }
    }

    private static boolean isJdk21(Path place) {
        if (!Files.isExecutable(place.resolve("bin/java"))) {
            return false;
        }
        try (Stream<String> lines = Files.lines(place.resolve("release"))) {
            return lines.anyMatch(line -> line.matches("JAVA_VERSION=\"21\\b.*"));
        } catch (IOException none) {
            return false;
        }
    }
}
