package dev.turnstile.driver.nodes;

import dev.turnstile.machine.Message;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * Messages sent to a node and not yet delivered. Any thread adds messages. One thread at a time takes all of them, in
 * order of arrival. Usually there is one message, and adding it and taking it cost one atomic operation each.
 *
 * @param <M> the type of the messages between nodes
 */
final class Inbox<M extends Message> {
    private final AtomicReference<Letter<M>> latest = new AtomicReference<>(); // null if empty

    private static final class Letter<M extends Message> {
        final Envelope<M> envelope;
        Letter<M> next; // the previous letter while in the inbox, then the next one; null if none

        Letter(Envelope<M> envelope) {
            this.envelope = envelope;
        }
    }

    boolean isEmpty() {
        return latest.get() == null;
    }

    void add(Envelope<M> envelope) {
        Letter<M> letter = new Letter<>(envelope);
        do {
            letter.next = latest.get();
        } while (!latest.compareAndSet(letter.next, letter));
    }

    /** Takes all messages, oldest first. */
    void takeAll(Consumer<Envelope<M>> reader) {
        for (Letter<M> letter = reversed(latest.getAndSet(null)); letter != null; letter = letter.next) {
            reader.accept(letter.envelope);
        }
    }

    private static <M extends Message> Letter<M> reversed(Letter<M> latest) {
        Letter<M> first = null;
        for (Letter<M> letter = latest; letter != null; ) {
            Letter<M> before = letter.next;
            letter.next = first;
            first = letter;
            letter = before;
        }
        return first;
    }
}
