package dev.turnstile;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The right to be inside a {@link Turnstile}, held until it is closed.
 *
 * <p>A permit is not tied to a thread: any thread may close it. While it is open, its place stays taken, even after the
 * thread that acquired it has ended. Permits are not reentrant: a thread that acquires twice takes two places.
 *
 * <pre>{@code
 * try (Permit permit = gate.acquire()) {
 *     render(permit.slot());
 * }
 * }</pre>
 */
public interface Permit extends AutoCloseable {
    /** Returns the number of units this permit holds. */
    int units();

    /**
     * Returns the first of {@link #slots}. For a permit of one unit, that is the number of its place.
     *
     * @throws IllegalStateException if the permit was closed before its slots or fence were first requested
     */
    int slot();

    /**
     * Returns the slots of this permit: one number per unit, in ascending order. No other holder has any of them at the
     * same time. With a limit of k they are between 0 and k-1. After {@link Turnstile#limit(int)} has lowered the
     * limit, current holders keep their slots.
     *
     * <p>They are the smallest free slots (between processes, adjacent ones if there are any), and do not change until
     * the permit is closed. If {@link SemaphoreView#release(int)} gives back some of its units, the highest slots go
     * first.
     *
     * <p>On the threads of one JVM, slots are assigned by the first call of this method, {@link #slot} or
     * {@link #fence}. A permit on which none of them is called costs nothing extra. On every driver, a permit whose
     * slots or fence were read while it was held returns the same values after it is closed.
     *
     * @throws IllegalStateException if the permit was closed before its slots or fence were first requested
     */
    List<Integer> slots();

    /**
     * Returns the fence: a number larger than that of every earlier holder of any of these {@link #slots}. A resource
     * that remembers the largest fence it has seen for a slot can reject a holder that comes too late.
     *
     * <p>Fences start over with the turnstile: in a new JVM, or, between processes, with a new file.
     *
     * @throws IllegalStateException if the permit was closed before its slots or fence were first requested
     */
    long fence();

    /** Returns true if this permit is still held: neither closed nor lost. */
    boolean isHeld();

    /**
     * Registers a task to run if this permit is lost: if an operator revokes it, if the turnstile's file is deleted or
     * replaced, or, between machines, if its deadline passes. The task runs once, soon, on a thread of its own. It does
     * not run when the permit is closed. Several tasks run independently: if one throws, the others still run. Within
     * one JVM, permits are never lost.
     *
     * @throws NullPointerException if the task is null, also on a closed permit or one that can't be lost
     */
    default void onLost(Runnable task) {
        Objects.requireNonNull(task, "the task must not be null");
    }

    /**
     * Returns the time until which this permit is valid without another answer of the store, by this machine's clock.
     * Between machines, every answered heartbeat moves it; it is an estimate, and {@link #isHeld} decides. Once the
     * permit is lost, this is the time at which it was lost, as far as this process knows, and no longer moves. Empty
     * if the permit has no deadline: within one machine, and while held by a holder that keeps its place when it is
     * silent.
     */
    default Optional<Instant> deadline() {
        return Optional.empty();
    }

    /**
     * Registers a task to run if the store has not answered for half a lease, so that this permit will be lost soon
     * unless it answers again. The task runs on a thread of its own, each time that happens. Within one machine it
     * never does.
     */
    default void onDoubt(Runnable task) {
        Objects.requireNonNull(task, "the task must not be null");
    }

    /**
     * Closes this permit like {@link #close}, except that in a window ({@link Turnstile#between}) an interrupt ends the
     * wait.
     *
     * <p>If the permit can leave at once, it does, and the thread's interrupt status is unchanged. Outside a window
     * that is always the case, and this method never throws {@code InterruptedException}.
     *
     * @throws InterruptedException if it has to wait to leave, and the thread is interrupted before or while it waits;
     *     the permit is still held
     * @throws PermitLostException if the permit was lost before; thrown once
     */
    default void release() throws InterruptedException {
        close();
    }

    /**
     * Closes this permit like {@link #close}, if it can leave without waiting. Otherwise it stays inside, and this
     * method returns false.
     */
    default boolean tryRelease() {
        close();
        return true;
    }

    /**
     * Closes this permit like {@link #release}, if it can leave within the timeout. Otherwise it stays inside, and this
     * method returns false.
     */
    default boolean tryRelease(Duration timeout) throws InterruptedException {
        close();
        return true;
    }

    /**
     * Closes this permit like {@link #release}, without waiting, and returns a future that completes when it is
     * outside. If the permit can leave at once, the future is already complete.
     *
     * <p>Cancelling the future before it completes means staying inside. Once no thread is leaving with this permit any
     * more, {@link #isHeld} tells whether the cancellation was in time. If {@link #close} would fail at once, this
     * method throws. If it fails while waiting, the future fails with the same exception.
     */
    default CompletableFuture<Void> releaseAsync() {
        if (tryRelease()) {
            return CompletableFuture.completedFuture(null);
        }
        CompletableFuture<Void> future = new CompletableFuture<>();
        Thread leaver = Thread.ofVirtual().unstarted(() -> {
            try {
                release();
                future.complete(null);
            } catch (InterruptedException stays) {
                future.cancel(false);
            } catch (RuntimeException failure) {
                future.completeExceptionally(failure);
            }
        });
        var unused = future.whenComplete((done, failure) -> leaver.interrupt());
        leaver.start();
        return future;
    }

    /**
     * Makes this permit count for the floor of a window, if it was acquired so that it does not count yet
     * ({@code Mapped.countingWhenReady}). Otherwise this has no effect. Never waits. May allow another holder to leave.
     *
     * @throws PermitLostException if the permit was lost before
     */
    default void ready() {}

    /**
     * Waits until the floor of a window ({@link Turnstile#between}) allows this holder to leave, then stops counting
     * for the floor. The permit stays held and counts for the limit. Closing it afterwards never waits.
     *
     * <p>For a holder that takes time to stop, such as a server: it calls this method, shuts down, then closes the
     * permit. While it shuts down, the other holders satisfy the floor, and no caller takes its place before it is
     * gone. Outside a window, or after an earlier call, this method returns at once.
     *
     * @throws InterruptedException if it has to wait, and the thread is interrupted before or while it waits; the
     *     permit counts as before
     * @throws PermitLostException if the permit was lost before
     * @throws UnsupportedOperationException in a window of threads, whose algorithms do not support this
     */
    default void startRelease() throws InterruptedException {}

    /**
     * Stops counting for the floor like {@link #startRelease}, if that is allowed within the timeout. Otherwise the
     * permit counts as before, and this method returns false.
     */
    default boolean tryStartRelease(Duration timeout) throws InterruptedException {
        startRelease();
        return true;
    }

    /**
     * Closes this permit like {@link #close}, but ignores the floor of a window. For a holder whose work inside has
     * already ended, such as a server that has crashed. Fewer units than the floor may remain. In a window of threads,
     * and while another thread waits to leave with this permit, this is the same as {@link #close}.
     *
     * @throws PermitLostException if the permit was lost before; thrown once
     */
    default void abandon() {
        close();
    }

    /**
     * Gives the place back, and hands it to the next caller in line. Closing again, from any thread, has no effect.
     *
     * <p>Blocks only in a window ({@link Turnstile#between}), until this holder may leave. An interrupt does not end
     * that wait, and the interrupt status is kept. If another thread is already waiting to leave with this permit, this
     * method returns at once and ensures that the permit does not stay inside.
     *
     * <p>Actions in this thread before the close <i>happen-before</i> actions of the next holder inside.
     *
     * @throws PermitLostException if the permit was lost before; thrown once
     */
    @Override
    void close();
}
