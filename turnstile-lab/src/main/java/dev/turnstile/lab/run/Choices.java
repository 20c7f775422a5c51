package dev.turnstile.lab.run;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;

/** Makes and records the choices that a node leaves to chance in one call. */
public final class Choices {
    /** Fails on every choice: a node must not leave anything to chance when a message arrives. */
    public static final IntUnaryOperator NONE = bound -> {
        throw new IllegalStateException("a node leaves something to chance when a message arrives");
    };

    private final IntUnaryOperator next; // from a bound to a choice below it
    private final List<Integer> made = new ArrayList<>();
    private int rest; // the digits of the outcome not yet used
    private long ways = 1; // the number of outcomes possible with the choices made so far

    /** Repeats the given choices. A choice that is missing or too large becomes 0. */
    Choices(List<Integer> wanted) {
        next = bound -> {
            int choice = made.size() < wanted.size() ? wanted.get(made.size()) : 0;
            return choice < bound ? choice : 0;
        };
    }

    /**
     * Makes the choices of one outcome, numbered from 0. The digits of the number are the choices, with each bound as
     * the base of its digit.
     *
     * @param outcome the number of the outcome
     * @param outcomes the most outcomes that the call may have
     */
    public Choices(int outcome, int outcomes) {
        rest = outcome;
        next = bound -> {
            ways *= bound;
            if (ways > outcomes) {
                throw new IllegalStateException("a node leaves more to chance than its system says: there are at least "
                        + ways + " outcomes, not " + outcomes);
            }
            int choice = rest % bound;
            rest /= bound;
            return choice;
        };
    }

    public int choose(int bound) {
        int choice = next.applyAsInt(bound);
        made.add(choice);
        return choice;
    }

    /** Returns whether the call has no outcome of the given number. Valid after the call. */
    public boolean isNone() {
        return rest != 0;
    }

    public List<Integer> made() {
        return List.copyOf(made);
    }

    /** Returns the choices as a scenario writes them after the move. */
    static String words(List<Integer> choices) {
        return choices.isEmpty()
                ? ""
                : choices.stream().map(String::valueOf).collect(Collectors.joining(",", " choosing ", ""));
    }
}
