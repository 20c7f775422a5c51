package dev.turnstile.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Goal: the {@code turnstile} script runs, or explains in one sentence why not, with exit code 125. Method: the script
 * itself in a checkout of empty files, with a fake {@code mvn} and a fake {@code java}.
 */
class LauncherTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final List<String> TOOLS = List.of("find", "mkdir", "mv", "rm", "rmdir", "readlink", "sleep");

    @TempDir
    private Path folder;

    private final Map<String, String> environment = new TreeMap<>();

    @BeforeEach
    void makeJdkAndTools() throws IOException {
        Path bin = Files.createDirectories(folder.resolve("bin"));
        for (String tool : TOOLS) {
            script(bin.resolve(tool), "exec '" + onThePath(tool) + "' \"$@\"\n");
        }
        script(bin.resolve("mvn"), """
            folder=
            for argument; do
                case $argument in -Dlauncher.folder=*) folder=${argument#*=} ;; esac
            done
            mkdir -p "$folder/turnstile-cli/lib" && : >"$folder/turnstile-cli/turnstile-cli-1.jar" && : >"$folder/turnstile-cli/lib/a.jar"
            """);
        Path jdk = Files.createDirectories(folder.resolve("jdk/bin")).getParent();
        script(jdk.resolve("bin/java"), "printf '%s\\n' \"$@\"\n");
        Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"99.0.1\"\n");
        environment.put("PATH", bin.toString());
        environment.put("JAVA_HOME", jdk.toString());
    }

    private static Path onThePath(String tool) {
        return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                .map(place -> Path.of(place, tool))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow();
    }

    private static void script(Path file, String text) throws IOException {
        Files.writeString(file, "#!/bin/sh\n" + text);
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    /** Creates a checkout with the script and the files that it looks at. */
    private Path checkout(String name) throws IOException {
        Path checkout = Files.createDirectories(folder.resolve(name));
        Files.copy(ROOT.resolve("turnstile"), checkout.resolve("turnstile"));
        Files.createFile(checkout.resolve("pom.xml"));
        for (String module : List.of("turnstile-core", "turnstile-mapped", "turnstile-lab", "turnstile-cli")) {
            Files.createDirectories(checkout.resolve(module).resolve("src/main"));
            Files.createFile(checkout.resolve(module).resolve("pom.xml"));
        }
        return checkout;
    }

    private record Ended(int code, List<String> out, String err) {}

    private Ended run(Path where, String... command) throws Exception {
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(where.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        Process process = builder.start();
        boolean ends = process.waitFor(30, TimeUnit.SECONDS);
        process.destroyForcibly();
        assertThat(ends).as("the script ends").isTrue();
        return new Ended(process.exitValue(), Files.readAllLines(out), Files.readString(err));
    }

    private Ended launch(Path checkout) throws Exception {
        return run(folder, checkout.resolve("turnstile").toString(), "status", "two words");
    }

    private static void assertRuns(Ended ended) {
        assertThat(ended.err()).doesNotContain("can't", "No such", "cannot");
        assertThat(ended.code()).as(ended.err()).isZero();
        assertThat(ended.out()).endsWith(Main.class.getName(), "status", "two words");
    }

    private static void assertRefused(Ended ended, String reason) {
        assertThat(ended.code()).as(ended.err()).isEqualTo(125);
        assertThat(ended.out()).isEmpty();
        assertThat(ended.err().lines().toList().getLast())
                .startsWith("turnstile: ")
                .contains(reason);
    }

    private static void makeSourcesNewer(Path checkout) throws IOException {
        Files.setLastModifiedTime(
                checkout.resolve("pom.xml"), FileTime.from(Instant.now().plusSeconds(60)));
    }

    @Test
    void buildsOnceIntoItsOwnFolder() throws Exception {
        Path checkout = checkout("checkout");
        Ended first = launch(checkout);
        assertRuns(first);
        assertThat(first.err()).isEqualTo("turnstile: building (needed once after each change of the sources)\n");
        Path built = checkout.resolve("target/launcher/turnstile-cli");
        assertThat(first.out()).contains(built + "/turnstile-cli-1.jar:" + built + "/lib/a.jar");
        assertThat(launch(checkout).err()).as("messages of a second run").isEmpty();
        try (Stream<Path> files = Files.walk(checkout, 2)) {
            assertThat(files.filter(file -> file.endsWith("target"))).containsExactly(checkout.resolve("target"));
        }
    }

    /** Otherwise 'mvn verify' would accept compiled classes that Error Prone has not checked. */
    @Test
    void theBuildOfTheLauncherMovesTheFoldersOfAllModules() throws Exception {
        String folders = XPathFactory.newInstance()
                .newXPath()
                .evaluate(
                        "//profile[activation/property/name='launcher.folder']/build/directory",
                        DocumentBuilderFactory.newInstance()
                                .newDocumentBuilder()
                                .parse(ROOT.resolve("pom.xml").toFile()));
        assertThat(folders).isEqualTo("${launcher.folder}/${project.artifactId}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"two words", "checké"})
    void aCheckoutMayHaveAnyNameAndBeReachedThroughALink(String name) throws Exception {
        assumeTrue(System.getProperty("sun.jnu.encoding").equals("UTF-8"), "otherwise Java can't create such files");
        environment.put("LC_ALL", "C.UTF-8");
        Path checkout = checkout(name);
        Path link = Files.createDirectory(folder.resolve("other")).resolve("link");
        Files.createSymbolicLink(link, Path.of("..").resolve(name).resolve("turnstile"));
        assertRuns(run(folder, link.toString(), "status", "two words"));
        assertThat(checkout.resolve("target/launcher/built")).exists();
        assertRuns(run(link.getParent(), "/bin/sh", "link", "status", "two words"));
    }

    @Test
    void rejectsAPathThatJavaCanNotRead() throws Exception {
        assertRefused(launch(checkout("with:colon")), "a class path can't contain the ':' in");
        assumeTrue(System.getProperty("sun.jnu.encoding").equals("UTF-8"), "otherwise Java can't create such files");
        assertRefused(launch(checkout("checké")), "set LC_ALL=C.UTF-8");
    }

    @Test
    void needsNoToolsAndNoHomeOnceBuilt() throws Exception {
        Path checkout = checkout("checkout");
        assertRuns(launch(checkout));
        environment.put("PATH", "/nonexistent");
        assertRuns(launch(checkout));
    }

    @ParameterizedTest
    @ValueSource(strings = {"mvn", "mkdir", "rmdir"})
    void namesAMissingTool(String tool) throws Exception {
        Files.delete(folder.resolve("bin").resolve(tool));
        assertRefused(launch(checkout("checkout")), "needs " + tool + " to build; install it, or add it to the PATH");
    }

    @Test
    void namesTheVersionOfAMissingJdk() throws Exception {
        Path checkout = checkout("checkout");
        String text = Files.readString(checkout.resolve("turnstile"));
        Files.writeString(checkout.resolve("turnstile"), text.replace("needed=25", "needed=999"));
        assertRefused(launch(checkout), "needs JDK 999 or newer");
    }

    @Test
    void reportsAFailedBuild() throws Exception {
        Path checkout = checkout("checkout");
        script(folder.resolve("bin/mvn"), "exit 1\n");
        assertRefused(launch(checkout), "the build failed");
        script(folder.resolve("bin/mvn"), "exit 0\n");
        assertRefused(launch(checkout), "the build produced nothing");
    }

    @Test
    void reportsARemovedCurrentFolder() throws Exception {
        Path checkout = checkout("checkout");
        assertRuns(launch(checkout));
        Path gone = Files.createDirectory(folder.resolve("gone"));
        String script = onThePath("rmdir") + " '" + gone + "'; exec '" + checkout.resolve("turnstile") + "' status";
        assertRefused(run(gone, "/bin/sh", "-c", script), "the current folder was removed; change to another one");
    }

    /** A file in place of a folder is something that not even root can write to. */
    @Test
    void namesAFolderThatIsNotWritable() throws Exception {
        Path checkout = checkout("checkout");
        Path target = Files.createFile(checkout.resolve("target"));
        assertRefused(launch(checkout), "there is no build yet, but this user can't write to " + target + "/launcher;");
    }

    @Test
    void rejectsAReadOnlyBuildOnlyIfTheSourcesAreNewer() throws Exception {
        Path checkout = checkout("checkout");
        assertRuns(launch(checkout));
        Path work = checkout.resolve("target/launcher");
        Files.deleteIfExists(work.resolve("lock"));
        Files.createDirectory(work.resolve("lock"));
        Files.delete(work.resolve("short-99.0.1.aot"));
        assertRuns(launch(checkout));
        makeSourcesNewer(checkout);
        assertRefused(launch(checkout), "the sources are newer than the build, but this user can't write to " + work);
    }
}
