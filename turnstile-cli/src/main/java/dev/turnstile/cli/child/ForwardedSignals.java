package dev.turnstile.cli.child;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.IntConsumer;

/** Diverts the signals that ask this process to end, and those whose meaning a program defines, until closed. */
final class ForwardedSignals implements AutoCloseable {
    private static final List<String> OF_THE_JVM = List.of("INT", "TERM", "HUP", "USR1", "USR2");

    private final Deque<Runnable> undo = new ArrayDeque<>();

    private ForwardedSignals() {}

    /** Starts to divert the signals to the target, which is called from several threads. */
    static ForwardedSignals to(IntConsumer target) throws IOException {
        ForwardedSignals signals = new ForwardedSignals();
        try {
            signals.handle(target);
        } catch (IOException | RuntimeException failure) {
            signals.close();
            throw failure;
        }
        return signals;
    }

    private void handle(IntConsumer target) throws IOException {
        for (String name : OF_THE_JVM) {
            undo.push(JvmSignal.handle(name, target)::close);
        }
        if (QuitSignal.isPossible()) {
            undo.push(QuitSignal.handle(target)::close);
        }
    }

    @Override
    public void close() {
        undo.forEach(Runnable::run);
        undo.clear();
    }
}
