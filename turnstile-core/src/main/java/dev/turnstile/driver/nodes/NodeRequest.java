package dev.turnstile.driver.nodes;

import java.util.List;
import java.util.Optional;

/**
 * What became of one caller that asked a {@link NodeRuntime} for units. None of its methods waits; the caller waits by
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
    /** Where a request is. */
    enum State {
        /** Not inside yet. */
        WAITING,
        /** Inside. */
        INSIDE,
        /** Inside still, and on its way out: in a window that can take a while. */
        LEAVING,
        /** Over: it has left, or given up. */
        OUT
    }

    /**
     * Which units of the system a request holds.
     *
     * @param slots one for each unit, in ascending order; no other request has one of them at the same time
     * @param fence larger than that of every earlier holder of one of these slots
     */
    record Grant(List<Integer> slots, long fence) {
        /** Copies the list. */
        public Grant {
            slots = List.copyOf(slots);
        }
    }

    /** Where it is now. */
    State state();

    /** How many units it asks for or holds. */
    int units();

    /**
     * Gives up: WAITING to OUT, or, in a window, LEAVING to INSIDE.
     *
     * @return false, and nothing happens, if it is neither, or has got where it wanted to in the meantime
     */
    boolean cancel();

    /**
     * Gives units back: all of them, which ends the request, or some, and it stays inside with the rest.
     *
     * @throws IllegalStateException unless it is INSIDE
     * @throws IllegalArgumentException unless it holds so many
     */
    void leave(int units);

    /** Its slots and fence, given when first asked for; empty if it was not inside then. */
    Optional<Grant> grant();

    /**
     * Runs the task after each change of state from now on, on the thread that caused the change, which is not to be
     * kept waiting. Replaces the task that was set before. Set it first and look at the state afterwards: so no change
     * is missed.
     */
    void onChange(Runnable task);
}
