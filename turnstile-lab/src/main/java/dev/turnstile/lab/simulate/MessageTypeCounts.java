package dev.turnstile.lab.simulate;

import dev.turnstile.machine.Message;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Counts messages by type. A message that carries another is counted under both names together: a request of the lock
 * of a part is "Lmin Mx Request".
 */
final class MessageTypeCounts {
    private static final ClassValue<Optional<Method>> CARRIED = new ClassValue<>() {
        @Override
        protected Optional<Method> computeValue(Class<?> type) {
            RecordComponent[] components = type.getRecordComponents();
            return components == null
                    ? Optional.empty()
                    : Arrays.stream(components)
                            .filter(component -> Message.class.isAssignableFrom(component.getType()))
                            .map(RecordComponent::getAccessor)
                            .findFirst();
        }
    };

    private final Map<String, Long> counts = new HashMap<>();

    void count(Message message) {
        counts.merge(nameOf(message), 1L, Long::sum);
    }

    void forget() {
        counts.clear();
    }

    /** Returns the counts by type name. */
    Map<String, Long> counts() {
        return counts;
    }

    static String nameOf(Message message) {
        String own = message.getClass().getSimpleName();
        return CARRIED.get(message.getClass())
                .map(accessor -> own + " " + nameOf(carried(message, accessor)))
                .orElse(own);
    }

    private static Message carried(Message message, Method accessor) {
        try {
            return (Message) accessor.invoke(message);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(accessor + " could not be invoked", e);
        }
    }
}
