package dev.turnstile.machine;

import dev.turnstile.machine.wire.Wire;

/**
 * A message from one node to another. The messages of an algorithm are records that implement one sealed interface.
 * Components may be whole numbers, booleans, enums, {@link Numbers}, other such records, sealed interfaces of such
 * records, and lists of records.
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
     * Returns the size of this message in words, as bulgannawar-1995 counts them (section 4): one for each number in
     * it, and one each for source, destination and type.
     */
    default int words() {
        return Wire.words(this);
    }

    /**
     * Returns the number of the system's tokens that this message carries:
     * {@link dev.turnstile.machine.facts.NodeFacts#tokens}.
     */
    default long tokens() {
        return 0;
    }
}
