package dev.turnstile.lab.simulate;

import dev.turnstile.lab.run.Move;
import dev.turnstile.machine.Message;
import dev.turnstile.machine.Node;
import dev.turnstile.machine.Outbox;

/** A scheduled event of a {@link Simulation}. Event objects are reused. */
final class Event<M extends Message> {
    enum Kind {
        /** A message arrives. */
        ARRIVES,
        /** A node has received a message, or is free for an action of its own, and now acts. */
        SERVED,
        /** A node's thinking time is over. */
        ASKS,
        /** A node's holding time is over. */
        LEAVES,
        /** A node's patience is over. */
        GIVES_UP,
        /** A node's timer expires. */
        TIMES_OUT,
        /** A fault occurs. */
        FAULT
    }

    Kind kind;
    int node; // or the index of a fault
    int from;
    M message;
    long epoch; // the event is void if the node has another epoch by then
    Event<M> next; // in a node's queue, or among the spare events

    /** A pool of events for reuse. */
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

        void recycle(Event<M> event) {
            event.message = null;
            event.next = spare;
            spare = event;
        }
    }

    /** Makes the node act. */
    void happensTo(Node<M> machine, int units, Outbox<M> out) {
        switch (kind) {
            case ARRIVES -> machine.receive(from, message, out);
            case ASKS -> machine.acquire(units, out);
            case LEAVES -> machine.release(out);
            case GIVES_UP -> machine.cancel(out);
            case TIMES_OUT -> machine.timeout(out);
            case SERVED, FAULT -> throw new IllegalStateException("not an action of a node: " + kind);
        }
    }

    /** Returns the node's action for the recorder. */
    Move move() {
        return switch (kind) {
            case ARRIVES -> Move.receives(node, from);
            case ASKS -> Move.asks(node);
            case LEAVES -> Move.leaves(node);
            case GIVES_UP -> Move.givesUp(node);
            case TIMES_OUT -> Move.timesOut(node);
            case SERVED, FAULT -> throw new IllegalStateException("not an action of a node: " + kind);
        };
    }
}
