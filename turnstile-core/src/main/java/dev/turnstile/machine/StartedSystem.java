package dev.turnstile.machine;

import dev.turnstile.machine.facts.NodeFacts;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;

/**
 * A system that starts with some nodes inside. At construction the nodes enter one after another, and every message is
 * delivered immediately. The result is a state that the system itself could have reached, with no message in flight.
 *
 * @param <M> the messages of this algorithm
 */
final class StartedSystem<M extends Message> implements NodeSystem<M> {
    private final NodeSystem<M> system;
    private final List<long[]> start; // all variables of each node

    private StartedSystem(NodeSystem<M> system, List<long[]> start) {
        this.system = system;
        this.start = start;
    }

    static <M extends Message> NodeSystem<M> of(NodeSystem<M> system, int[] unitsInside) {
        Sizes sizes = system.sizes();
        if (unitsInside.length != sizes.participants()) {
            throw new IllegalArgumentException("the units inside must be given for all n = " + sizes.participants()
                    + " nodes, not for " + unitsInside.length);
        }
        long sum = 0;
        for (int units : unitsInside) {
            if (units < 0 || units > sizes.unitsEach()) {
                throw new IllegalArgumentException(
                        "the units inside at one node must be between 0 and " + sizes.unitsEach() + ", not " + units);
            }
            sum += units;
        }
        if (sum > sizes.limit()) {
            throw new IllegalArgumentException("inside must be between 0 and k = " + sizes.limit() + ", not " + sum);
        }
        return sum == 0 ? system : new StartedSystem<>(system, entered(system, unitsInside));
    }

    private static <M extends Message> List<long[]> entered(NodeSystem<M> system, int[] unitsInside) {
        if (system.arrivalsToSettle() > 0) {
            throw new IllegalArgumentException("messages of this algorithm never come to rest, so it can't start with "
                    + Arrays.stream(unitsInside).sum() + " units inside");
        }
        List<Node<M>> nodes = new ArrayList<>();
        for (int i = 0; i < unitsInside.length; i++) {
            nodes.add(system.node(i));
        }
        Queue<Letter<M>> letters = new ArrayDeque<>();
        for (int i = 0; i < unitsInside.length; i++) {
            if (unitsInside[i] == 0) {
                continue;
            }
            nodes.get(i).acquire(unitsInside[i], posting(letters, i));
            for (Letter<M> letter = letters.poll(); letter != null; letter = letters.poll()) {
                nodes.get(letter.to()).receive(letter.from(), letter.message(), posting(letters, letter.to()));
            }
            if (nodes.get(i).region() != Region.CRITICAL) {
                throw new IllegalArgumentException("node " + i
                        + " can't start inside together with the nodes before it: holders block others in this"
                        + " algorithm");
            }
        }
        return nodes.stream().map(State::save).toList();
    }

    private record Letter<M>(int from, int to, M message) {}

    private static <M extends Message> Outbox<M> posting(Queue<Letter<M>> letters, int sender) {
        return new Outbox<>() {
            @Override
            public void send(int to, M message) {
                letters.add(new Letter<>(sender, to, message));
            }

            @Override
            public int choose(int bound) {
                return 0;
            }

            @Override
            public void restartTimer() {}
        };
    }

    @Override
    public Node<M> node(int index) {
        Node<M> node = system.node(index);
        State.load(node, start.get(index), 0);
        return node;
    }

    @Override
    public Sizes sizes() {
        return system.sizes();
    }

    @Override
    public Class<M> messages() {
        return system.messages();
    }

    @Override
    public boolean fits(M message) {
        return system.fits(message);
    }

    @Override
    public boolean isDivisible() {
        return system.isDivisible();
    }

    @Override
    public boolean holdersBlockOthers() {
        return system.holdersBlockOthers();
    }

    @Override
    public NodeSystem<M> from(int[] unitsInside) {
        return system.from(unitsInside);
    }

    @Override
    public NodeFacts<M> facts() {
        return system.facts();
    }
}
