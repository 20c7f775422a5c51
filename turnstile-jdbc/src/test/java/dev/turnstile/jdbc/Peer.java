package dev.turnstile.jdbc;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** Another process that uses the same turnstile: tells {@link PeerMain} what to do, and hears what happened. */
final class Peer implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** Processes to kill if a test does not get to it. */
    private static final Set<Process> RUNNING = ConcurrentHashMap.newKeySet();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> RUNNING.forEach(Process::destroyForcibly)));
    }

    /** A line of its output. */
    record Said(String word, String permit, long nanos, List<String> more) {}

    private final Process process;
    private final List<Said> said = new ArrayList<>(); // guarded by itself
    private int heard; // guarded by said

    Peer(String url, String gate, int limit, Duration lease) {
        this(List.of(), url, gate, limit, lease);
    }

    /** Starts the process with these words before its command. */
    Peer(List<String> prefix, String url, String gate, int limit, Duration lease) {
        process = start(
                prefix,
                PeerMain.class,
                ProcessBuilder.Redirect.PIPE,
                url,
                gate,
                String.valueOf(limit),
                "" + lease.toMillis());
        Thread.ofVirtual().start(this::listen);
        hear("open", "gate");
    }

    /** Starts a small JVM with the class path of the tests. */
    static Process start(Class<?> main, ProcessBuilder.Redirect output, String... arguments) {
        return start(List.of(), main, output, arguments);
    }

    private static Process start(
            List<String> prefix, Class<?> main, ProcessBuilder.Redirect output, String... arguments) {
        List<String> command = new ArrayList<>(prefix);
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-Xmx96m",
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
        command.addAll(List.of(arguments));
        try {
            Process started = new ProcessBuilder(command)
                    .redirectOutput(output)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            RUNNING.add(started);
            return started;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void listen() {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                List<String> words = List.of(line.split(" "));
                synchronized (said) {
                    said.add(new Said(
                            words.get(0), words.get(1), Long.parseLong(words.get(2)), words.subList(3, words.size())));
                    said.notifyAll();
                }
            }
        } catch (IOException e) {
            // the process was killed
        }
    }

    /** Tells the process to do something. */
    void tell(String word, String permit) {
        try {
            process.getOutputStream().write((word + " " + permit + "\n").getBytes(StandardCharsets.UTF_8));
            process.getOutputStream().flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits for the next line with this word about this permit, and returns it. Lines before it are skipped. */
    Said hear(String word, String permit) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        synchronized (said) {
            while (true) {
                while (heard < said.size()) {
                    Said next = said.get(heard++);
                    if (next.word.equals(word) && next.permit.equals(permit)) {
                        return next;
                    }
                    if (next.word.equals("failed")) {
                        throw new IllegalStateException(next.toString());
                    }
                }
                long left = deadline - System.nanoTime();
                if (left <= 0 || (!process.isAlive() && heard == said.size())) {
                    throw new IllegalStateException("not heard: " + word + " " + permit + " among " + said);
                }
                try {
                    TimeUnit.NANOSECONDS.timedWait(said, Math.min(left, TimeUnit.MILLISECONDS.toNanos(100)));
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
        }
    }

    /** Returns true if a line with this word about this permit has been heard so far. */
    boolean hasSaid(String word, String permit) {
        synchronized (said) {
            return said.stream().anyMatch(line -> line.word.equals(word) && line.permit.equals(permit));
        }
    }

    /** Tells the process to do something, and waits for the word with which it answers. */
    Said ask(String word, String permit, String answer) {
        tell(word, permit);
        return hear(answer, permit);
    }

    /** Kills it: kill -9. Returns the moment before. */
    long kill() {
        long before = System.nanoTime();
        end(process);
        return before;
    }

    /** Stops it: SIGSTOP. */
    void pause() {
        signal("STOP", process);
    }

    /** Lets it go on: SIGCONT. */
    void resume() {
        signal("CONT", process);
    }

    /** Sends a signal. The caller knows that the process has not been waited for. */
    static void signal(String signal, Process process) {
        try {
            int status = new ProcessBuilder("sh", "-c", "kill -" + signal + " " + process.pid())
                    .start()
                    .waitFor();
            if (status != 0 && process.isAlive()) {
                throw new IllegalStateException("kill failed with status " + status);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Kills a process, stopped or not, and waits until it is gone. */
    static void end(Process process) {
        try {
            process.destroyForcibly().waitFor();
            RUNNING.remove(process);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        end(process);
    }
}
