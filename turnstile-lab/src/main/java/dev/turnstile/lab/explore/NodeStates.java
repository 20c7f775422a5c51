package dev.turnstile.lab.explore;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Numbers for the parts of configurations and for messages. A part is a node's state together with the messages in
 * flight from it. Equal values have equal numbers in all threads. Nothing is ever removed.
 *
 * <p>A thread comes here only for values that it has not met yet; see {@link NodeModel}.
 *
 * @param <M> the type of the messages
 */
final class NodeStates<M> {
    private static final int ENTRY_BYTES = 96; // approximate size of a map entry with its key

    private final List<List<long[]>> parts = new ArrayList<>(); // by node and number
    private final List<Map<Key, Integer>> numbers = new ArrayList<>(); // by node
    private final List<M> messages = new ArrayList<>();
    private final Map<M, Integer> messageNumbers = new HashMap<>();
    private long words;

    @SuppressWarnings("ArrayRecordComponent") // compared by its values
    private record Key(long[] values) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Key(long[] others) && Arrays.equals(values, others);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(values);
        }
    }

    NodeStates(int nodes) {
        for (int i = 0; i < nodes; i++) {
            parts.add(new ArrayList<>());
            numbers.add(new HashMap<>());
        }
    }

    synchronized int number(int node, long[] part) {
        List<long[]> known = parts.get(node);
        return numbers.get(node).computeIfAbsent(new Key(part), key -> {
            known.add(part);
            words += part.length;
            return known.size() - 1;
        });
    }

    synchronized long[] part(int node, int number) {
        return parts.get(node).get(number);
    }

    synchronized int number(M message) {
        return messageNumbers.computeIfAbsent(message, key -> {
            messages.add(key);
            return messages.size() - 1;
        });
    }

    synchronized M message(int number) {
        return messages.get(number);
    }

    synchronized long bytes() {
        long entries = parts.stream().mapToLong(List::size).sum() + messages.size();
        return entries * ENTRY_BYTES + words * Long.BYTES;
    }
}
