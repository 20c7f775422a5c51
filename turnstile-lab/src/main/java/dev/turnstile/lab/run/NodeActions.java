package dev.turnstile.lab.run;

import dev.turnstile.machine.Message;
import dev.turnstile.machine.Node;
import dev.turnstile.machine.Outbox;
import dev.turnstile.machine.Region;
import dev.turnstile.machine.facts.NodeFacts;
import java.util.Arrays;

/** What a node does of its own accord, where it may. */
public final class NodeActions {
    private NodeActions() {}

    /** Nodes send to their neighbours: not to themselves, nor to nobody. */
    public static void checkReceiver(NodeFacts<?> facts, int from, int to) {
        if (Arrays.binarySearch(facts.neighbours().apply(from), to) < 0) {
            throw new IllegalStateException("p" + from + " sends to p" + to);
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
                throw new IllegalArgumentException("no node does that of its own accord: " + kind);
        }
    }
}
