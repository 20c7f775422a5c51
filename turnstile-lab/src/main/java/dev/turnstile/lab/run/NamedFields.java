package dev.turnstile.lab.run;

import dev.turnstile.machine.Fields;
import dev.turnstile.machine.OutOfDomainException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Variables given as {@code name=value}, looked up by name. */
final class NamedFields implements Fields {
    private final Map<String, String> values = new HashMap<>();

    NamedFields(List<String> variables) {
        for (String variable : variables) {
            int equals = variable.lastIndexOf('=');
            values.put(variable.substring(0, Math.max(0, equals)), variable.substring(equals + 1));
        }
    }

    private String value(String name) {
        String value = values.remove(name);
        if (value == null) {
            throw new IllegalArgumentException("the value of " + name + " is missing");
        }
        return value;
    }

    @Override
    public long range(String name, long value, long min, long max) {
        String text = value(name);
        long given;
        try {
            given = Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(name + " must be a whole number, not '" + text + "'", e);
        }
        if (given < min || given > max) {
            throw new OutOfDomainException(name, given, min, max);
        }
        return given;
    }

    @Override
    public boolean flag(String name, boolean value) {
        return oneOf(name, List.of("false", "true")) == 1;
    }

    @Override
    public int label(String name, int value, List<String> labels) {
        return oneOf(name, labels);
    }

    @Override
    public <E extends Enum<E>> E choice(String name, E value, E[] all) {
        return all[oneOf(name, Arrays.stream(all).map(Enum::name).toList())];
    }

    private int oneOf(String name, List<String> labels) {
        String text = value(name);
        if (!labels.contains(text)) {
            throw new IllegalArgumentException(name + " must be one of " + labels + ", not '" + text + "'");
        }
        return labels.indexOf(text);
    }

    void checkAllUsed() {
        if (!values.isEmpty()) {
            throw new IllegalArgumentException(
                    "there is no variable " + values.keySet().iterator().next());
        }
    }
}
