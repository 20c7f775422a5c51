package dev.turnstile.lab.explore;

import dev.turnstile.lab.run.Move;
import dev.turnstile.machine.NodeSystem;
import dev.turnstile.machine.facts.NodeFacts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The moves that nodes may make, one for each outcome of chance. */
final class NodeMoves {
    private final int n;
    private final CheckOptions options;
    private final List<Move> moves = new ArrayList<>();
    private final List<Integer> outcomes = new ArrayList<>(); // by move

    NodeMoves(NodeSystem<?> system, CheckOptions options) {
        n = system.sizes().participants();
        this.options = options;
        NodeFacts<?> facts = system.facts();
        int outcomesMost = facts.outcomes();
        for (int to = 0; to < n; to++) {
            for (int from = 0; from < n; from++) {
                if (from != to && Arrays.binarySearch(facts.neighbours().apply(from), to) >= 0) {
                    add(Move.receives(to, from), 1);
                }
            }
        }
        for (Move.Kind kind : Move.Kind.values()) {
            for (int i = 0; isWanted(kind) && i < n; i++) {
                if (!facts.asks().test(i) && kind != Move.Kind.TIMEOUT) {
                    continue;
                }
                add(new Move(i, kind), kind == Move.Kind.CRASH ? 1 : outcomesMost);
            }
        }
    }

    private void add(Move move, int ways) {
        for (int way = 0; way < ways; way++) {
            moves.add(move);
            outcomes.add(way);
        }
    }

    /** Returns whether nodes may make this kind of move, besides taking messages. */
    private boolean isWanted(Move.Kind kind) {
        return switch (kind) {
            case ASK, LEAVE, TIMEOUT -> true;
            case CANCEL -> options.cancels();
            case CRASH -> options.crashes() > 0;
            case DELIVER, STEP, ATTEMPT, KILL, TICK, BECOME -> false;
        };
    }

    List<Move> all() {
        return List.copyOf(moves);
    }

    /** Returns the outcome of chance for each move. */
    int[] outcomes() {
        return outcomes.stream().mapToInt(way -> way).toArray();
    }

    /**
     * Returns the obligation that each move meets: every message is delivered, every node that is inside leaves, and
     * every timeout comes.
     */
    int[] meets() {
        return moves.stream().mapToInt(this::obligation).toArray();
    }

    private int obligation(Move move) {
        return switch (move.kind()) {
            case DELIVER -> move.from() * n + move.process();
            case LEAVE -> n * n + move.process();
            case TIMEOUT -> n * n + n + move.process();
            case ASK, CANCEL, CRASH, STEP, ATTEMPT, KILL, TICK, BECOME -> Model.NOTHING;
        };
    }
}
