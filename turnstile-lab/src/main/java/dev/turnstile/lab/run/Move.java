package dev.turnstile.lab.run;

import dev.turnstile.machine.State;
import dev.turnstile.machine.Stateful;
import java.util.Arrays;
import java.util.List;

/**
 * Something that can happen in a configuration: one process, or node, does one thing.
 *
 * <pre>{@code
 * Move.receives(1, 0).toString();      // p1 receives from p0
 * }</pre>
 *
 * @param process who does it
 * @param kind what
 * @param from whose message it takes, for {@link Kind#DELIVER}; else {@link #NOBODY}
 * @param values what its variables are after {@link Kind#BECOME}; else empty
 * @param choices what was chosen, where a node leaves something to chance, in that order; what is missing is 0
 */
public record Move(int process, Kind kind, int from, List<Long> values, List<Integer> choices) {
    /** No sender. */
    public static final int NOBODY = -1;

    /** What can be done. */
    public enum Kind {
        /** The process takes its next step; from REMAINDER it asks first, from CRITICAL it begins to leave. */
        STEP("steps"),
        /** From REMAINDER: the process asks without being ready to wait. */
        ATTEMPT("attempts"),
        /** From TRYING: it gives up. */
        CANCEL("gives up"),
        /** It stops forever. */
        CRASH("stops forever"),
        /** The process is killed, and somebody will clear up after it; from then on it may begin anew. */
        KILL("is killed"),
        /** A unit of time passes; nobody moves. */
        TICK("lets time pass"),
        /** From REMAINDER: the node asks. */
        ASK("asks"),
        /** From CRITICAL: the node leaves. */
        LEAVE("leaves"),
        /** The node takes the oldest message of a channel. */
        DELIVER("receives from"),
        /** Nothing has happened at the node for long. */
        TIMEOUT("times out"),
        /** All variables of the node get other values: a fault. */
        BECOME("becomes");

        final String verb;

        Kind(String verb) {
            this.verb = verb;
        }
    }

    /** Copies the list. */
    public Move {
        values = List.copyOf(values);
        choices = List.copyOf(choices);
    }

    public Move(int process, Kind kind) {
        this(process, kind, NOBODY, List.of(), List.of());
    }

    /** The same, with these choices. */
    public Move choosing(List<Integer> chosen) {
        return new Move(process, kind, from, values, chosen);
    }

    /**
     * What a scenario says in these words.
     *
     * @throws IllegalArgumentException when nothing is said in these words
     */
    public static Move of(int process, String verb) {
        return Arrays.stream(Kind.values())
                .filter(kind -> kind.verb.equals(verb))
                .map(kind -> new Move(process, kind))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("nobody '" + verb + "'"));
    }

    /** A process takes its next step. */
    public static Move steps(int process) {
        return new Move(process, Kind.STEP);
    }

    /** A node asks. */
    public static Move asks(int node) {
        return new Move(node, Kind.ASK);
    }

    /** A node leaves. */
    public static Move leaves(int node) {
        return new Move(node, Kind.LEAVE);
    }

    /** A node gives up. */
    public static Move givesUp(int node) {
        return new Move(node, Kind.CANCEL);
    }

    /** A node takes the oldest message from another. */
    public static Move receives(int node, int from) {
        return new Move(node, Kind.DELIVER, from, List.of(), List.of());
    }

    /** A node's timeout comes. */
    public static Move timesOut(int node) {
        return new Move(node, Kind.TIMEOUT);
    }

    /** A node stops forever. */
    public static Move stops(int node) {
        return new Move(node, Kind.CRASH);
    }

    /** A node's variables are now as they are. */
    public static Move becomes(int node, Stateful machine) {
        return becomes(node, Arrays.stream(State.save(machine)).boxed().toList());
    }

    /** A node's variables get these values, in their order. */
    public static Move becomes(int node, List<Long> values) {
        return new Move(node, Kind.BECOME, NOBODY, values, List.of());
    }

    @Override
    public String toString() {
        return "p" + process + " " + kind.verb + (kind == Kind.DELIVER ? " p" + from : "") + Choices.words(choices);
    }
}
