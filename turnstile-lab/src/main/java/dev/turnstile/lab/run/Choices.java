package dev.turnstile.lab.run;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;

/** Decides what a node leaves to chance in one call, and remembers what was decided. */
public final class Choices {
    /** When a message arrives, nothing is left to chance. */
    public static final IntUnaryOperator NONE = bound -> {
        throw new IllegalStateException("a node leaves something to chance when a message arrives");
    };

    private final IntUnaryOperator next; // by bound
    private final List<Integer> made = new ArrayList<>();
    private int rest; // of the number of the outcome
    private long ways = 1; // in which it could have turned out, up to the last choice

    /** As they were made before; where there is none, or one that is too large, 0. */
    Choices(List<Integer> wanted) {
        next = bound -> {
            int choice = made.size() < wanted.size() ? wanted.get(made.size()) : 0;
            return choice < bound ? choice : 0;
        };
    }

    /**
     * So that the call turns out in the way of that number, from 0, of at most so many: its digits, where each bound is
     * a base.
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

    /** Whether there is no outcome of that number. */
    public boolean isNone() {
        return rest != 0;
    }

    public List<Integer> made() {
        return List.copyOf(made);
    }

    /** As they stand in a scenario, behind the move. */
    static String words(List<Integer> choices) {
        return choices.isEmpty()
                ? ""
                : choices.stream().map(String::valueOf).collect(Collectors.joining(",", " choosing ", ""));
    }
}
