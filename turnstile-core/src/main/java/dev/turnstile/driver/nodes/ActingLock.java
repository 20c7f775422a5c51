package dev.turnstile.driver.nodes;

import java.util.concurrent.locks.ReentrantLock;

/**
 * The lock that a thread holds while it makes a node act. Each node has its own lock, or all nodes of a runtime share
 * one ({@link Transport#takesTurns}). Threads hold it briefly, so a thread that yields a few times usually gets it
 * without parking.
 */
final class ActingLock {
    private static final int YIELDS = 64;

    private final ReentrantLock lock = new ReentrantLock();
    private final boolean shared;

    ActingLock(boolean shared) {
        this.shared = shared;
    }

    @SuppressWarnings("ThreadPriorityCheck") // the lock's holder may need this processor to continue
    void lock() {
        for (int yields = 0; yields < YIELDS; yields++) {
            if (lock.tryLock()) {
                return;
            }
            Thread.yield();
        }
        lock.lock();
    }

    /**
     * Locks in order to deliver the contents of a node's inbox. Returns false if another thread makes that node act,
     * because that thread looks into the inbox afterwards. The holder of a shared lock may look into another node's
     * inbox only, so this method waits for a shared lock.
     */
    boolean lockForMail() {
        if (shared) {
            lock();
            return true;
        }
        return lock.tryLock();
    }

    void unlock() {
        lock.unlock();
    }

    boolean isHeld() {
        return lock.isHeldByCurrentThread();
    }
}
