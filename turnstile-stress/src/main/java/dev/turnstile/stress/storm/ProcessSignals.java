package dev.turnstile.stress.storm;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/** Stops and continues processes, by kill(2) of Linux. */
@SuppressWarnings("restricted") // the purpose of this class
final class ProcessSignals {
    private static final int SIGCONT = 18;
    private static final int SIGSTOP = 19;
    private static final MethodHandle KILL = Linker.nativeLinker()
            .downcallHandle(
                    Linker.nativeLinker().defaultLookup().findOrThrow("kill"),
                    FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));

    private ProcessSignals() {}

    static void stop(Process process) {
        send(process, SIGSTOP);
    }

    static void proceed(Process process) {
        send(process, SIGCONT);
    }

    private static void send(Process process, int signal) {
        if (!process.isAlive()) {
            return;
        }
        try {
            int _ = (int) KILL.invokeExact((int) process.pid(), signal);
        } catch (Throwable thrown) {
            throw new IllegalStateException("kill(2) failed", thrown);
        }
    }
}
