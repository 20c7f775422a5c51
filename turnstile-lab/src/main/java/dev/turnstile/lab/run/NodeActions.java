package dev.turnstile.lab.run;

import dev.turnstile.machine.Message;
import dev.turnstile.machine.Node;
import dev.turnstile.machine.Outbox;
import dev.turnstile.machine.Region;
import dev.turnstile.machine.facts.NodeFacts;
import java.util.Arrays;

/** The actions that a node takes of its own accord, and when it may take them. */
public final class NodeActions {
    private NodeActions() {}

    /**
     * Checks that a node sends only to its neighbours, and so neither to itself nor to a node that does not exist.
     *
     * @throws IllegalStateException if the receiver is not a neighbour
     */
    public static void checkReceiver(NodeFacts<?> facts, int from, int to) {
        if (Arrays.binarySearch(facts.neighbours().apply(from), to) < 0) {
            throw new IllegalStateException("p" + from + " sends to p" + to + ", which is not its neighbour");
        }
    }

    public static <M extends Message> boolean isPossible(Node<M> node, Move.Kind kind) {
        return switch (kind) {
            case ASK -> node.region() == Region.REMAINDER;
            case LEAVE -> node.region() == Region.CRITICAL;
            case CANCEL -> node.region() == Region.TRYING || node.region() == Region.EXIT;
            case TIMEOUT -> node.timer().isPresent();
            case STEP, ATTEMPT, CRASH, KILL, TICK, DELIVER, BECOME -> false;
        };
    }

    public static <M extends Message> void make(Node<M> node, Move.Kind kind, int units, Outbox<M> out) {
        switch (kind) {
            case ASK -> node.acquire(units, out);
            case LEAVE -> node.release(out);
            case CANCEL -> node.cancel(out);
            case TIMEOUT -> node.timeout(out);
            case STEP, ATTEMPT, CRASH, KILL, TICK, DELIVER, BECOME ->
                throw new IllegalArgumentException("a node does not do this of its own accord: " + kind);
        }
    }
}
