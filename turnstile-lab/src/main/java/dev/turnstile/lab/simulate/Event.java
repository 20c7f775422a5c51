package dev.turnstile.lab.simulate;

import dev.turnstile.lab.explore.Move;

/** Something that will happen in a {@link Simulation}. Used again when it has happened. */
final class Event<M> {
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
        /** Nothing has happened at a node for long. */
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
