package dev.turnstile.algorithm.forest;

import dev.turnstile.machine.Fields;
import dev.turnstile.machine.Outbox;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The decisions of one node of the forest, made by its {@link Mechanisms}, and the memory that they need. */
final class Decisions {
    private static final int NONE = -1;

    private final Mechanisms mechanisms;
    private final int n;
    private final int k;
    private final int i;
    private final int informs;
    private int lastSeen = NONE; // token of the last TOKEN or INFORM: LAST_SEEN
    private int rotated; // offset from i + 1 of the next node to inform: ROTATING
    private List<Integer> recent = new ArrayList<>(0); // nodes that requested, the latest first: RECENT

    Decisions(Mechanisms mechanisms, int nodes, int tokens, int node) {
        this.mechanisms = mechanisms;
        n = nodes;
        k = tokens;
        i = node;
        informs = informs(mechanisms, nodes);
    }

    private static int informs(Mechanisms mechanisms, int nodes) {
        return Math.min(mechanisms.informs(), nodes - 1);
    }

    /** Returns the number of possible outcomes of one decision: which token to request, or which nodes to inform. */
    static int outcomes(Mechanisms mechanisms, int nodes, int tokens) {
        long ways = 1;
        for (int told = 0; told < informs(mechanisms, nodes); told++) {
            ways = Math.min(Integer.MAX_VALUE, ways * (nodes - 1 - told));
        }
        return mechanisms.destinations() == Mechanisms.Destinations.RANDOM ? Math.max(tokens, (int) ways) : tokens;
    }

    /** Records that a TOKEN or an INFORM has arrived for this token. */
    void saw(int token) {
        lastSeen = token;
    }

    void sawRequestOf(int origin) {
        if (mechanisms.destinations() == Mechanisms.Destinations.RECENT && origin != i) {
            recent.removeIf(node -> node == origin);
            recent.addFirst(origin);
            while (recent.size() > informs) {
                recent.removeLast();
            }
        }
    }

    /** Returns the token to request. */
    int token(Outbox<?> out) {
        boolean any = mechanisms.token() == Mechanisms.TokenChoice.RANDOM || lastSeen == NONE;
        return any ? choose(k, out) : lastSeen;
    }

    /** Returns the nodes to inform where the token is. */
    int[] destinations(Outbox<?> out) {
        return switch (mechanisms.destinations()) {
            case RANDOM -> anyOthers(out);
            case ROTATING -> othersInTurn();
            case RECENT -> recent.stream().mapToInt(node -> node).toArray();
        };
    }

    private static int choose(int bound, Outbox<?> out) {
        return bound == 1 ? 0 : out.choose(bound);
    }

    /**
     * Chooses different nodes. Each choice is an index among the nodes that are neither this node nor chosen already.
     */
    private int[] anyOthers(Outbox<?> out) {
        int[] taken = {i};
        int[] chosen = new int[informs];
        for (int at = 0; at < informs; at++) {
            int other = choose(n - 1 - at, out);
            for (int before : taken) {
                other += other >= before ? 1 : 0;
            }
            chosen[at] = other;
            taken = Arrays.copyOf(taken, taken.length + 1);
            taken[taken.length - 1] = other;
            Arrays.sort(taken);
        }
        return chosen;
    }

    private int[] othersInTurn() {
        int[] chosen = new int[informs];
        for (int at = 0; at < informs; at++) {
            chosen[at] = (i + 1 + rotated) % n;
            rotated = (rotated + 1) % (n - 1);
        }
        return chosen;
    }

    /** Visits the state that the mechanisms use. */
    void state(Fields fields) {
        if (mechanisms.token() == Mechanisms.TokenChoice.LAST_SEEN) {
            lastSeen = fields.range("last_seen", lastSeen, NONE, k - 1);
        }
        switch (mechanisms.destinations()) {
            case RANDOM -> {}
            case ROTATING -> rotated = fields.range("rotated", rotated, 0, Math.max(0, n - 2));
            case RECENT -> recent = fields.list("recent", recent, informs, 0, n - 1);
        }
    }
}
