package dev.turnstile.stress.storm;

import dev.turnstile.Turnstile;
import dev.turnstile.driver.mapped.Mapped;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Starts Java processes quickly: with a small heap, and with classes loaded and linked ahead of time if the JVM
 * supports that. Starting them takes most of the time of a storm.
 */
final class Launcher {
    private static final long TRAINING_SECONDS = 30;
    private static final int TRAINING_ENTRIES = 20;
    private static final long POLL_NANOS = 1_000_000;

    private final Path jar;
    private final List<String> options = new ArrayList<>(List.of(
            "-XX:+UseSerialGC",
            "-Xmx64m",
            "-XX:TieredStopAtLevel=1",
            "-XX:-UsePerfData",
            "--enable-native-access=ALL-UNNAMED"));

    /** Constructs a launcher that keeps its files in the folder. */
    Launcher(Path folder) throws IOException {
        jar = folder.resolve("storm.jar");
        try (OutputStream out = Files.newOutputStream(jar);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            zip.setLevel(0);
            pack(classes(Turnstile.class), zip);
            pack(classes(Mapped.class), zip);
            pack(classes(StormProcess.class), zip);
        }
    }

    /**
     * Lets one process run alone for a moment, to record which classes it loads. Later processes start from that
     * record.
     */
    void train() throws IOException, InterruptedException {
        Path folder = Files.createDirectory(jar.resolveSibling("training"));
        Path cache = jar.resolveSibling("storm.aot");
        Watchdog watch = Watchdog.open(Storm.watchFile(folder), Watchdog.UNITS_MAX);
        Process training = start(
                Storm.logFile(folder),
                List.of("-XX:AOTCacheOutput=" + cache),
                StormProcess.arguments(folder, Watchdog.UNITS_MAX, 0, 2, 1, PlantedFault.NONE));
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(TRAINING_SECONDS);
        while (watch.entries(0) < TRAINING_ENTRIES && training.isAlive() && System.nanoTime() - deadline < 0) {
            LockSupport.parkNanos(POLL_NANOS);
        }
        watch.end();
        if (training.waitFor(TRAINING_SECONDS, TimeUnit.SECONDS) && training.exitValue() == 0 && Files.exists(cache)) {
            options.add("-XX:AOTCache=" + cache);
        } else {
            training.destroyForcibly(); // then without a cache
        }
    }

    /** Starts a participant, whose output goes to the log. */
    Process start(Path log, List<String> arguments) throws IOException {
        return start(log, List.of(), arguments);
    }

    private Process start(Path log, List<String> more, List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.addAll(more);
        command.addAll(List.of("-cp", jar.toString(), StormProcess.class.getName()));
        command.addAll(arguments);
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
    }

    private static Path classes(Class<?> of) {
        try {
            return Path.of(
                    of.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static void pack(Path classes, ZipOutputStream zip) throws IOException {
        if (Files.isDirectory(classes)) {
            packFolder(classes, zip);
        } else {
            try (FileSystem inside = FileSystems.newFileSystem(classes)) {
                packFolder(inside.getPath("/"), zip);
            }
        }
    }

    private static void packFolder(Path classes, ZipOutputStream zip) throws IOException {
        Path own = classes.resolve("dev").resolve("turnstile");
        try (Stream<Path> files = Files.walk(own)) {
            files.filter(Files::isRegularFile).forEach(file -> add(classes.relativize(file), file, zip));
        }
    }

    private static void add(Path name, Path file, ZipOutputStream zip) {
        try {
            zip.putNextEntry(new ZipEntry(name.toString()));
            Files.copy(file, zip);
            zip.closeEntry();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
