package dev.turnstile.conformance;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Writes a history from many threads.
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

    /** Nothing is recorded yet. */
    public Recorder() {}

    /** A call is about to be made; returns its number. */
    public int call(int units) {
        int call = calls.getAndIncrement();
        add(call, History.Kind.CALLED, units);
        return call;
    }

    /** The call was seen in line, and will not give up. */
    public void queued(int call, int units) {
        add(call, History.Kind.QUEUED, units);
    }

    /** The call returned with a permit. */
    public void entered(int call, int units) {
        add(call, History.Kind.ENTERED, units);
    }

    /** The permit is about to be closed. */
    public void left(int call, int units) {
        add(call, History.Kind.LEFT, units);
    }

    /** The call returned without a permit. */
    public void gaveUp(int call, int units) {
        add(call, History.Kind.GAVE_UP, units);
    }

    private void add(int call, History.Kind kind, int units) {
        events.add(new History.Event(call, kind, units));
    }

    /** What was recorded so far. */
    public History history() {
        return new History(List.copyOf(events));
    }
}
