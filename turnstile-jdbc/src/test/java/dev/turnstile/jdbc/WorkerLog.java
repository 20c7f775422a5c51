package dev.turnstile.jdbc;

import dev.turnstile.testing.StormLog;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** The log of a process in a {@link StoreStorm}, one line per event, written at once. {@link StormLog} reads it. */
final class WorkerLog {
    private final FileOutputStream file;

    WorkerLog(Path file) {
        try {
            this.file = new FileOutputStream(file.toFile(), true);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void say(String word, String gate, long call, String more) {
        String line = word + " " + gate + " " + call + " " + System.nanoTime() + (more.isEmpty() ? "" : " " + more);
        try {
            file.write((line + "\n").getBytes(StandardCharsets.UTF_8)); // one write, which survives a kill
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Logs an exception that should not be thrown. */
    void bug(String gate, Exception bug) {
        say("bug", gate, 0, bug.toString().replace('\n', ' '));
        bug.printStackTrace();
    }

    /** Runs a task when the storm tells this process to end. If the storm is gone, ends the process. */
    static void whenTold(Runnable end) {
        Thread.ofPlatform().daemon().start(() -> {
            try {
                if (System.in.read() < 0) {
                    Runtime.getRuntime().halt(1);
                }
                end.run();
            } catch (IOException e) {
                Runtime.getRuntime().halt(1);
            }
        });
    }
}
