package dev.turnstile.cli.child;

import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.function.IntConsumer;

/**
 * A signal that the JVM lets a program handle, through {@code sun.misc.Signal} of the module jdk.unsupported. The class
 * is used by reflection, because javac's warning about it can't be suppressed. The JVM calls the handler on a separate
 * thread.
 */
final class JvmSignal implements AutoCloseable {
    private final Object signal;
    private final Object former;

    private JvmSignal(Object signal, Object former) {
        this.signal = signal;
        this.former = former;
    }

    /**
     * Passes the signal's number to the consumer from now on. A signal that was ignored when the JVM started stays
     * ignored.
     */
    static JvmSignal handle(String name, IntConsumer consumer) throws IOException {
        Object signal = invoke(() -> Api.SIGNAL.getConstructor(String.class).newInstance(name));
        int number = (int) invoke(() -> Api.SIGNAL.getMethod("getNumber").invoke(signal));
        InvocationHandler handler = new Handler(number, consumer);
        Object proxy = Proxy.newProxyInstance(JvmSignal.class.getClassLoader(), new Class<?>[] {Api.HANDLER}, handler);
        return new JvmSignal(signal, install(signal, proxy));
    }

    /** Restores the previous handling of the signal. */
    @Override
    public void close() {
        try {
            install(signal, former);
        } catch (IOException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static Object install(Object signal, Object handler) throws IOException {
        return invoke(
                () -> Api.SIGNAL.getMethod("handle", Api.SIGNAL, Api.HANDLER).invoke(null, signal, handler));
    }

    private static Object invoke(Reflection call) throws IOException {
        try {
            return call.run();
        } catch (InvocationTargetException failure) {
            throw new IOException("the JVM reserves this signal", failure.getCause());
        } catch (ReflectiveOperationException missing) {
            throw new IOException("this JVM does not let programs handle signals", missing);
        }
    }

    @FunctionalInterface
    private interface Reflection {
        Object run() throws ReflectiveOperationException;
    }

    private static final class Api {
        static final Class<?> SIGNAL = find("sun.misc.Signal");
        static final Class<?> HANDLER = find("sun.misc.SignalHandler");

        private static Class<?> find(String name) {
            try {
                return Class.forName(name);
            } catch (ClassNotFoundException missing) {
                throw new UnsupportedOperationException("needs the module jdk.unsupported", missing);
            }
        }
    }

    private record Handler(int number, IntConsumer consumer) implements InvocationHandler {
        @Override
        public Object invoke(Object proxy, Method method, Object[] args) throws ReflectiveOperationException {
            if (!method.getName().equals("handle")) {
                return method.invoke(this, args);
            }
            consumer.accept(number);
            return proxy; // ignored: the method is void
        }
    }
}
