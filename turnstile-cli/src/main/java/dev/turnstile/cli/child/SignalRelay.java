package dev.turnstile.cli.child;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/** Passes signals on to a process group, the first that asks it to stop perhaps later. */
final class SignalRelay {
    private final ProcessGroup group;
    private final AtomicReference<Optional<Consumer<Runnable>>> deferring = new AtomicReference<>(Optional.empty());

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

    /** From any thread. */
    void pass(int signal) {
        Optional<Consumer<Runnable>> deferred = signal == Signals.INT || signal == Signals.TERM
                ? deferring.getAndSet(Optional.empty())
                : Optional.empty();
        deferred.ifPresentOrElse(consumer -> consumer.accept(() -> group.send(signal)), () -> group.send(signal));
    }
}
