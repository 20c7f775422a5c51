package dev.turnstile.cli.child;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/** Passes signals on to a process group. The first signal to stop may be deferred. */
final class SignalRelay {
    private static final long REPEATED_NANOS = 200_000_000;

    private final ChildGroup group;
    private final AtomicReference<Optional<Consumer<Runnable>>> deferring = new AtomicReference<>(Optional.empty());
    private volatile Optional<Deferred> deferred = Optional.empty();

    private record Deferred(int signal, long nanos) {
        /**
         * Returns whether the next signal repeats this one: timeout(1) signals its command, then its own process group.
         */
        boolean isRepeatedBy(int next) {
            return signal == next && System.nanoTime() - nanos < REPEATED_NANOS;
        }
    }

    SignalRelay(ChildGroup group) {
        this.group = group;
    }

    /** Defers the next INT or TERM: the consumer gets a task that passes it on. */
    void deferNextStop(Consumer<Runnable> consumer) {
        deferring.set(Optional.of(consumer));
    }

    boolean isDeferring() {
        return deferring.get().isPresent();
    }

    /**
     * Passes a signal on. The same signal shortly after a deferred one is ignored as a repetition. Any thread may call
     * this.
     */
    void pass(int signal) {
        if (deferred.filter(first -> first.isRepeatedBy(signal)).isPresent()) {
            return;
        }
        Optional<Consumer<Runnable>> consumer =
                isStop(signal) ? deferring.getAndSet(Optional.empty()) : Optional.empty();
        if (consumer.isPresent()) {
            deferred = Optional.of(new Deferred(signal, System.nanoTime()));
            consumer.get().accept(() -> group.send(signal));
        } else {
            group.send(signal);
        }
    }

    private static boolean isStop(int signal) {
        return signal == Signals.INT || signal == Signals.TERM;
    }
}
