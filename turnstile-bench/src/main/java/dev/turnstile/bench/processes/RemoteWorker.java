package dev.turnstile.bench.processes;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** A handle on a {@link Worker} that runs in a JVM of its own. */
final class RemoteWorker implements AutoCloseable {
    private final Process process;
    private final PrintStream orders;
    private final BufferedReader answers;

    /** Starts a worker. Workers share the files in the folder. */
    RemoteWorker(Path folder) throws IOException {
        process = new ProcessBuilder(command(folder))
                .redirectError(Redirect.INHERIT)
                .start();
        orders = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
        answers = process.inputReader(StandardCharsets.UTF_8);
    }

    private static List<String> command(Path folder) {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Stream<String> options = Stream.of("--enable-native-access=ALL-UNNAMED", "-XX:+UseSerialGC", "-Xmx64m");
        String more = System.getenv().getOrDefault("JAVA_OPTIONS", "");
        Stream<String> program =
                Stream.of("-cp", System.getProperty("java.class.path"), Worker.class.getName(), folder.toString());
        return Stream.of(Stream.of(java), options, Stream.of(more.split(" ", -1)), program)
                .flatMap(words -> words)
                .filter(word -> !word.isEmpty())
                .toList();
    }

    /** Sends an order without waiting for the answer. */
    void ask(String order) {
        orders.println(order);
    }

    /** Waits for the answer to the oldest pending order. */
    String answer() throws IOException {
        String answer = answers.readLine();
        if (answer == null) {
            throw new IOException("a worker process ended without an answer");
        }
        return answer;
    }

    /** Sends an order and waits for its answer. */
    double measure(String order) throws IOException {
        ask(order);
        return Double.parseDouble(answer());
    }

    /** Stops the worker. */
    @Override
    public void close() {
        orders.close();
        process.destroy();
    }
}
