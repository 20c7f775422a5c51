package dev.turnstile.algorithm.store;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Numbers for values, so that a state of the world is a few numbers. 0 is the absent value. */
final class Values {
    private final List<Object> all = new ArrayList<>(List.of("absent"));
    private final Map<Object, Integer> numbers = new HashMap<>();

    int of(StoredLedger value) {
        return number(ByteBuffer.wrap(value.bytes()), value);
    }

    int of(SessionRecord value) {
        return number(value, value);
    }

    int of(Batch value) {
        return number(value, value);
    }

    int of(List<Integer> answers) {
        return number(answers, answers);
    }

    private int number(Object key, Object value) {
        return numbers.computeIfAbsent(key, added -> {
            all.add(value);
            return all.size() - 1;
        });
    }

    Object get(int number) {
        return all.get(number);
    }

    StoredLedger turnstile(int number) {
        return (StoredLedger) all.get(number);
    }

    SessionRecord session(int number) {
        return (SessionRecord) all.get(number);
    }

    Batch batch(int number) {
        return (Batch) all.get(number);
    }

    @SuppressWarnings("unchecked") // only lists of numbers are added
    List<Integer> answers(int number) {
        return (List<Integer>) all.get(number);
    }
}
