package dev.turnstile.algorithm.tree;

import dev.turnstile.machine.Message;
import dev.turnstile.machine.Node;
import dev.turnstile.machine.Outbox;
import dev.turnstile.machine.State;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A node, recording what it sends: {@code "ResT>2"}, {@code "Ctrl(3,true,0,1)>0"}. */
final class Recorded<M extends Message> implements Outbox<M> {
    final Node<M> node;
    private final List<String> sent = new ArrayList<>();
    private int restarts;

    Recorded(Node<M> node) {
        this.node = node;
    }

    @Override
    public void send(int to, M message) {
        String values = message.toString().replaceAll("[a-zA-Z]+=", "").replace(" ", "");
        sent.add(values.replace("[]", "").replace('[', '(').replace(']', ')') + ">" + to);
    }

    @Override
    public int choose(int bound) {
        throw new AssertionError("no random choice expected");
    }

    @Override
    public void restartTimer() {
        restarts++;
    }

    /** Puts the node into a state; variables not named keep their values. */
    Recorded<M> is(Object... namesAndValues) {
        Map<String, Long> values = new HashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            values.put((String) namesAndValues[i], ((Number) namesAndValues[i + 1]).longValue());
        }
        node.state((name, value, min, max) -> {
            Long now = values.remove(name);
            return now == null ? value : now;
        });
        if (!values.isEmpty()) {
            throw new AssertionError("the node has no " + values.keySet() + ": " + State.print(node));
        }
        return this;
    }

    /** Returns what the node sends on these messages from a neighbour. */
    @SafeVarargs
    final List<String> on(int from, M... messages) {
        for (M message : messages) {
            node.receive(from, message, this);
        }
        return sent();
    }

    /** Returns what was sent since the last call. */
    List<String> sent() {
        List<String> since = List.copyOf(sent);
        sent.clear();
        return since;
    }

    /** Returns how often the timer was restarted since the last call. */
    int restarts() {
        int since = restarts;
        restarts = 0;
        return since;
    }

    /** Returns one of its variables, as printed. */
    String value(String name) {
        return State.variables(node).stream()
                .filter(variable -> variable.startsWith(name + "="))
                .findFirst()
                .orElseThrow()
                .substring(name.length() + 1);
    }
}
