package dev.turnstile.driver.nodes;

import dev.turnstile.machine.Timer;

/**
 * The clock of the nodes of a {@link NodeRuntime}. What ends is told by {@link NodeRuntime#timeout}, from whichever
 * thread.
 *
 * <pre>{@code
 * Timers timers = (epoch, node, timer) -> schedule(() -> runtime.timeout(epoch, node), hop.multipliedBy(timer.hops()));
 * }</pre>
 */
@FunctionalInterface
public interface Timers {
    /** Timers that never end: for a transport that loses nothing. */
    Timers NEVER = (epoch, node, timer) -> {};

    /**
     * The timer of a node of this JVM starts, or starts again, in that epoch: what was to end before that does not. The
     * node is locked, and this must not wait.
     */
    void restart(long epoch, int node, Timer timer);
}
