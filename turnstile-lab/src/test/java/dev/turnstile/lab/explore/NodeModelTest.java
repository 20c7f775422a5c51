package dev.turnstile.lab.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.lab.catalogue.LabCatalogue;
import dev.turnstile.lab.run.Move;
import dev.turnstile.lab.run.Stage;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Goal: the transitions that the model remembers for parts are those of the real nodes. Method: the same state space
 * once more, the slow way. Every configuration is reached by making all its moves on fresh nodes, and identified by
 * everything that can be printed of it.
 */
final class NodeModelTest {
    @ParameterizedTest(name = "{0}, n = {1}, k = {2}, {3} requests each, gives up: {4}, crashes: {5}")
    @CsvSource({
        "raymond,       2, 1, 2, true,  0",
        "raymond,       3, 2, 1, false, 0",
        "raymond,       2, 1, 1, true,  1",
        "lamport,       2, 1, 2, false, 1",
        "srimani-reddy, 3, 2, 1, true,  0",
        "srimani-reddy, 3, 1, 1, false, 1"
    })
    void rememberedMovesMatchTheNodes(String name, int n, int k, int requests, boolean cancels, int crashes) {
        Check check = NodeFamilyTest.check(name, n, k).withRequests(requests).withCrashes(crashes);
        long states = (cancels ? check.withCancels() : check).run().states();
        assertThat(states)
                .isEqualTo(slowly(name, n, k, requests, cancels, crashes))
                .isGreaterThan(50);
    }

    private static long slowly(String name, int n, int k, int requests, boolean cancels, int crashes) {
        Set<List<String>> seen = new HashSet<>();
        Deque<List<Move>> paths = new ArrayDeque<>(List.of(List.of()));
        while (!paths.isEmpty()) {
            List<Move> path = paths.removeFirst();
            if (seen.add(configuration(name, n, k, path))) {
                for (Move move : moves(n, cancels)) {
                    List<Move> longer = new ArrayList<>(path);
                    longer.add(move);
                    if (isAllowed(longer, requests, crashes) && isPossible(name, n, k, longer)) {
                        paths.addLast(longer);
                    }
                }
            }
        }
        return seen.size();
    }

    private static List<Move> moves(int n, boolean cancels) {
        List<Move> moves = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            moves.addAll(List.of(Move.asks(i), Move.leaves(i), Move.stops(i)));
            if (cancels) {
                moves.add(Move.givesUp(i));
            }
            for (int j = 0; j < n; j++) {
                if (i != j) {
                    moves.add(Move.receives(i, j));
                }
            }
        }
        return moves;
    }

    private static boolean isAllowed(List<Move> path, int requests, int crashes) {
        Move last = path.getLast();
        return switch (last.kind()) {
            case ASK -> Collections.frequency(path, last) <= requests;
            case CRASH ->
                path.stream().filter(move -> move.kind() == Move.Kind.CRASH).count() <= crashes;
            default -> true;
        };
    }

    private static Stage stage(String name, int n, int k, List<Move> path) {
        Stage stage = Stage.of(LabCatalogue.find(name), n, k, Collections.nCopies(n, 1));
        path.forEach(stage::make);
        return stage;
    }

    private static boolean isPossible(String name, int n, int k, List<Move> path) {
        return stage(name, n, k, path.subList(0, path.size() - 1))
                .make(path.getLast())
                .isPresent();
    }

    /** Includes how many requests every node has made, because the model distinguishes that, too. */
    private static List<String> configuration(String name, int n, int k, List<Move> path) {
        List<String> all = new ArrayList<>(stage(name, n, k, path).print());
        for (int i = 0; i < n; i++) {
            all.add("p" + i + " asked " + Collections.frequency(path, Move.asks(i)));
        }
        return all;
    }
}
