package dev.turnstile.bench.simulator;

import dev.turnstile.machine.Message;
import dev.turnstile.machine.Node;
import dev.turnstile.machine.NodeSystem;
import dev.turnstile.machine.Outbox;
import dev.turnstile.machine.Region;
import java.util.Arrays;

/**
 * Measures the cost of an algorithm without a simulator: its nodes and a single FIFO queue of all messages, without
 * times. A constant number of nodes want to enter. A node that enters leaves at once, and then the next node makes a
 * request.
 */
final class PlainDelivery<M extends Message> {
    private static final int ROOM_PER_REQUEST = 4; // times n

    private final Node<M>[] nodes;
    private final Letter<M>[] line; // a ring buffer; its letters are reused
    private final Sending out = new Sending();
    private int first;
    private int size;
    private int next;
    private long calls;

    private static final class Letter<M> {
        int from;
        int to;
        M message;
    }

    /** Creates the nodes, of which the given number make a request at the start. */
    @SuppressWarnings({"unchecked", "rawtypes"}) // generic arrays
    PlainDelivery(NodeSystem<M> system, int asking) {
        nodes = new Node[system.sizes().participants()];
        line = new Letter
                [Integer.highestOneBit(
                        2 * ROOM_PER_REQUEST * asking * system.sizes().participants())];
        Arrays.setAll(nodes, system::node);
        Arrays.setAll(line, _ -> new Letter<>());
        for (int i = 0; i < asking; i++) {
            nextAsks();
        }
    }

    /** Runs until nodes have been called at least the given number of times more, and returns the number of calls. */
    long run(long wanted) {
        long before = calls;
        while (calls < before + wanted) {
            deliver();
        }
        return calls - before;
    }

    private void deliver() {
        Letter<M> letter = line[first];
        first = (first + 1) & (line.length - 1);
        size--;
        Node<M> node = nodes[letter.to];
        out.sender = letter.to;
        calls++;
        node.receive(letter.from, letter.message, out);
        if (node.region() == Region.CRITICAL) {
            calls++;
            node.release(out);
            nextAsks();
        }
    }

    private void nextAsks() {
        do {
            next = (next + 1) % nodes.length;
        } while (nodes[next].region() != Region.REMAINDER);
        out.sender = next;
        calls++;
        nodes[next].acquire(1, out);
    }

    private final class Sending implements Outbox<M> {
        private int sender;

        @Override
        public void send(int to, M message) {
            if (size == line.length) {
                throw new IllegalStateException("more than " + size + " messages are in flight");
            }
            Letter<M> letter = line[(first + size) & (line.length - 1)];
            size++;
            letter.from = sender;
            letter.to = to;
            letter.message = message;
        }

        @Override
        public int choose(int bound) {
            return 0;
        }

        @Override
        public void restartTimer() {}
    }
}
