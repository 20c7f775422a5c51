package dev.turnstile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Goal: {@code run --at-least} keeps its floor while servers are restarted. Method: real HTTP servers, slow to start
 * and to stop, are polled without a pause. Two servers are up, which is the floor. They get TERM, one after the other
 * or both at once.
 */
@Timeout(value = 400, unit = TimeUnit.SECONDS)
@EnabledOnOs(OS.LINUX)
class RollingRestartTest {
    private static final int FLOOR = 2;
    private static final int LIMIT = 4;
    private static final int RESTARTS = Boolean.getBoolean("turnstile.long") ? 100 : 6;

    @TempDir
    private Path folder;

    private Shell shell;
    private final Deque<Server> up = new ArrayDeque<>();
    private final List<Shell.Started> started = new ArrayList<>();
    private final Map<Integer, Server> polled = new ConcurrentSkipListMap<>(); // the oldest is polled first
    private volatile int fewest = Integer.MAX_VALUE;
    private volatile Map<Integer, String> atTheFewest = Map.of();
    private volatile int most;
    private volatile long polls;
    private volatile boolean polling = true;
    private int count;

    private record Server(int number, Path portFile, Shell.Started run) {
        boolean answers() {
            return answer().equals("204");
        }

        /** Returns the status of the response, or why there is none. */
        String answer() {
            try {
                if (!Files.exists(portFile)) {
                    return "not started";
                }
                URI address = URI.create("http://127.0.0.1:" + Files.readString(portFile) + "/");
                HttpURLConnection connection =
                        (HttpURLConnection) address.toURL().openConnection();
                connection.setConnectTimeout(5000);
                connection.setReadTimeout(5000);
                return String.valueOf(connection.getResponseCode());
            } catch (IOException silent) {
                return silent.toString();
            }
        }

        void terminate() {
            run.process().destroy();
        }
    }

    @BeforeEach
    void start() {
        shell = new Shell(folder);
    }

    @AfterEach
    void endWhatIsLeft() {
        started.forEach(run -> run.process().descendants().forEach(ProcessHandle::destroyForcibly));
        started.forEach(Shell.Started::kill);
    }

    private Server comeUp() {
        Path portFile = folder.resolve("port" + count);
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Shell.Started run = shell.start(
                "run",
                "web",
                "--at-least",
                String.valueOf(FLOOR),
                "--at-most",
                String.valueOf(LIMIT),
                "--ready",
                "test -e " + portFile,
                "--",
                java,
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                WebServer.class.getName(),
                portFile.toString());
        started.add(run);
        Server server = new Server(count++, portFile, run);
        polled.put(server.number(), server);
        up.add(server);
        return server;
    }

    /**
     * Counts the servers that answer, polled one after the other. A server that has answered once does so until it gets
     * TERM. The oldest is polled first: a server that no longer answers has a successor that is polled later.
     */
    private void poll() {
        while (polling) {
            Map<Integer, String> answers = new TreeMap<>();
            polled.values().forEach(server -> answers.put(server.number(), server.answer()));
            int answering =
                    (int) answers.values().stream().filter("204"::equals).count();
            if (answering < fewest) {
                fewest = answering;
                atTheFewest = answers;
            }
            most = Math.max(most, answering);
            polls++;
        }
    }

    @Test
    void atLeastAsManyAsTheFloorAlwaysAnswer() throws Exception {
        for (int i = 0; i < FLOOR; i++) {
            comeUp();
        }
        Shell.await("all answer", () -> up.stream().allMatch(Server::answers));
        // A server that does not count yet gets TERM at once, whatever the floor is.
        Shell.await("all count", () -> !shell.run("status", "web").out().contains("not ready yet"));
        Thread poller = Thread.ofPlatform().start(this::poll);
        for (int restart = 0; restart < RESTARTS; restart++) {
            List<Server> old = new ArrayList<>();
            for (int i = 0; i <= restart % FLOOR; i++) { // one, then two at once
                old.add(up.remove());
            }
            old.forEach(Server::terminate);
            old.forEach(server -> comeUp());
            for (Server server : old) {
                assertThat(server.run().await().code()).isEqualTo(143);
                polled.remove(server.number());
            }
            Shell.await("the new ones answer", () -> up.stream().allMatch(Server::answers));
        }
        polling = false;
        poller.join();
        System.out.printf("%d restarts, %d polls: %d to %d servers answered%n", RESTARTS, polls, fewest, most);
        assertThat(polls).isGreaterThan(RESTARTS);
        assertThat(fewest).as("answers by server: %s", atTheFewest).isGreaterThanOrEqualTo(FLOOR);
        assertThat(most).isLessThanOrEqualTo(LIMIT);
    }
}
