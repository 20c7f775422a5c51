package dev.turnstile.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Starts real processes of the command, as a shell would, with a separate folder for turnstiles. */
final class Shell {
    private static final long SECONDS = 60;
    private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(2);

    private final Path folder;
    private final Path turnstiles;
    private int started;

    Shell(Path folder) {
        this(folder, folder.resolve("turnstiles"));
    }

    /** Creates a shell with a folder for output and a folder for turnstiles. */
    Shell(Path folder, Path turnstiles) {
        this.folder = folder;
        this.turnstiles = turnstiles;
    }

    /** The result of a run that has ended. */
    record Ended(int code, String out, String err) {}

    /** A run that was started. */
    record Started(Process process, Path out, Path err) {
        Ended await() {
            try {
                if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
                    process.destroyForcibly();
                    throw new AssertionError(
                            "the command does not end; its output: " + Files.readString(out) + Files.readString(err));
                }
                return new Ended(process.exitValue(), Files.readString(out), Files.readString(err));
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                throw new AssertionError(interrupted);
            }
        }

        /** Kills the process, like {@code kill -9}, and waits for its end. */
        void kill() {
            process.destroyForcibly().onExit().join();
        }
    }

    Ended run(String... args) {
        return start(args).await();
    }

    Started start(String... args) {
        return start(List.of(), Map.of("TURNSTILE_DIR", turnstiles.toString()), args);
    }

    /** Starts the command through other commands, such as {@code env}, and with these variables. */
    Started start(List<String> by, Map<String, String> variables, String... args) {
        List<String> command = new ArrayList<>(by);
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
        command.addAll(List.of(args));
        Path out = folder.resolve("out" + started);
        Path err = folder.resolve("err" + started++);
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
        builder.environment().remove("TURNSTILE_DIR");
        builder.environment().putAll(variables);
        try {
            return new Started(builder.start(), out, err);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Waits until the condition is true. */
    static void await(String what, BooleanSupplier so) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
        while (!so.getAsBoolean()) {
            if (end - System.nanoTime() < 0) {
                throw new AssertionError("timed out waiting until " + what);
            }
            LockSupport.parkNanos(PAUSE); // the processes waited for need the cores
        }
    }
}
