package dev.turnstile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every picture of a run in the documents is what {@code turnstile replay --svg} draws from the scenario of that name.
 */
final class PicturesTest {
    private static final Path DOCUMENTS = Path.of("../docs");

    @TempDir
    private Path folder;

    static List<String> pictures() throws IOException {
        try (Stream<Path> files = Files.list(DOCUMENTS.resolve("pictures"))) {
            return files.map(file -> file.getFileName().toString().replace(".svg", ""))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("pictures")
    void isDrawnFromItsScenario(String name) throws IOException {
        Path drawn = folder.resolve("drawn.svg");
        Path scenario = DOCUMENTS.resolve("scenarios").resolve(name + ".txt");
        CommandRun run = CommandRun.of("replay " + scenario + " --svg " + drawn);
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(Files.readString(DOCUMENTS.resolve("pictures").resolve(name + ".svg")))
                .as("turnstile replay %s.txt --svg draws another picture", name)
                .isEqualTo(Files.readString(drawn));
    }
}
