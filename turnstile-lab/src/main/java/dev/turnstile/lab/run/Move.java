package dev.turnstile.lab.run;

import dev.turnstile.machine.State;
import dev.turnstile.machine.Stateful;
import java.util.Arrays;
import java.util.List;

/**
 * Something that can happen in a configuration: one process or node does one thing.
 *
 * <pre>{@code
 * Move.receives(1, 0).toString();      // p1 receives from p0
 * }</pre>
 *
 * @param process the process or node that moves
 * @param kind what it does
 * @param from the sender of the message it takes, for {@link Kind#DELIVER}; otherwise {@code NO_SENDER}
 * @param values the values of its variables after {@link Kind#BECOME}; otherwise empty
 * @param choices the choices made where a node leaves something to chance, in order; a missing choice is 0
 */
public record Move(int process, Kind kind, int from, List<Long> values, List<Integer> choices) {
    /** The sender of a move that takes no message. */
    public static final int NO_SENDER = -1;

    /** A kind of move. */
    public enum Kind {
        /**
         * The process takes its next step. In REMAINDER it first makes its request; in CRITICAL it first begins to
         * leave.
         */
        STEP("steps"),
        /** From REMAINDER: the process makes a request without being ready to wait. */
        ATTEMPT("attempts"),
        /** From TRYING: the process gives up. */
        CANCEL("gives up"),
        /** The process or node crashes. */
        CRASH("stops forever"),
        /** The process is killed, and another process will clean up after it. From then on it may start again. */
        KILL("is killed"),
        /** One unit of time passes, and no process moves. */
        TICK("lets time pass"),
        /** From REMAINDER: the node makes a request. */
        ASK("asks"),
        /** From CRITICAL: the node leaves. */
        LEAVE("leaves"),
        /** The node takes the oldest message of a channel. */
        DELIVER("receives from"),
        /** The node's timer expires. */
        TIMEOUT("times out"),
        /** All variables of the node get other values: a fault. */
        BECOME("becomes");

        final String verb;

        Kind(String verb) {
            this.verb = verb;
        }
    }

    /** Copies the lists. */
    public Move {
        values = List.copyOf(values);
        choices = List.copyOf(choices);
    }

    public Move(int process, Kind kind) {
        this(process, kind, NO_SENDER, List.of(), List.of());
    }

    /** Returns this move with the given choices. */
    public Move choosing(List<Integer> chosen) {
        return new Move(process, kind, from, values, chosen);
    }

    /**
     * Returns the move that a scenario writes with this verb.
     *
     * @throws IllegalArgumentException if no move has this verb
     */
    public static Move of(int process, String verb) {
        return Arrays.stream(Kind.values())
                .filter(kind -> kind.verb.equals(verb))
                .map(kind -> new Move(process, kind))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("unknown move '" + verb + "'"));
    }

    /** Returns the next step of a process. */
    public static Move steps(int process) {
        return new Move(process, Kind.STEP);
    }

    /** Returns a node's request. */
    public static Move asks(int node) {
        return new Move(node, Kind.ASK);
    }

    /** Returns a node's release. */
    public static Move leaves(int node) {
        return new Move(node, Kind.LEAVE);
    }

    /** Returns a node's cancellation. */
    public static Move givesUp(int node) {
        return new Move(node, Kind.CANCEL);
    }

    /** Returns the delivery of the oldest message from another node. */
    public static Move receives(int node, int from) {
        return new Move(node, Kind.DELIVER, from, List.of(), List.of());
    }

    /** Returns the expiry of a node's timer. */
    public static Move timesOut(int node) {
        return new Move(node, Kind.TIMEOUT);
    }

    /** Returns a node's crash. */
    public static Move stops(int node) {
        return new Move(node, Kind.CRASH);
    }

    /** Returns a fault that gives a node's variables the values they have in {@code machine}. */
    public static Move becomes(int node, Stateful machine) {
        return becomes(node, Arrays.stream(State.save(machine)).boxed().toList());
    }

    /** Returns a fault that gives a node's variables these values, in declaration order. */
    public static Move becomes(int node, List<Long> values) {
        return new Move(node, Kind.BECOME, NO_SENDER, values, List.of());
    }

    @Override
    public String toString() {
        return "p" + process + " " + kind.verb + (kind == Kind.DELIVER ? " p" + from : "") + Choices.words(choices);
    }
}
