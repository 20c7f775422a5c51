package dev.turnstile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.h2.tools.Server;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the commands with {@code --on} as real processes, on a database server that this test starts and stops. */
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class OnStoreTest {
    @TempDir
    private Path folder;

    private Shell shell;
    private Server server;
    private final List<Shell.Started> runs = new ArrayList<>();

    @BeforeEach
    void start() throws SQLException {
        shell = new Shell(folder);
        server = Server.createTcpServer("-tcpPort", "0", "-ifNotExists", "-baseDir", folder.toString())
                .start();
    }

    @AfterEach
    void end() {
        runs.forEach(Shell.Started::kill);
        server.stop();
    }

    private String url() {
        return "jdbc:h2:tcp://localhost:" + server.getPort() + "/./store";
    }

    private Shell.Started start(String... args) {
        Shell.Started started = shell.start(
                List.of(),
                Map.of("TURNSTILE_ON", url(), "TURNSTILE_USER", "sa", "TURNSTILE_DIR", folder.toString()),
                args);
        runs.add(started);
        return started;
    }

    private Shell.Ended run(String... args) {
        return start(args).await();
    }

    /** Starts a command that writes its pid and then runs for long, and waits until it runs. */
    private Shell.Started inside(String name, String... options) {
        Path pid = folder.resolve(name + ".pid");
        Shell.Started started = start(Stream.of(
                        List.of("run", "gate"),
                        List.of(options),
                        List.of(
                                "--",
                                "sh",
                                "-c",
                                "echo $$ >" + pid + ".new; mv " + pid + ".new " + pid + "; exec sleep 100"))
                .flatMap(List::stream)
                .toArray(String[]::new));
        Shell.await(name + " runs", () -> Files.exists(pid));
        return started;
    }

    private boolean lives(String name) throws IOException {
        long pid =
                Long.parseLong(Files.readString(folder.resolve(name + ".pid")).strip());
        return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent();
    }

    private Map<?, ?> status() {
        return first("turnstiles", "status", "gate", "--json");
    }

    /** Returns the first element of a list in what a command prints. */
    private Map<?, ?> first(String list, String... args) {
        Map<?, ?> all = (Map<?, ?>) JsonReader.read(run(args).out());
        return (Map<?, ?>) ((List<?>) all.get(list)).getFirst();
    }

    private Map<?, ?> holder() {
        return (Map<?, ?>) ((List<?>) status().get("holders")).getFirst();
    }

    @Test
    void commandsOfSeveralProcessesShareATurnstileInTheStore() {
        inside("first", "--at-most", "1");
        assertThat(holder().get("command")).isEqualTo("sh");
        assertThat(holder().get("host").toString()).isNotBlank();
        Shell.Ended second = run("run", "gate", "--no-wait", "--", "true");
        assertThat(second.code()).isEqualTo(124);
        assertThat(second.err()).contains("'gate' is full: 1 of 1 units held");
        assertThat(run("limit", "gate", "2").out()).contains("limit is now 2 (was 1)");
        assertThat(run("run", "gate", "--", "sh", "-c", "echo slot $TURNSTILE_SLOT")
                        .out())
                .contains("slot 1");
        assertThat(run("status").out()).contains("1 of 2 units held", "store: H2 at jdbc:h2:");
    }

    @Test
    void releaseStopsTheCommandAndItsRunExitsWith123() throws IOException {
        Shell.Started holder = inside("first");
        String fence = holder().get("holder").toString();
        assertThat(run("release", "gate", fence).out()).contains("was asked to leave and has left");
        assertThat(holder.await().code()).isEqualTo(123);
        assertThat(lives("first")).isFalse();
        assertThat(run("remove", "gate").out()).contains("gate: removed");
        assertThat(run("status").out()).contains("no turnstiles in H2 at jdbc:h2:");
    }

    @Test
    void commandIsStoppedBeforeItsDeadlineIfTheStoreDoesNotAnswer() throws IOException {
        Shell.Started holder = inside("first", "--lease", "2s");
        long begun = System.nanoTime();
        server.stop();
        Shell.Ended ended = holder.await();
        assertThat(ended.code()).isEqualTo(123);
        assertThat(ended.err()).contains("the store of 'gate' did not answer in time, and the command was stopped");
        assertThat(lives("first")).isFalse();
        assertThat(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun)).isLessThan(20_000);
    }

    @Test
    void commandDiesWithItsRunAndItsUnitGoesToTheNextInLine() throws IOException {
        Shell.Started holder = inside("first", "--lease", "2s");
        holder.kill();
        assertThat(run("run", "gate", "--lease", "2s", "--wait", "30s", "--", "true")
                        .code())
                .isZero();
        assertThat(lives("first")).as("the command of the killed run").isFalse();
    }

    @Test
    void statusShowsTheHeartbeatOfEachProcess() throws Exception {
        Shell.Started holder = inside("first", "--lease", "2s");
        assertThat(run("status").out()).contains("processes:", "HEARTBEAT", " 2s  sh on ");
        Map<?, ?> process = first("processes", "status", "--json");
        assertThat(process.get("life")).isEqualTo("alive");
        assertThat(process.get("pid").toString())
                .isEqualTo(String.valueOf(holder.process().pid()));
        assertThat(process.get("leaseSeconds").toString()).isEqualTo("2.0");
        assertThat(process.get("kills").toString()).isEqualTo("0");
        new ProcessBuilder("kill", "-STOP", String.valueOf(holder.process().pid()))
                .start()
                .waitFor();
        Shell.await(
                "its heartbeat is old",
                () -> first("processes", "status", "gate", "--json").get("life").equals("silent"));
        assertThat(run("status", "gate").out()).contains("sh on ", "[silent]");
    }

    @Test
    void statusAndDoctorNameTheProcessThatDeclaredAnotherDead() {
        Shell.Started holder = inside("first", "--lease", "2s");
        holder.kill();
        assertThat(run("status").out()).doesNotContain("declared dead");
        assertThat(run("run", "gate", "--lease", "2s", "--wait", "30s", "--", "true")
                        .code())
                .isZero();
        String killed = "sh (process " + holder.process().pid() + " on ";
        assertThat(run("status").out()).contains(killed, " was declared dead ", " ago by true (process ", "at version");
        assertThat(run("doctor", "gate").out()).contains(killed, " was declared dead ");
        Map<?, ?> first = first("killed", "status", "--json");
        assertThat(first.get("cause")).isEqualTo("silence");
        assertThat(((Map<?, ?>) first.get("by")).get("command")).isEqualTo("true");
        assertThat(first("killed", "doctor", "gate", "--json")).isEqualTo(first);
    }

    @Test
    void forceEndsAHolderThatDoesNotAnswer() throws Exception {
        Shell.Started holder = inside("first", "--lease", "2s");
        String fence = holder().get("holder").toString();
        new ProcessBuilder("kill", "-STOP", String.valueOf(holder.process().pid()))
                .start()
                .waitFor();
        Shell.Started next = start("run", "gate", "--lease", "2s", "--", "true");
        assertThat(run("release", "gate", fence, "--force", "--wait", "30s").code())
                .isZero();
        assertThat(next.await().code()).isZero();
        assertThat(run("status").out()).contains(" was ended by force ", " ago by turnstile (process ");
    }

    @Test
    void fencesGrowAfterARestore() {
        assertThat(run("run", "gate", "--", "sh", "-c", "echo $TURNSTILE_FENCE").out())
                .contains("1");
        assertThat(run("doctor", "--after-restore").out()).contains("gate: usable; its fences continue above");
        assertThat(run("run", "gate", "--", "sh", "-c", "echo $TURNSTILE_FENCE").out())
                .contains(String.valueOf((1L << 32) + 2));
        assertThat(run("doctor", "gate", "--upgrade").out()).contains("gate: has format 1, the newest");
        assertThat(run("doctor").out()).contains("gate: usable");
    }

    @Test
    void windowKeepsItsFloorOverAStore() {
        inside("first", "--at-least", "1", "--at-most", "2");
        Shell.Started second = inside("second");
        Shell.await("both count", () -> status().get("holders").toString().split("standing=inside", -1).length == 3);
        second.process().destroy(); // TERM
        assertThat(second.await().code()).isEqualTo(128 + 15);
        assertThat(status().get("belowFloor")).isEqualTo(false);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "jdbc:postgresql://u:secret@host/db | must not contain a password",
                "jdbc:postgresql://host/db?password=x | must not contain a password",
                "jdbc:oracle:x | is not supported as a store",
                "redis:x | --on takes the URL of a database"
            })
    void badUrlsAreRefused(String url, String message) {
        Shell.Ended refused = run("run", "gate", "--on", url, "--", "true");
        assertThat(refused.code()).isEqualTo(64);
        assertThat(refused.err()).contains(message);
    }

    @ParameterizedTest
    @CsvSource({
        "'status --on jdbc:h2:mem:x --dir .', --dir and --on are mutually exclusive",
        "'run gate --dir . --lease 3s -- true', --lease needs --on",
        "'run gate --lease 1s -- true', the lease must be between 2 s and 10 min",
        "'doctor --dir . --after-restore', --after-restore and --upgrade need --on",
        "'doctor gate --after-restore', --after-restore takes no NAME",
        "'doctor --upgrade', --upgrade needs NAME",
        "'release gate 1 --force --dir .', --force needs --on"
    })
    void optionsThatDoNotFitAreRefused(String words, String message) {
        Shell.Ended refused = run(words.split(" "));
        assertThat(refused.code()).isEqualTo(64);
        assertThat(refused.err()).contains(message);
    }

    @Test
    void schemaPrintsTheTablesOfEachDatabase() {
        for (String database : List.of("postgresql", "h2", "mysql", "mariadb")) {
            assertThat(run("schema", "--on", "jdbc:" + database + ":").out())
                    .contains("turnstile_register", "turnstile_guard");
        }
        Shell.Ended refused = shell.run("schema");
        assertThat(refused.code()).isEqualTo(64);
        assertThat(refused.err()).contains("--on URL is missing, and TURNSTILE_ON is not set");
    }

    @Test
    void passwordFileThatCanNotBeReadIsNamed() {
        Shell.Ended refused = shell.start(
                        List.of(),
                        Map.of(
                                "TURNSTILE_ON",
                                url(),
                                "TURNSTILE_PASSWORD_FILE",
                                folder.resolve("none").toString()),
                        "status")
                .await();
        assertThat(refused.code()).isEqualTo(64);
        assertThat(refused.err()).contains("TURNSTILE_PASSWORD_FILE names", "can't be read");
    }
}
