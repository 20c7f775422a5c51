package dev.turnstile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Goal: every snippet and every command in the documents works, and every relative link leads to a file.
 *
 * <p>A block marked {@code java} is compiled and run. If it has a line {@code // continued}, the preceding one comes
 * before it. The lines of a block marked {@code output} right after it must be printed, in this order. In a block
 * marked {@code console}, a line that starts with {@code $ ./turnstile} is run, and the lines after it must appear in
 * its output, in this order; {@code …} stands for anything. A block marked {@code terminal} is pasted into a shell as a
 * whole, twice: it must not depend on timing, and must be repeatable.
 */
final class DocumentsTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern BLOCK = Pattern.compile("```(\\w+)\\n(.*?)```", Pattern.DOTALL);
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:]+)\\)");
    private static final String CONTINUED = "// continued\n";
    private static final String PROMPT = "$ ./turnstile ";
    private static final String IMPORTS = """
        import dev.turnstile.*;
        import dev.turnstile.algorithm.permission.*;
        import dev.turnstile.algorithm.quorum.*;
        import dev.turnstile.algorithm.quorum.coterie.*;
        import dev.turnstile.driver.mapped.*;
        import dev.turnstile.machine.*;
        import java.time.*;
        import java.util.*;
        import java.util.concurrent.*;
        """;

    @TempDir
    private static Path classes;

    private static List<Path> documents() {
        try (Stream<Path> files = Files.walk(ROOT, 3)) {
            return files.filter(file -> file.toString().endsWith(".md"))
                    .filter(file -> !file.toString().contains("target"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A block, and the lines of the block marked {@code output} that follows it, if there is one. */
    private record Block(Path document, int number, String language, String text, List<String> output) {
        String title() {
            return ROOT.relativize(document) + ", block " + number;
        }
    }

    private static List<Block> blocks(String language) {
        List<Block> blocks = new ArrayList<>();
        for (Path document : documents()) {
            List<MatchResult> all = BLOCK.matcher(read(document)).results().toList();
            String before = "";
            for (int at = 0; at < all.size(); at++) {
                if (all.get(at).group(1).equals(language)) {
                    String text = all.get(at).group(2);
                    before = text.contains(CONTINUED) ? before + text : text;
                    blocks.add(new Block(document, at + 1, language, before, outputAfter(all, at)));
                }
            }
        }
        return blocks;
    }

    private static List<String> outputAfter(List<MatchResult> all, int at) {
        boolean isThere = at + 1 < all.size() && all.get(at + 1).group(1).equals("output");
        return isThere
                ? all.get(at + 1)
                        .group(2)
                        .lines()
                        .filter(line -> !line.isBlank())
                        .toList()
                : List.of();
    }

    private static String read(Path document) {
        try {
            return Files.readString(document);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void thereAreDocumentsWithSnippetsAndCommands() {
        assertThat(documents()).hasSizeGreaterThan(8);
        assertThat(blocks("java")).hasSizeGreaterThan(5);
        assertThat(blocks("console")).hasSizeGreaterThan(5);
    }

    @TestFactory
    Stream<DynamicTest> everySnippetRuns() {
        return blocks("java").stream().map(block -> DynamicTest.dynamicTest(block.title(), () -> runSnippet(block)));
    }

    private static boolean isImport(String line) {
        return line.startsWith("import ");
    }

    private static void runSnippet(Block block) throws Exception {
        String name = "Snippet" + Integer.toUnsignedString(block.title().hashCode());
        Path folder = Files.createDirectories(classes.resolve(name));
        Path source = folder.resolve(name + ".java");
        String imports = block.text().lines().filter(DocumentsTest::isImport).collect(Collectors.joining("\n"));
        String code = block.text().lines().filter(line -> !isImport(line)).collect(Collectors.joining("\n"));
        String body = "class " + name + " { public static void run() throws Exception {\n" + code + "\n}}\n";
        Files.writeString(source, IMPORTS + imports + "\n" + body);
        int result = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "-cp",
                        System.getProperty("java.class.path"),
                        "-d",
                        folder.toString(),
                        source.toString());
        assertThat(result).as("compiling:%n%s", block.text()).isZero();
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
            Method run = loader.loadClass(name).getDeclaredMethod("run");
            run.setAccessible(true);
            String printed = printedBy(() -> run.invoke(null));
            if (!block.output().isEmpty()) {
                assertThat(printed).containsPattern(inThatOrder(block.output()));
            }
        }
    }

    /** Returns what the snippet prints, perhaps together with what another test prints at the same time. */
    private static String printedBy(Callable<?> snippet) throws Exception {
        PrintStream usual = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            snippet.call();
        } finally {
            System.setOut(usual);
        }
        return printed.toString(StandardCharsets.UTF_8);
    }

    @TestFactory
    Stream<DynamicTest> everyCommandPrintsTheShownOutput() {
        return blocks("console").stream()
                .map(block -> DynamicTest.dynamicTest(block.title(), () -> runCommands(block)));
    }

    private static void runCommands(Block block) {
        List<String> lines = block.text().lines().toList();
        assertThat(lines.getFirst()).as("a console block starts with a command").startsWith(PROMPT);
        for (int at = 0; at < lines.size(); at++) {
            if (lines.get(at).startsWith(PROMPT)) {
                List<String> shown = lines.subList(at + 1, lines.size()).stream()
                        .takeWhile(line -> !line.startsWith(PROMPT))
                        .filter(line -> !line.isBlank())
                        .toList();
                CommandRun run =
                        CommandRun.of(lines.get(at).substring(PROMPT.length()).replace(" docs/", " ../docs/"));
                assertThat((run.out() + run.err()).replace("\r", ""))
                        .as(lines.get(at))
                        .containsPattern(inThatOrder(shown));
            }
        }
    }

    @TestFactory
    Stream<DynamicTest> everyTerminalSessionPrintsTheShownOutput() {
        return blocks("terminal").stream()
                .map(block -> DynamicTest.dynamicTest(block.title(), () -> typeSession(block)));
    }

    private static void typeSession(Block block) throws Exception {
        Path folder = Files.createTempDirectory(classes, "session");
        Path command = folder.resolve("turnstile");
        Files.writeString(
                command,
                "#!/bin/sh\nexec '" + System.getProperty("java.home") + "/bin/java' -XX:TieredStopAtLevel=1"
                        + " --enable-native-access=ALL-UNNAMED -cp '" + System.getProperty("java.class.path") + "' "
                        + Main.class.getName() + " \"$@\"\n");
        assertThat(command.toFile().setExecutable(true)).isTrue();
        String script = block.text()
                .lines()
                .filter(line -> line.startsWith("$ "))
                .map(line -> line.substring(2))
                .collect(Collectors.joining("\n"));
        List<String> shown = block.text()
                .lines()
                .filter(line -> !line.startsWith("$ ") && !line.isBlank())
                .toList();
        for (String time : List.of("first", "second")) {
            assertThat(paste(folder, script))
                    .as("the output of the %s time", time)
                    .containsPattern(inThatOrder(shown));
        }
    }

    /**
     * Returns the output of the shell. If the shell does not end, it is killed with all processes that it has started.
     */
    private static String paste(Path folder, String script) throws Exception {
        Path output = folder.resolve("output");
        ProcessBuilder shell = new ProcessBuilder("bash", "-c", script)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        shell.environment().put("TURNSTILE_DIR", folder.resolve("turnstiles").toString());
        Process process = shell.start();
        boolean ends = process.waitFor(60, TimeUnit.SECONDS);
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        assertThat(ends)
                .as("the shell ends; its output:%n%s", Files.readString(output))
                .isTrue();
        return Files.readString(output);
    }

    private static Pattern inThatOrder(List<String> lines) {
        String pattern = lines.stream()
                .map(line ->
                        Arrays.stream(line.split("…", -1)).map(Pattern::quote).collect(Collectors.joining(".*")))
                .collect(Collectors.joining("\\R(?:.*\\R)*?", "(?m)^", "$"));
        return Pattern.compile(pattern);
    }

    @Test
    void everyLinkLeadsToAFile() {
        for (Path document : documents()) {
            Matcher link = LINK.matcher(read(document));
            while (link.find()) {
                assertThat(document.resolveSibling(link.group(1)))
                        .as("a link in %s", ROOT.relativize(document))
                        .exists();
            }
        }
    }
}
