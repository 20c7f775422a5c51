package dev.turnstile.cli.child;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/** Passes signals on to a process group, the first that asks it to stop perhaps later. */
final class SignalRelay {
    private static final long REPEATED_NANOS = 200_000_000;

    private final ProcessGroup group;
    private final AtomicReference<Optional<Consumer<Runnable>>> deferring = new AtomicReference<>(Optional.empty());
    private volatile Optional<Deferred> deferred = Optional.empty();

    private record Deferred(int signal, long nanos) {
        /** timeout(1) sends a signal to its command and then to its own process group: one meaning, two signals. */
        boolean isRepeatedBy(int next) {
            return signal == next && System.nanoTime() - nanos < REPEATED_NANOS;
        }
    }

    SignalRelay(ProcessGroup group) {
        this.group = group;
    }

    /** The consumer gets the next INT or TERM, as a task that passes it on. */
    void deferNextStop(Consumer<Runnable> consumer) {
        deferring.set(Optional.of(consumer));
    }

    boolean isDeferring() {
        return deferring.get().isPresent();
    }

    /** From any thread. The same signal again within a moment is taken for the one that was deferred. */
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
