package dev.turnstile.bench.processes;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** A handle on a worker that runs in a JVM of its own, and answers each line of its standard input with one line. */
public final class RemoteWorker implements AutoCloseable {
    private final Process process;
    private final PrintStream orders;
    private final BufferedReader answers;

    /** Starts a worker: this class, with these arguments. */
    public RemoteWorker(Class<?> worker, String... arguments) throws IOException {
        process = new ProcessBuilder(command(worker, arguments))
                .redirectError(Redirect.INHERIT)
                .start();
        orders = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
        answers = process.inputReader(StandardCharsets.UTF_8);
    }

    private static List<String> command(Class<?> worker, String... arguments) {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Stream<String> options = Stream.of("--enable-native-access=ALL-UNNAMED", "-XX:+UseSerialGC", "-Xmx64m");
        String more = System.getenv().getOrDefault("JAVA_OPTIONS", "");
        Stream<String> program = Stream.of("-cp", System.getProperty("java.class.path"), worker.getName());
        return Stream.of(Stream.of(java), options, Stream.of(more.split(" ", -1)), program, Stream.of(arguments))
                .flatMap(words -> words)
                .filter(word -> !word.isEmpty())
                .toList();
    }

    /** Sends an order without waiting for the answer. */
    public void ask(String order) {
        orders.println(order);
    }

    /** Waits for the answer to the oldest pending order. */
    public String answer() throws IOException {
        String answer = answers.readLine();
        if (answer == null) {
            throw new IOException("a worker process ended without an answer");
        }
        return answer;
    }

    /** Sends an order and waits for its answer. */
    public double measure(String order) throws IOException {
        ask(order);
        return Double.parseDouble(answer());
    }

    /** Stops the worker, and waits for its end: until then it may write files. */
    @Override
    public void close() {
        orders.close();
        process.destroy();
        process.onExit().join();
    }
}
