package dev.turnstile.algorithm.forest;

import dev.turnstile.machine.Fields;
import dev.turnstile.machine.Outbox;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What one node of the forest decides by {@link Mechanisms}, and what it has to remember for that. */
final class Decisions {
    private static final int NONE = -1;

    private final Mechanisms mechanisms;
    private final int n;
    private final int k;
    private final int i;
    private final int informs;
    private int lastSeen = NONE; // of tokens: LAST_SEEN
    private int rotated; // how many others were informed, from i on: ROTATING
    private List<Integer> recent = new ArrayList<>(0); // who has asked, the last first: RECENT

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

    /** In how many ways one decision can turn out: which token to ask for, or whom to inform. */
    static int outcomes(Mechanisms mechanisms, int nodes, int tokens) {
        long ways = 1;
        for (int told = 0; told < informs(mechanisms, nodes); told++) {
            ways = Math.min(Integer.MAX_VALUE, ways * (nodes - 1 - told));
        }
        return mechanisms.destinations() == Mechanisms.Destinations.RANDOM ? Math.max(tokens, (int) ways) : tokens;
    }

    /** A TOKEN or an INFORM has come, for this token. */
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

    /** The token to ask for. */
    int token(Outbox<?> out) {
        boolean any = mechanisms.token() == Mechanisms.TokenChoice.RANDOM || lastSeen == NONE;
        return any ? choose(k, out) : lastSeen;
    }

    /** Whom to tell where the token is. */
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

    /** Different ones: each is the so-many-th of those that are neither this node nor chosen already. */
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

    /** What the mechanisms do not look at is left out. */
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
