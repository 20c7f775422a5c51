package dev.turnstile.driver.nodes;

import dev.turnstile.machine.Message;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The work that one thread has to do after it made nodes act, once it has no node locked ({@link NodeRuntime#follow}).
 *
 * @param <M> the type of the messages between nodes
 */
final class Round<M extends Message> {
    private final Deque<Host<M>> addressed = new ArrayDeque<>(); // local nodes to which messages were sent
    private final Deque<Request<M>> changed = new ArrayDeque<>(1); // their callers have to be notified
    private final Deque<Host<M>> freed = new ArrayDeque<>(1);
    private final Deque<Request<M>> collected = new ArrayDeque<>(1); // requests that no longer collect
    private boolean hasRoom; // units have left, or a ready request has given up

    void address(Host<M> host) {
        addressed.add(host);
    }

    void changed(Request<M> request) {
        changed.add(request);
    }

    void freed(Host<M> host) {
        freed.add(host);
    }

    void collected(Request<M> request) {
        collected.add(request);
    }

    void hasRoom() {
        hasRoom = true;
    }

    /** Returns whether there was room since the last call. */
    boolean takeRoom() {
        boolean had = hasRoom;
        hasRoom = false;
        return had;
    }

    /** Returns whether there is nothing to do. */
    boolean isEmpty() {
        return addressed.isEmpty() && changed.isEmpty() && freed.isEmpty() && collected.isEmpty() && !hasRoom;
    }

    void tellAll() {
        for (Request<M> request = changed.poll(); request != null; request = changed.poll()) {
            request.notifyCaller();
        }
    }

    Deque<Host<M>> addressed() {
        return addressed;
    }

    Deque<Host<M>> freed() {
        return freed;
    }

    Deque<Request<M>> collected() {
        return collected;
    }
}
