package dev.turnstile.lab.simulate;

import dev.turnstile.lab.run.Move;
import dev.turnstile.machine.Message;
import dev.turnstile.machine.Node;
import dev.turnstile.machine.Outbox;

/** Something that will happen in a {@link Simulation}. Used again when it has happened. */
final class Event<M extends Message> {
    enum Kind {
        /** A message has arrived. */
        ARRIVES,
        /** A node has received a message, or had time for something else: now it acts. */
        SERVED,
        /** A node has thought enough. */
        ASKS,
        /** A node has been inside for long enough. */
        LEAVES,
        /** A node has waited for too long. */
        GIVES_UP,
        /** A node's timer has run out. */
        TIMES_OUT,
        /** Something goes wrong. */
        FAULT
    }

    Kind kind;
    int node; // of a fault: which one
    int from;
    M message;
    long epoch; // void if the node's is another by then
    Event<M> next; // in a desk's line, or among those to be used again

    /** The events that there are; those that have happened are used again. */
    static final class Supply<M extends Message> {
        private Event<M> spare; // linked by next

        Event<M> take(Kind kind, int node) {
            Event<M> event = spare == null ? new Event<>() : spare;
            spare = event.next;
            event.next = null;
            event.kind = kind;
            event.node = node;
            return event;
        }

        void giveBack(Event<M> event) {
            event.message = null;
            event.next = spare;
            spare = event;
        }
    }

    /** The node acts. */
    void happensTo(Node<M> machine, int units, Outbox<M> out) {
        switch (kind) {
            case ARRIVES -> machine.receive(from, message, out);
            case ASKS -> machine.acquire(units, out);
            case LEAVES -> machine.release(out);
            case GIVES_UP -> machine.cancel(out);
            case TIMES_OUT -> machine.timeout(out);
            case SERVED, FAULT -> throw new IllegalStateException("no node does that: " + kind);
        }
    }

    /** What the node does, for the record. */
    Move move() {
        return switch (kind) {
            case ARRIVES -> Move.receives(node, from);
            case ASKS -> Move.asks(node);
            case LEAVES -> Move.leaves(node);
            case GIVES_UP -> Move.givesUp(node);
            case TIMES_OUT -> Move.timesOut(node);
            case SERVED, FAULT -> throw new IllegalStateException("no node does that: " + kind);
        };
    }
}
