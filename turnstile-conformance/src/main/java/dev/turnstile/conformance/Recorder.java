package dev.turnstile.conformance;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A recorder that many threads write a {@link History} with.
 *
 * <pre>{@code
 * int call = recorder.call(1);
 * try (Permit permit = gate.acquire()) {
 *     recorder.entered(call, 1);
 *     recorder.left(call, 1);
 * }
 * }</pre>
 */
public final class Recorder {
    private final Queue<History.Event> events = new ConcurrentLinkedQueue<>();
    private final AtomicInteger calls = new AtomicInteger();

    /** Constructs an empty recorder. */
    public Recorder() {}

    /** Records that a call is about to be made, and returns its number. */
    public int call(int units) {
        int call = calls.getAndIncrement();
        add(call, History.Kind.CALLED, units);
        return call;
    }

    /** Records that the call was seen in line, and will not give up. */
    public void queued(int call, int units) {
        add(call, History.Kind.QUEUED, units);
    }

    /** Records that the call returned with a permit. */
    public void entered(int call, int units) {
        add(call, History.Kind.ENTERED, units);
    }

    /** Records that the permit is about to be closed. */
    public void left(int call, int units) {
        add(call, History.Kind.LEFT, units);
    }

    /** Records that the call returned without a permit. */
    public void gaveUp(int call, int units) {
        add(call, History.Kind.GAVE_UP, units);
    }

    private void add(int call, History.Kind kind, int units) {
        events.add(new History.Event(call, kind, units));
    }

    /** Returns what was recorded so far. */
    public History history() {
        return new History(List.copyOf(events));
    }
}
