package dev.turnstile.driver.threads;

import dev.turnstile.machine.Message;
import dev.turnstile.machine.Outbox;
import dev.turnstile.machine.Region;
import java.util.List;
import java.util.concurrent.locks.Lock;

/** Delivers what the nodes of one JVM send each other ({@link Actors}). Nothing is lost, so no timer is needed. */
interface Mail<M extends Message> {
    /** Something that a node does of its own accord. */
    @FunctionalInterface
    interface Act<M extends Message> {
        void on(Outbox<M> out);
    }

    /**
     * A node acts, while nobody else makes it act; what follows from it is delivered. Never parks: this may be called under the lock of the line, for
     * which others spin.
     */
    void act(int node, Act<M> deed);

    /**
     * Tries several things, one after another, until a node is inside: before those who wait, where they could keep what is free from it; they stand
     * back for that long.
     */
    default void tryBeforeOthers(int node, List<Act<M>> deeds) {
        for (Act<M> deed : deeds) {
            if (reached(node) != Region.CRITICAL) {
                act(node, deed);
            }
        }
    }

    /** Takes a lock without parking. Whoever has it only computes, and so is not a virtual thread without a carrier. */
    @SuppressWarnings("ThreadPriorityCheck") // whoever has the lock may need this processor to go on
    static void take(Lock lock) {
        boolean mayYield = !Thread.currentThread().isVirtual(); // one that yielded here might not be run again
        while (!lock.tryLock()) {
            if (mayYield) {
                Thread.yield();
            } else {
                Thread.onSpinWait();
            }
        }
    }

    /** Where a node is, as of the last time that it acted. */
    Region reached(int node);
}
