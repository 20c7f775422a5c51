package dev.turnstile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests {@code turnstile check}, {@code simulate} and {@code replay} with algorithms that send messages. */
final class MessagesCommandsTest {
    @TempDir
    private Path folder;

    private Path written(CommandRun run) throws IOException {
        assertThat(run.findings()).as(run.err()).hasSize(1);
        return Files.writeString(folder.resolve("finding.txt"), run.findings().getFirst());
    }

    @Test
    void checkExploresNodesAndTheirMessages() {
        CommandRun run = CommandRun.of("check raymond -n 3 -k 1 --requests 2");
        assertThat(run.code()).isZero();
        assertThat(run.out())
                .startsWith("raymond, n = 3, k = 1, each asks up to 2 times: HOLDS")
                .contains("granted: ", "no-lockout: ", "31,888 states");
    }

    @Test
    void aFailingCheckReportsHowToReproduceItAndWhereTheRunIs() throws IOException {
        CommandRun check = CommandRun.of("check raymond -n 3 -k 1 --crashes 1 --requests 1 --property no-lockout");
        assertThat(check.code()).isEqualTo(1);
        assertThat(check.out())
                .contains("To reproduce: turnstile check raymond -n 3 -k 1 --requests 1 --crashes 1 --property"
                        + " no-lockout");
        Path trace = written(check);
        CommandRun replay = CommandRun.of("replay " + trace);
        assertThat(replay.code()).as(replay.err()).isZero();
        assertThat(replay.out()).contains("asks  trying", "stops forever", ": Reply[count=1]");
        Files.delete(trace);
    }

    @Test
    void aRunWithDifferentUnitsIsSaved() throws IOException {
        Path file = folder.resolve("units.txt");
        CommandRun check = CommandRun.of("check lamport -n 2 -k 2 --units 1,2 --crashes 1 --requests 1 --save " + file);
        assertThat(check.code()).isEqualTo(1);
        assertThat(Files.readString(file)).contains("units 1,2");
        assertThat(CommandRun.of("replay " + file).code()).isZero();
    }

    @Test
    void aRunFromAnArbitraryConfigurationIsSavedWithIt() throws IOException {
        Path file = folder.resolve("any.txt");
        CommandRun check = CommandRun.of(
                "check raymond -n 2 -k 1 --any-start 50 --messages 1 --property exclusion --save " + file);
        assertThat(check.code()).isEqualTo(1);
        assertThat(check.out())
                .contains("The search started in 50 different configurations, chosen at random; there are more.");
        assertThat(Files.readString(file)).contains("p0 becomes region=", "p1 becomes region=");
        assertThat(CommandRun.of("replay " + file).code()).isZero();
    }

    @Test
    void simulateCountsMessagesByType() {
        String run = "simulate gcs:at-least=2 -n 9 -k 6 --rate 0.1 --hold 10 --entries 200 --seeds 2";
        CommandRun text = CommandRun.of(run + " --by-type");
        assertThat(text.code()).as(text.err()).isZero();
        assertThat(text.out())
                .contains("\n\nMessages by type\n\n")
                .containsPattern("\n  gcs:at-least=2 +0.1 +Lmin Mx Request +\\d");
        assertThat(CommandRun.of(run + " --by-type --json").out())
                .contains("\"messagesByType\"", "\"Lmin Mx Request\"");
        assertThat(CommandRun.of(run).out()).doesNotContain("by type");
        CommandRun refused = CommandRun.of("simulate excl -n 4 -k 1 --by-type");
        assertThat(refused.code()).isEqualTo(64);
        assertThat(refused.err()).contains("--by-type is for algorithms with messages");
    }

    @Test
    void simulateReportsTheCostOfAnEntry() {
        CommandRun run =
                CommandRun.of("simulate raymond srimani-reddy -n 6 -k 2 --rate 0.01,1 --entries 500 --seeds 3");
        assertThat(run.code()).isZero();
        assertThat(run.out())
                .startsWith("n = 6, k = 2, Ts = 0.1, Tr = 0.1, Tt = 0.8, hold = 0.0002, 500 entries, seeds 1 to 3")
                .contains("messages/entry");
        assertThat(run.out().lines().filter(line -> line.contains("raymond")).count())
                .isEqualTo(2);
    }

    @Test
    void simulateWritesCsvAChartAndJson() throws IOException {
        Path csv = folder.resolve("delays.csv");
        Path chart = folder.resolve("delays.svg");
        CommandRun run =
                CommandRun.of("simulate raymond lamport -n 4 -k 1 --rate 0.01..1 --entries 200 --seeds 2 --json --csv "
                        + csv + " --chart " + chart);
        assertThat(run.code()).isZero();
        assertThat(run.out()).startsWith("{").contains("\"algorithm\": \"lamport\"", "\"halfWidth\"");
        List<String> lines = Files.readAllLines(csv);
        assertThat(lines.getFirst()).startsWith("algorithm,n,k,rate,delay,delay half-width,");
        assertThat(lines).hasSize(1 + 2 * 7); // 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1
        assertThat(Files.readString(chart)).contains("<svg", ">raymond<", ">lamport<");
    }

    @Test
    void aFailingSimulationIsShrunkSavedAndReproducible() throws IOException {
        CommandRun run = CommandRun.of(
                "simulate srimani-reddy -n 4 -k 1 --entries 2000 --seeds 1 --rate 1.0 --corrupt 2@20 --seed 2");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err())
                .contains("exclusion: at most 1 unit is inside")
                .contains("To reproduce: turnstile simulate srimani-reddy -n 4 -k 1 --entries 2000 --seeds 1 --rate 1"
                        + " --corrupt 2@20 --seed 2");
        Path trace = written(run);
        assertThat(Files.readAllLines(trace)).hasSizeLessThan(15).anyMatch(line -> line.startsWith("p2 becomes "));
        Path svg = folder.resolve("run.svg");
        Path log = folder.resolve("run.log");
        CommandRun replay = CommandRun.of("replay " + trace + " --svg " + svg + " --shiviz " + log);
        assertThat(replay.code()).as(replay.err()).isZero();
        assertThat(replay.out()).contains("is damaged", "asks  critical");
        assertThat(Files.readString(svg)).contains("<svg", "is damaged");
        assertThat(Files.readString(log)).contains("p0 {\"p0\":1}\nasks -> CRITICAL\n");
        Files.delete(trace);
    }

    @Test
    void aCrashMakesASimulationEndWithAWaiter() throws IOException {
        CommandRun run = CommandRun.of("simulate raymond -n 3 -k 1 --rate 1 --crash 1@10 --seeds 2 --entries 500");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).contains("granted: ", "nothing more will happen, but a process still waits");
        Path trace = written(run);
        assertThat(CommandRun.of("replay " + trace).code()).isZero();
        Files.delete(trace);
    }

    @Test
    void aScenarioIsNotOverwrittenByItsDrawing() throws IOException {
        Path file = Files.copy(Path.of("../docs/scenarios/raymond-equal-numbers.txt"), folder.resolve("scenario.txt"));
        CommandRun run = CommandRun.of("replay " + file + " --svg " + file);
        assertThat(run.code()).isEqualTo(64);
        assertThat(run.err()).contains("is given twice");
        assertThat(Files.readString(file)).startsWith("turnstile scenario 1");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aFullDiskDoesNotLoseTheResult() {
        CommandRun simulate =
                CommandRun.of("simulate raymond -n 3 -k 1 --rate 1 --entries 50 --seeds 1 --csv /dev/full");
        assertThat(simulate.code()).isEqualTo(125);
        assertThat(simulate.out()).contains("raymond    1");
        assertThat(simulate.err())
                .startsWith("turnstile: --csv: '/dev/full' can't be written: ")
                .doesNotContain("help");
        CommandRun replay = CommandRun.of("replay ../docs/scenarios/raymond-equal-numbers.txt --svg /dev/full");
        assertThat(replay.code()).isEqualTo(125);
        assertThat(replay.out()).contains("critical");
    }

    @Test
    void aRunInWhichAMachineFailsIsSavedWithTheFailingMove() throws IOException {
        Path file = folder.resolve("fails.txt");
        CommandRun check = CommandRun.of(
                "check srimani-reddy -n 3 -k 1 --any-start 200 --requests 1 --property no-lockout --save " + file);
        assertThat(check.code()).isEqualTo(1);
        assertThat(check.out()).contains("well-defined: ", " fails");
        assertThat(Files.readAllLines(file).getLast()).matches("expect p\\d fails");
        CommandRun replay = CommandRun.of("replay " + file);
        assertThat(replay.code()).as(replay.err()).isZero();
        assertThat(replay.out()).contains(" and fails: ");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
        simulate raymnd -n 3 -k 1                             | no algorithm is called 'raymnd'; did you mean 'raymond'?
        simulate raymond -n 3 -k 4                            | raymond: k must be between 1 and n = 3, not 4
        simulate raymond -n 0 -k 1                            | -n must be between 1 and 1000000, not 0
        simulate raymond -n 3 -k 1 --rate 10..0.1             | --rate: the range '10..0.1' runs backwards
        simulate raymond -n 3 -k 1 --rate 0                   | --rate: 0 is not more than 0
        simulate raymond -n 3 -k 1 --rate often               | --rate: 'often' is not a number; allowed: one rate (0.1)
        simulate raymond -n 3 -k 1 --cost 0.1,-1,2            | --cost: -1 is negative or too large; 0 or more is allowed
        simulate raymond -n 3 -k 1 --cost 1,2                 | --cost must be three numbers
        simulate raymond -n 3 -k 1 --hold -1                  | --hold: -1 is negative or too large
        simulate raymond -n 3 -k 1 --csv /no/such/folder/f    | --csv: '/no/such/folder/f' can't be written
        simulate raymond -n 3 -k 1 --chart /no/such/folder/f.svg | --chart: '/no/such/folder/f.svg' can't be written
        simulate raymond -n 3 -k 1 --rate 1 --chart f.svg     | --chart draws against the rate and needs several
        simulate raymond -n 3 -k 1 --chart f.png              | --chart writes SVG; name a file that ends in .svg
        simulate raymond -n 3 -k 1 --csv f.svg --chart ./f.svg | --chart: './f.svg' is given twice
        simulate raymond -n 3 -k 1 --patience 0               | --patience must be more than 0, not 0
        simulate raymond -n 3 -k 1 --rate 1e-12               | raymond: the rate must be at least 1.0E-10
        simulate raymond -n 3 -k 1 --save /no/such/folder/f   | --save: no file can be written to '/no/such/folder'
        simulate raymond -n 3 -k 1 --csv - --json             | --csv - and --json both write to standard output
        simulate raymond excl -n 3 -k 1                       | some of these share memory, and some send messages
        simulate raymond -n 3 -k 1 --pace random              | --pace is for algorithms with shared memory
        simulate excl -n 3 -k 1 --rate 1 --cost 1,1,1         | --rate, --cost are for algorithms with messages
        simulate raymond -n 3 -k 1 --units 2                  | raymond: a node can request 1 to 1 units here, not 2
        simulate raymond -n 3 -k 1 --entries 0                | raymond: entries must be between 1 and 1000000000, not 0
        simulate raymond -n 3 -k 1 --seeds 0                  | --seeds must be between 1 and 100000, not 0
        simulate raymond -n 3 -k 1 --crash 7@3                | raymond: the node of a fault must be between 0 and 2
        simulate raymond -n 3 -k 1 --crash soon               | --crash must be NODE@TIME, such as 3@100, not 'soon'
        simulate raymond -n 3 -k 1 --pause 1@3                | --pause must be NODE@TIME+LENGTH, such as 3@100+50
        simulate raymond -n 3 -k 1 --delay long               | --delay must be constant, uniform, exponential, slow or
        check raymond -n 3 -k 4                               | raymond: k must be between 1 and n = 3, not 4
        check raymond -n 3 -k 1 --kill                        | kills and attempts can be explored only for algorithms with
        check raymond -n 3 -k 1 --property fifo               | fifo is defined only for algorithms with shared memory
        check raymond -n 3 -k 1 --requests -1                 | --requests must be at least 0, not -1
        check raymond -n 3 -k 1 --seed 4                      | --messages and --seed need --any-start
        check queue -n 3 -k 1 --requests 2                    | requests, room, hastened and void messages
        check queue -n 3 -k 1 --equivalent-to raymond         | raymond is a message-passing algorithm; use a shared-memory algorithm
        check raymond -n 3 -k 1 --equivalent-to raymond       | --equivalent-to is for algorithms with shared memory
        check lamport -n 2 -k 2 --units 1,3                   | --units: lamport with k = 2 allows a process 1 to 2 units
        """)
    void rejectsBadInputAtOnceWithWhatIsAllowed(String line, String reason) {
        CommandRun run = CommandRun.of(line);
        assertThat(run.err()).startsWith("turnstile: " + reason);
        assertThat(run.code()).isEqualTo(64);
        assertThat(run.out()).isEmpty();
    }
}
