package dev.turnstile.algorithm.quorum;

import dev.turnstile.machine.Fields;
import java.util.List;

/** Fields of a subsystem: every name gets a prefix. */
record PrefixedFields(Fields fields, String prefix) implements Fields {
    @Override
    public long range(String name, long value, long min, long max) {
        return fields.range(prefix + name, value, min, max);
    }

    @Override
    public long stamp(String name, long value, int group) {
        return fields.stamp(prefix + name, value, group);
    }

    @Override
    public <E extends Enum<E>> E choice(String name, E value, E[] all) {
        return fields.choice(prefix + name, value, all);
    }

    @Override
    public boolean flag(String name, boolean value) {
        return fields.flag(prefix + name, value);
    }

    @Override
    public int label(String name, int value, List<String> labels) {
        return fields.label(prefix + name, value, labels);
    }
}
