package dev.turnstile.lab.explore;

import java.util.ArrayList;
import java.util.List;

/** A sequence of configurations and, for each but the first, the move that led to it. */
final class Path {
    private final List<long[]> states = new ArrayList<>();
    private final List<Integer> moves = new ArrayList<>();

    Path(long[] only) {
        states.add(only);
    }

    List<long[]> states() {
        return states;
    }

    List<Integer> moves() {
        return moves;
    }

    void prepend(long[] state, int moveToNext) {
        states.addFirst(state);
        moves.addFirst(moveToNext);
    }

    void append(int move, long[] state) {
        states.addLast(state);
        moves.addLast(move);
    }
}
