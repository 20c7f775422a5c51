package dev.turnstile.lab.explore;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The target of every move from every configuration. Most moves are not possible in most configurations. Bits mark the
 * possible ones, and only their targets are stored.
 */
final class Transitions {
    static final int NONE = -1;

    private final int moves;
    private final int marks; // words of bits for a configuration
    private final long[] possible;
    private final int[] first; // by configuration: where the targets of its moves begin
    private final int[] targets;

    /** Makes the moves of one configuration after another, for one thread. */
    @FunctionalInterface
    interface Mover {
        /** Returns where a move leads, or {@link #NONE}. */
        int next(int state, int move);
    }

    /** Computes all targets. The movers run in parallel, each with an equal share of the configurations. */
    Transitions(int states, int moves, Mover[] movers) {
        this.moves = moves;
        marks = (moves + Long.SIZE - 1) / Long.SIZE;
        possible = new long[states * marks];
        first = new int[states];
        int[][] parts = IntStream.range(0, movers.length)
                .parallel()
                .mapToObj(part -> fill(movers[part], start(states, part, movers), start(states, part + 1, movers)))
                .toArray(int[][]::new);
        targets = new int
                [Math.toIntExact(
                        Arrays.stream(parts).mapToLong(part -> part.length).sum())];
        int at = 0;
        for (int part = 0; part < parts.length; part++) {
            System.arraycopy(parts[part], 0, targets, at, parts[part].length);
            for (int state = start(states, part, movers); state < start(states, part + 1, movers); state++) {
                first[state] += at;
            }
            at += parts[part].length;
            parts[part] = new int[0];
        }
    }

    private static int start(int states, int part, Mover[] movers) {
        return (int) ((long) states * part / movers.length);
    }

    private int[] fill(Mover mover, int from, int to) {
        int[] found = new int[Math.max(16, 4 * (to - from))];
        int count = 0;
        for (int state = from; state < to; state++) {
            first[state] = count;
            if (count + moves > found.length) {
                found = Arrays.copyOf(found, Math.max(count + moves, found.length + found.length / 2));
            }
            for (int move = 0; move < moves; move++) {
                int target = mover.next(state, move);
                if (target != NONE) {
                    possible[state * marks + (move >>> 6)] |= 1L << move;
                    found[count++] = target;
                }
            }
        }
        return Arrays.copyOf(found, count);
    }

    /** Returns where a move leads, or {@link #NONE}. */
    int next(int state, int move) {
        int mark = state * marks + (move >>> 6);
        long bit = 1L << move;
        if ((possible[mark] & bit) == 0) {
            return NONE;
        }
        int before = Long.bitCount(possible[mark] & (bit - 1));
        for (int earlier = state * marks; earlier < mark; earlier++) {
            before += Long.bitCount(possible[earlier]);
        }
        return targets[first[state] + before];
    }

    /** Returns how many bytes this many configurations with this many possible moves take. */
    static long bytes(long states, int moves, long transitions) {
        long marks = (moves + Long.SIZE - 1L) / Long.SIZE;
        return states * (marks * Long.BYTES + Integer.BYTES)
                + 2 * transitions * Integer.BYTES; // twice during construction
    }
}
