package dev.turnstile.driver.nodes;

import dev.turnstile.machine.Message;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * Messages sent to a node and not yet delivered. Any thread adds messages; one thread at a time takes all of them, in
 * the order of their arrival. Usually there is one: adding it and taking it cost one atomic step each.
 *
 * @param <M> what the nodes send each other
 */
final class Inbox<M extends Message> {
    private final AtomicReference<Letter<M>> latest = new AtomicReference<>(); // null if empty

    private static final class Letter<M extends Message> {
        final Envelope<M> envelope;
        Letter<M> next; // the letter before it while it is in the inbox, then the letter after it; null if none

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

    /** Takes all messages, the oldest first. */
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
