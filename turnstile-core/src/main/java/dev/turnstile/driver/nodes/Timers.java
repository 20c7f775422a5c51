package dev.turnstile.driver.nodes;

import dev.turnstile.machine.Timer;

/**
 * The timers of the nodes of a {@link NodeRuntime}. When a timer expires, the implementation calls
 * {@link NodeRuntime#timeout}, on any thread.
 *
 * <pre>{@code
 * Timers timers = (epoch, node, timer) -> schedule(() -> runtime.timeout(epoch, node), hop.multipliedBy(timer.hops()));
 * }</pre>
 */
@FunctionalInterface
public interface Timers {
    /** Timers that never expire, for a transport that loses no messages. */
    Timers NEVER = (epoch, node, timer) -> {};

    /**
     * Starts or restarts the timer of a local node in this epoch. An earlier timer of the node no longer expires. The
     * node is locked, so this must not block.
     */
    void restart(long epoch, int node, Timer timer);
}
