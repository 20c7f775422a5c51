package dev.turnstile.cli.operate;

import dev.turnstile.Permit;
import dev.turnstile.PermitLostException;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Runs a test repeatedly until it succeeds, and then makes the permit count toward the floor of its window. */
final class Readiness implements AutoCloseable {
    private static final long PAUSE_MILLIS = 100;

    private final Permit permit;
    private final Map<String, String> environment;
    private Optional<Thread> thread = Optional.empty();

    /** Creates a readiness whose test gets these variables in addition to those of this process. */
    Readiness(Permit permit, Map<String, String> environment) {
        this.permit = permit;
        this.environment = environment;
    }

    /**
     * Starts to run the shell command, on another thread. Without a command, the permit counts at once. Must be called
     * at most once.
     */
    void begin(Optional<String> test) {
        test.ifPresentOrElse(
                command -> thread = Optional.of(
                        Thread.ofPlatform().daemon().name("readiness").start(() -> await(command))),
                this::count);
    }

    private void count() {
        try {
            permit.ready();
        } catch (PermitLostException lost) {
            // onLost stops the command
        }
    }

    private void await(String command) {
        try {
            while (!succeeds(command)) {
                TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
            }
            count();
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean succeeds(String command) throws InterruptedException {
        ProcessBuilder builder = new ProcessBuilder("/bin/sh", "-c", command)
                .redirectOutput(Redirect.DISCARD)
                .redirectError(Redirect.DISCARD);
        builder.environment().putAll(environment);
        try {
            Process test = builder.start();
            try {
                test.getOutputStream().close();
                return test.waitFor() == 0;
            } finally {
                test.descendants().forEach(ProcessHandle::destroyForcibly);
                test.destroyForcibly();
            }
        } catch (IOException notStarted) {
            return false; // no process can be started now: try again
        }
    }

    /** Stops testing: the command has ended. */
    @Override
    public void close() {
        thread.ifPresent(Departure::end);
    }
}
