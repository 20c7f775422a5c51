package dev.turnstile.bench.contended;

import dev.turnstile.Turnstile;
import dev.turnstile.algorithm.Algorithm;
import dev.turnstile.algorithm.Catalogue;
import dev.turnstile.driver.threads.ThreadTurnstile;
import dev.turnstile.machine.Cells;
import dev.turnstile.machine.Process;
import dev.turnstile.machine.ProcessSystem;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.OptionalInt;
import java.util.concurrent.atomic.LongAdder;

/**
 * A turnstile whose processes count their accesses to the shared cells. It wraps system, processes and cells in
 * proxies, which make it too slow to be measured itself.
 */
final class CountedAccesses {
    private final LongAdder accesses = new LongAdder();
    private final Turnstile gate;

    CountedAccesses(String algorithm, int places, int participants) {
        Algorithm.SharedMemory real = Catalogue.sharedMemory(algorithm);
        Algorithm.SharedMemory counting = real.madeBy((n, k) -> system(real.system(n, k)));
        gate = new ThreadTurnstile("counted", counting, places, places, OptionalInt.of(participants), false);
    }

    Turnstile gate() {
        return gate;
    }

    long sum() {
        return accesses.sum();
    }

    private ProcessSystem system(ProcessSystem real) {
        return proxy(ProcessSystem.class, (_, method, args) -> {
            Object result = call(real, method, args);
            return result instanceof Process process ? process(process) : result;
        });
    }

    private Process process(Process real) {
        return proxy(Process.class, (_, method, args) -> {
            boolean steps = method.getName().equals("step") || method.getName().equals("runUntilBlocked");
            return steps ? call(real, method, cells((Cells) args[0])) : call(real, method, args);
        });
    }

    private Cells cells(Cells real) {
        return proxy(Cells.class, (_, method, args) -> {
            accesses.increment();
            return call(real, method, args);
        });
    }

    private static Object call(Object real, Method method, Object... args) throws Throwable {
        try {
            return method.invoke(real, args);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }
}
