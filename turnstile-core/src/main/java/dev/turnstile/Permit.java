package dev.turnstile;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * What a caller holds while inside. It is an object of its own, not tied to a thread: any thread may close it, and
 * whoever keeps it open keeps the place taken, also when the thread that acquired it is gone.
 *
 * <p>Not reentrant: acquiring twice takes two places.
 *
 * <pre>{@code
 * try (Permit permit = gate.acquire()) {
 *     render(permit.slot());
 * }
 * }</pre>
 */
public interface Permit extends AutoCloseable {
    /** How many units it holds. */
    int units();

    /**
     * Returns the first of {@link #slots}: for a permit of one unit, the number of its place.
     *
     * @throws IllegalStateException if the permit was closed before its slots or fence were first asked for
     */
    int slot();

    /**
     * Returns the slots of this permit: one number for each unit, in ascending order. No other holder has one of them
     * at the same time. With a limit of k they are between 0 and k-1; after {@link Turnstile#limit(int)} has lowered
     * the limit, current holders keep theirs.
     *
     * <p>They are the smallest that are free (between processes, adjacent ones if there are any), and stay the same
     * until the permit is closed. If {@link SemaphoreView#release(int)} gives some of its units back, the highest go.
     * On the threads of one JVM, slots are assigned at the first call of this method, {@link #slot} or {@link #fence};
     * a permit that is never asked costs nothing for them. A permit that was asked can still be asked after it is
     * closed, and gives the same answer, on every driver.
     *
     * @throws IllegalStateException if the permit was closed before its slots or fence were first asked for
     */
    List<Integer> slots();

    /**
     * Returns a number that is larger than that of every earlier holder of any of these {@link #slots}. A resource that
     * remembers the largest fence it has seen for a slot can reject a holder that comes too late. Fences begin again
     * when the turnstile does: with the JVM, or, between processes, with a new file.
     *
     * @throws IllegalStateException if the permit was closed before its slots or fence were first asked for
     */
    long fence();

    /** Whether it is still held: neither closed nor lost. */
    boolean isHeld();

    /**
     * Runs the task, once and soon, on a thread of its own, if the permit is taken away by an operator. It is not run
     * when the permit is closed. Several tasks run independently: one that throws does not keep the others from
     * running. Within one JVM no operator takes permits away.
     */
    default void onLost(Runnable task) {}

    /**
     * Closes this permit, as {@link #close} does, but an interrupt ends the wait, in a window
     * ({@link Turnstile#between}).
     *
     * <p>A permit that can leave at once does so, whatever the interrupt status of the thread, which is kept. Outside a
     * window that is always so, and this never throws {@code InterruptedException}.
     *
     * @throws InterruptedException if it has to wait to leave, and the thread is interrupted before or meanwhile; the
     *     permit is still held then
     * @throws PermitLostException as {@link #close}
     */
    default void release() throws InterruptedException {
        close();
    }

    /** As {@link #close}, but stays inside, and says false, if it would have to wait. */
    default boolean tryRelease() {
        close();
        return true;
    }

    /** As {@link #release}, but not longer than the timeout: then it stays inside, and says false. */
    default boolean tryRelease(Duration timeout) throws InterruptedException {
        close();
        return true;
    }

    /**
     * As {@link #release}, without waiting for it: the future completes when this is outside, at once if it may leave.
     * Cancelling the future before that means staying inside; whether it was in time, {@link #isHeld} tells when nobody
     * leaves any more. It fails with the exceptions of {@link #close} if they come while it waits; those that come at
     * once are thrown.
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
     * Lets this permit count for the floor of a window from now on, if it was acquired so that it does not yet
     * ({@code Mapped.countingWhenReady}); does nothing otherwise. Never waits; may let another holder leave.
     *
     * @throws PermitLostException if the permit was taken away before
     */
    default void ready() {}

    /**
     * Waits until the floor of a window ({@link Turnstile#between}) allows this holder to leave, and from then on no
     * longer counts for the floor. The permit stays held and counts for the limit; closing it afterwards never waits.
     *
     * <p>For a holder that takes time to stop, such as a server: it calls this, shuts down, then closes the permit. So
     * the others suffice while it shuts down, and no other holder takes its place before it is gone. Outside a window,
     * or if it was called before, this returns at once.
     *
     * @throws InterruptedException if it has to wait, and the thread is interrupted before or meanwhile; the permit
     *     counts as before
     * @throws PermitLostException if the permit was taken away before
     * @throws UnsupportedOperationException in a window of threads, whose algorithms do not know such holders
     */
    default void startRelease() throws InterruptedException {}

    /**
     * As {@link #startRelease}, but waits no longer than the timeout; then the permit counts as before, and this
     * returns false.
     */
    default boolean tryStartRelease(Duration timeout) throws InterruptedException {
        startRelease();
        return true;
    }

    /**
     * Closes this permit, as {@link #close} does, but without regard to the floor of a window: what the holder did
     * inside has ended already, as that of a server that has crashed. Fewer units than the floor may be left. In a
     * window of threads, and while another thread waits to leave with this permit, it is the same as {@link #close}.
     *
     * @throws PermitLostException if the permit was taken away before; once
     */
    default void abandon() {
        close();
    }

    /**
     * Gives the place back, and hands it to the next in line. Blocks only in a window ({@link Turnstile#between}),
     * until it may leave; an interrupt does not end that, and its status is kept. Closing again, from whichever thread,
     * does nothing; if another thread waits to leave with it, this returns at once, and makes sure that it does not
     * stay. What this thread did before happens-before what the next holder does inside.
     *
     * @throws PermitLostException if the permit was taken away before; once
     */
    @Override
    void close();
}
