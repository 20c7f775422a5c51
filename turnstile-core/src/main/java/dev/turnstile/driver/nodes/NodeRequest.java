package dev.turnstile.driver.nodes;

import java.util.List;
import java.util.Optional;

/**
 * A caller's request for units from a {@link NodeRuntime}. None of its methods blocks. A caller waits by means of
 * {@link #onChange}.
 *
 * <pre>{@code
 * NodeRequest request = runtime.enter(1);
 * request.onChange(() -> LockSupport.unpark(thread));
 * while (request.state() == NodeRequest.State.WAITING) {
 *     LockSupport.park();
 * }
 * // inside
 * request.leave(1);
 * }</pre>
 */
public interface NodeRequest {
    /** The state of a request. */
    enum State {
        /** Not inside yet. */
        WAITING,
        /** Inside. */
        INSIDE,
        /** Still inside, but on its way out, which can take a while in a window. */
        LEAVING,
        /** Finished: it has left or given up. */
        OUT
    }

    /**
     * The units of the system that a request holds.
     *
     * @param slots one for each unit, in ascending order; no other request has any of them at the same time
     * @param fence larger than that of every earlier holder of one of these slots
     */
    record Grant(List<Integer> slots, long fence) {
        /** Copies the list. */
        public Grant {
            slots = List.copyOf(slots);
        }
    }

    /** Returns the current state. */
    State state();

    /** Returns how many units the request wants or holds. */
    int units();

    /**
     * Gives up: WAITING to OUT or, in a window, LEAVING to INSIDE.
     *
     * @return false, without any effect, if the request is in neither state or has reached its goal meanwhile
     */
    boolean cancel();

    /**
     * Gives units back. If these are all of them, the request ends. Otherwise it stays inside with the rest.
     *
     * @throws IllegalStateException unless the request is INSIDE
     * @throws IllegalArgumentException unless it holds at least this many units
     */
    void leave(int units);

    /**
     * Returns the slots and the fence, which are assigned on the first call. Empty if the request was not inside then.
     */
    Optional<Grant> grant();

    /**
     * Runs the task after each change of state from now on, on the thread that caused the change. The task must not
     * block. It replaces any task set before. To miss no change, set the task first and check the state afterwards.
     */
    void onChange(Runnable task);
}
