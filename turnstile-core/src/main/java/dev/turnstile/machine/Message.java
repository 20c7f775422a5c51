package dev.turnstile.machine;

import dev.turnstile.machine.wire.Wire;

/**
 * What one node tells another. The messages of an algorithm are a sealed interface of records, whose components are
 * whole numbers, truth values, enums, {@link Numbers}, other such records, sealed interfaces of them, and lists of
 * records.
 *
 * <pre>{@code
 * sealed interface RingMessage extends Message {
 *     record Request(long number) implements RingMessage {}
 *     record Reply(int count) implements RingMessage {}
 * }
 * new Request(7).words();      // 4
 * }</pre>
 */
public interface Message {
    /**
     * How large it is, in words as bulgannawar-1995 counts them (section 4): one for every number in it, and one each
     * for source, destination and type.
     */
    default int words() {
        return Wire.words(this);
    }

    /** How many of the system's tokens it carries: {@link dev.turnstile.machine.facts.NodeFacts#tokens}. */
    default long tokens() {
        return 0;
    }
}
