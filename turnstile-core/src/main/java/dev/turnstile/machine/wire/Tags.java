package dev.turnstile.machine.wire;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The types that a sealed interface permits, and the numbers that identify them in frames ({@link Tag}). */
final class Tags {
    private final Map<Class<?>, Integer> tags = new HashMap<>();
    private final Map<Integer, Class<?>> types = new HashMap<>();

    private Tags() {}

    /**
     * Returns the tags of the types that an interface permits.
     *
     * @throws IllegalArgumentException if only some types have a tag, a tag is negative, or two types have the same tag
     */
    static Tags of(Class<?> sealed, List<Class<?>> permitted) {
        long tagged = permitted.stream()
                .filter(type -> type.isAnnotationPresent(Tag.class))
                .count();
        if (tagged > 0 && tagged < permitted.size()) {
            throw new IllegalArgumentException(
                    "some types of " + sealed.getName() + " have a tag and some have none; give one to each");
        }
        Tags all = new Tags();
        for (int at = 0; at < permitted.size(); at++) {
            Class<?> type = permitted.get(at);
            int tag = tagged > 0 ? type.getAnnotation(Tag.class).value() : at;
            if (tag < 0) {
                throw new IllegalArgumentException("the tag of " + type.getName() + " must be at least 0, not " + tag);
            }
            if (all.types.putIfAbsent(tag, type) != null) {
                throw new IllegalArgumentException(type.getName() + " has the same tag as "
                        + all.types.get(tag).getName() + ": " + tag);
            }
            all.tags.put(type, tag);
        }
        return all;
    }

    void write(Object value, Bytes to) {
        to.number(tags.get(value.getClass()));
    }

    Class<?> read(Bytes from) throws MalformedFrameException {
        long tag = from.number();
        Class<?> type = tag == (int) tag ? types.get((int) tag) : null;
        if (type == null) {
            throw from.malformed("no type has the tag " + tag);
        }
        return type;
    }
}
