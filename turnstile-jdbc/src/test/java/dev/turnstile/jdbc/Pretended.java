package dev.turnstile.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/** Objects of JDBC that answer as a test says. */
final class Pretended {
    private Pretended() {}

    /** Answers a call. */
    interface Handler {
        Object call(Method method, Object[] arguments) throws Exception;
    }

    static <T> T as(Class<T> type, Handler handler) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
                    try {
                        return handler.call(method, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }
}
