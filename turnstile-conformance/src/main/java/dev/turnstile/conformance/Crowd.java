package dev.turnstile.conformance;

import static org.assertj.core.api.Assertions.fail;

import dev.turnstile.Turnstile;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** The threads of a test: started one by one, awaited with a deadline, never left behind. */
@SuppressWarnings("FutureReturnValueIgnored") // finish checks all of them
final class Crowd implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration PAUSE = Duration.ofNanos(100_000);

    private final List<Thread> threads = new ArrayList<>();
    private final List<FutureTask<?>> tasks = new ArrayList<>();

    /** Starts a platform thread for the task. */
    <T> Future<T> start(Callable<T> task) {
        return start(Thread.ofPlatform().daemon(), task);
    }

    /** Starts a virtual thread for the task. */
    <T> Future<T> startVirtual(Callable<T> task) {
        return start(Thread.ofVirtual(), task);
    }

    private <T> Future<T> start(Thread.Builder builder, Callable<T> task) {
        FutureTask<T> future = new FutureTask<>(task);
        tasks.add(future);
        threads.add(builder.start(future));
        return future;
    }

    Thread lastStarted() {
        return threads.getLast();
    }

    /** Waits for every task, and fails with the first failure of one. */
    void finish() {
        tasks.forEach(Crowd::get);
    }

    static <T> T get(Future<T> future) {
        try {
            return future.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw new AssertionError("a thread of the test failed", e.getCause());
        } catch (TimeoutException e) {
            throw new AssertionError("a thread of the test is stuck", e);
        } catch (InterruptedException e) {
            throw new AssertionError("the test was interrupted", e);
        }
    }

    /** Waits until this many callers are in line. */
    static void untilWaiting(Turnstile gate, int waiters) {
        until(() -> gate.snapshot().waiters().size() == waiters, waiters + " waiters");
    }

    static void until(BooleanSupplier condition, String what) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - deadline > 0) {
                fail("timed out waiting for " + what);
            }
            LockSupport.parkNanos(PAUSE.toNanos()); // other tests need the processor
        }
    }

    /** Returns true unless all threads have ended. */
    boolean isAtWork() {
        return tasks.stream().anyMatch(task -> !task.isDone());
    }

    @Override
    public void close() {
        threads.forEach(Thread::interrupt);
    }
}
