package dev.turnstile.driver.mapped;

import dev.turnstile.Permit;
import dev.turnstile.PermitLostException;
import dev.turnstile.Turnstile;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A second JVM that enters a turnstile, prints its progress, and stays inside until its input ends or it is killed. */
final class OtherProcess implements AutoCloseable {
    /** The location of the core's classes, a folder or a jar. */
    static final Path CORE = placeOf(Turnstile.class);

    /** This module, its tests and the core. */
    static final String CLASS_PATH = "target/classes:target/test-classes:" + CORE;

    private final Process process;
    private final BufferedReader said;

    private OtherProcess(List<String> command) {
        try {
            process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        said = process.inputReader();
    }

    private static Path placeOf(Class<?> type) {
        try {
            return Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** Starts a process. {@code how} is a system ("linux" or "portable"), an algorithm, a floor, a limit, and units. */
    static OtherProcess start(Path folder, String name, String... how) {
        return start(List.of(), folder, name, how);
    }

    /** Starts a process by way of another command, such as {@code setpriv}. */
    static OtherProcess start(List<String> by, Path folder, String name, String... how) {
        List<String> arguments = new ArrayList<>(List.of(folder.toString(), name));
        arguments.addAll(List.of(how));
        return start(by, OtherProcess.class, arguments);
    }

    /** Starts a process with another main class. */
    static OtherProcess start(List<String> by, Class<?> main, List<String> arguments) {
        List<String> command = new ArrayList<>(by);
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                CLASS_PATH,
                main.getName()));
        command.addAll(arguments);
        return new OtherProcess(command);
    }

    static OtherProcess start(Path folder, String name, int limit) {
        return start(folder, name, "linux", "ledger", "0", String.valueOf(limit), "1");
    }

    /** Waits until the process has printed this line. */
    OtherProcess awaitSaid(String line) {
        try {
            for (String next = said.readLine(); next != null; next = said.readLine()) {
                if (next.equals(line)) {
                    return this;
                }
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        throw new IllegalStateException("it ended without saying '" + line + "'");
    }

    long pid() {
        return process.pid();
    }

    /** Kills the process as {@code kill -9} does, and waits until it is gone. */
    void kill() {
        process.destroyForcibly();
        awaitEnd();
    }

    void leave() {
        try {
            process.getOutputStream().close();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private void awaitEnd() {
        try {
            if (!process.waitFor(30, TimeUnit.SECONDS)) {
                throw new IllegalStateException("it does not end");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        kill();
    }

    /** The main method of the other process. Arguments: folder, name, system, algorithm, floor, limit, units. */
    public static void main(String[] args) throws Exception {
        Mapped mapped = args[2].equals("portable") ? Mapped.portable(Path.of(args[0])) : Mapped.in(Path.of(args[0]));
        Turnstile gate = Turnstile.between(Integer.parseInt(args[4]), Integer.parseInt(args[5]))
                .named(args[1])
                .algorithm(args[3])
                .open(mapped);
        System.out.println("open");
        Permit permit = gate.acquire(Integer.parseInt(args[6]));
        System.out.println("inside");
        while (System.in.read() >= 0) {
            System.out.println("still inside");
        }
        try {
            permit.close();
            System.out.println("left");
        } catch (PermitLostException lost) {
            System.out.println("lost");
        }
    }
}
