package dev.turnstile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests {@code turnstile simulate}, {@code replay} and {@code figures}, and {@code check} with the rung algorithms. */
final class LabCommandsTest {
    @TempDir
    private Path folder;

    @Test
    void simulateReportsHowLongItTakesToEnter() {
        CommandRun run = CommandRun.of("simulate excl gtex -n 8 -k 2 --dead 1");
        assertThat(run.code()).isZero();
        assertThat(run.out())
                .startsWith("n = 8, k = 2, 8 compete, 1 dead, uniform pace, c = 1000l, seeds 0 to 0")
                .contains("6c + 52l")
                .contains("8c + ");
    }

    @Test
    void simulateReportsALockout() {
        CommandRun run = CommandRun.of("simulate excl -n 4 -k 1 --dead 1 --hold 10");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.out()).endsWith("  seed\n");
        assertThat(run.err())
                .contains("turnstile: no result for excl: seed 0 failed (no-lockout: a process is locked out)")
                .contains("To reproduce: turnstile simulate excl -n 4 -k 1 --hold 10 --seeds 1 --dead 1 --seed 0")
                .contains("the run was written to ");
    }

    @Test
    void simulateWritesCommaSeparatedValues() {
        assertThat(CommandRun.of("simulate excl -n 2 -k 1 --csv -").out())
                .startsWith(
                        "algorithm,entries,mean trying time,longest,in l,steps per entry,most inside,seed\nexcl,100,");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
        simulate                                     | -n N, -k K and ALGORITHM are missing
        simulate exl -n 4 -k 1                       | no algorithm is called 'exl'; did you mean 'excl'?
        simulate excl -n 0 -k 1                      | -n must be between 1 and 4096, not 0
        simulate excl -n 3 -k 3                      | excl: n must be between k + 1 = 4 and 32768, not 3
        simulate excl -n 3 -k 0                      | excl: k must be between 1 and 32767, not 0
        simulate excl -n 4 -k 1 --pace fast          | --pace must be uniform, random or adversarial, not 'fast'
        simulate excl -n 4 -k 1 --dead 4             | excl: the number of dead processes must be between 0 and 3, not 4
        simulate excl -n 4 -k 1 --competing 5        | excl: the number of competing processes must be between 1 and 4, not 5
        simulate excl -n 4 -k 1 --hold 0             | excl: c, in l, must be between 1 and 1000000, not 0
        simulate excl -n 4 -k 1 --hold 0.5           | --hold must be a whole number of l, such as 1000, not '0.5'
        simulate excl -n 4 -k 1 --entries 0          | excl: the number of entries must be between 1 and 1000000000, not 0
        simulate excl -n 4 -k 1 --seeds 0            | --seeds must be between 1 and 100000, not 0
        figures                                      | PAPER is missing
        figures fischer                              | there are no figures for 'fischer'. There are: omori
        figures omori --seeds 0                      | the number of seeds must be between 1 and 10000, not 0
        replay                                       | FILE is missing
        replay no-such-file                          | no-such-file: there is no such file
        check excl -n 3 -k 3                         | excl: n must be between k + 1 = 4 and 32768, not 3
        check queue -n 3 -k 1 --property winners     | winners needs contests on the way in, and queue has none
        check queue -n 2 -k 1 --equivalent-to queue --save f | --save: a scenario describes one algorithm
        """)
    void rejectsBadInputWithWhatIsAllowed(String line, String reason) {
        CommandRun run = CommandRun.of(line);
        assertThat(run.err()).startsWith("turnstile: " + reason);
        assertThat(run.code()).isEqualTo(64);
        assertThat(run.out()).isEmpty();
    }

    @Test
    void aSavedRunCanBeReplayed() {
        Path file = folder.resolve("lockout.txt");
        CommandRun check = CommandRun.of("check excl -n 3 -k 2 --crashes 2 --property no-lockout --save " + file);
        assertThat(check.code()).isEqualTo(1);
        CommandRun replay = CommandRun.of("replay " + file);
        assertThat(replay.code()).isZero();
        assertThat(replay.out()).contains("stops forever").contains("then forever:");
        CommandRun again = CommandRun.of("check excl -n 3 -k 2 --crashes 2 --property no-lockout --save " + file);
        assertThat(again.code()).isEqualTo(64);
        assertThat(again.err()).contains("already exists");
    }

    @Test
    void savedRunsGetUniqueNamesInTheGivenFolder() {
        String line = "check excl -n 3 -k 2 --crashes 2 --property no-lockout --save " + folder;
        assertThat(CommandRun.of(line).err())
                .contains("written to " + folder.resolve("turnstile-excl.txt") + "; replay it with: turnstile replay ");
        assertThat(CommandRun.of(line).err()).contains("written to " + folder.resolve("turnstile-excl-2.txt;"));
        assertThat(folder).isDirectoryContaining("glob:**excl.txt").isDirectoryContaining("glob:**excl-2.txt");
    }

    @Test
    void runsAreSavedInTheCurrentFolderByDefault() {
        CommandRun check = CommandRun.of("check excl -n 3 -k 2 --crashes 2 --property no-lockout");
        assertThat(check.err())
                .containsPattern("the run was written to turnstile-excl(-\\d+)?\\.txt; replay it with: ");
        assertThat(check.findings()).hasSize(1).first().asString().startsWith("turnstile scenario 1");
    }

    @Test
    void reportsAScenarioWhoseExpectationFails() throws IOException {
        Path file = folder.resolve("wrong.txt");
        Files.writeString(
                file, "turnstile scenario 1\nalgorithm excl\nprocesses 2\nplaces 1\np0 steps\nexpect p0 CRITICAL\n");
        CommandRun run = CommandRun.of("replay " + file);
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).contains("line 6: p0 is in TRYING, expected CRITICAL");
    }

    @Test
    void rejectsAFileThatIsNotAScenario() throws IOException {
        Path file = folder.resolve("no.txt");
        Files.writeString(file, "turnstile scenario 1\nalgorithm excl\nprocesses 2\nplaces 1\np0 jumps\n");
        CommandRun run = CommandRun.of("replay " + file);
        assertThat(run.code()).isEqualTo(64);
        assertThat(run.err())
                .contains("no.txt: line 5: 'p0 jumps' is not a line of a scenario", "docs/internals/scenarios.md");
    }
}
