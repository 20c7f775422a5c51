package dev.turnstile.driver.nodes;

import dev.turnstile.machine.Message;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * What one thread has to do after it made nodes act: done when it has no node locked ({@link NodeRuntime#follow}).
 *
 * @param <M> what the nodes send each other
 */
final class Round<M extends Message> {
    private final Deque<Host<M>> addressed = new ArrayDeque<>(); // to whom something was sent, within this JVM
    private final List<Request<M>> changed = new ArrayList<>(); // their callers are to be told
    private final Deque<Host<M>> freed = new ArrayDeque<>();
    private final Deque<Request<M>> collected = new ArrayDeque<>(); // those that collect no longer
    private boolean hasRoom; // units have left, or a request that was ready has given up

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

    /** Whether there was room since the last question. */
    boolean takeRoom() {
        boolean had = hasRoom;
        hasRoom = false;
        return had;
    }

    void tellAll() {
        if (!changed.isEmpty()) {
            List<Request<M>> told = List.copyOf(changed);
            changed.clear();
            told.forEach(Request::tell);
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
