package dev.turnstile.algorithm.quorum;

import dev.turnstile.machine.Fields;

/** Fields that count the variables declared through them. */
final class Counted implements Fields {
    private final Fields fields;
    private int count;

    Counted(Fields fields) {
        this.fields = fields;
    }

    int count() {
        return count;
    }

    @Override
    public long range(String name, long value, long min, long max) {
        count++;
        return fields.range(name, value, min, max);
    }

    @Override
    public boolean flag(String name, boolean value) {
        count++;
        return fields.flag(name, value);
    }

    @Override
    public <E extends Enum<E>> E choice(String name, E value, E[] all) {
        count++;
        return fields.choice(name, value, all);
    }
}
