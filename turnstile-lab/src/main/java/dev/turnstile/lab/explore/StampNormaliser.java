package dev.turnstile.lab.explore;

import dev.turnstile.machine.Fields;
import dev.turnstile.machine.Message;
import dev.turnstile.machine.Node;
import dev.turnstile.machine.NodeSystem;
import dev.turnstile.machine.State;
import dev.turnstile.machine.facts.NodeFacts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Replaces a configuration's stamps ({@link Fields#stamp}) by the smallest numbers in the same order, for one thread.
 * Then configurations that differ only in how long the system has run become one. Infinity stays as it is.
 *
 * <p>Every earlier configuration was normalised, so all stamps are small, and those of a group fit a set of bits. The
 * stamps of a part, and the result of changing it, are remembered by the number of the part.
 */
final class StampNormaliser<M extends Message> {
    private static final long INFINITY = Long.MAX_VALUE;
    private static final long[] UNKNOWN = {};
    private static final long BYTES_EACH = 100; // approximate size of a table entry

    private final NodeFacts.Restamping<M> stamping;
    private final NodeStates<M> parts;
    private final int n;
    private final List<Node<M>> nodes = new ArrayList<>();
    private final int[] variables; // by node: how many
    private final List<List<long[]>> stamps = new ArrayList<>(); // by node and part: the set of each group
    private final Map<Changed, Integer> changed = new HashMap<>();
    private long[] all = new long[0]; // of one configuration: the set of each group

    /** A part of a node, and the stamps of the whole configuration that it is in. */
    private record Changed(int node, long part, List<Long> all) {}

    StampNormaliser(NodeSystem<M> system, NodeStates<M> parts) {
        stamping = system.facts().stamps().orElseThrow();
        this.parts = parts;
        n = system.sizes().participants();
        variables = new int[n];
        for (int i = 0; i < n; i++) {
            nodes.add(system.node(i));
            variables[i] = State.save(nodes.get(i)).length;
            stamps.add(new ArrayList<>());
        }
    }

    /** Changes the numbers of the parts if their stamps are not the smallest possible. Returns whether it did. */
    boolean compact(long[] configuration) {
        Arrays.fill(all, 0);
        for (int i = 0; i < n; i++) {
            long[] some = stamps(i, (int) configuration[i]);
            all = some.length > all.length ? Arrays.copyOf(all, some.length) : all;
            for (int group = 0; group < some.length; group++) {
                all[group] |= some[group];
            }
        }
        boolean gaps = false;
        for (long set : all) {
            gaps |= (set & (set + 1)) != 0;
        }
        if (gaps) {
            List<Long> key = Arrays.stream(all).boxed().toList();
            for (int i = 0; i < n; i++) {
                configuration[i] = changed.computeIfAbsent(new Changed(i, configuration[i], key), this::change);
            }
        }
        return gaps;
    }

    private long[] stamps(int node, int part) {
        List<long[]> known = stamps.get(node);
        while (known.size() <= part) {
            known.add(UNKNOWN);
        }
        if (known.get(part).length == 0) {
            Found found = new Found();
            visit(node, part, found);
            known.set(part, found.sets);
        }
        return known.get(part);
    }

    private int change(Changed what) {
        return parts.number(
                what.node(),
                visit(what.node(), (int) what.part(), new Ranked(what.all())).write());
    }

    private NodeState visit(int i, int number, Fields fields) {
        NodeState part = NodeState.read(parts.part(i, number), variables[i], n);
        Node<M> node = nodes.get(i);
        State.load(node, part.variables(), 0);
        node.state(fields);
        for (int[] channel : part.channels()) {
            for (int at = 0; at < channel.length; at++) {
                channel[at] = parts.number(stamping.restamped(i, parts.message(channel[at]), fields));
            }
        }
        return new NodeState(part.requestsLeft(), State.save(node), part.channels());
    }

    /** Collects the stamps, and changes nothing. */
    private static final class Found implements Fields {
        private long[] sets = new long[1];

        @Override
        public long range(String name, long value, long min, long max) {
            return value;
        }

        @Override
        public long stamp(String name, long value, int group) {
            sets = group < sets.length ? sets : Arrays.copyOf(sets, group + 1);
            if (value != INFINITY) {
                if (value >= Long.SIZE) {
                    throw new IllegalStateException(name + " = " + value + ": more stamps than can be explored");
                }
                sets[group] |= 1L << value;
            }
            return value;
        }
    }

    /** Replaces each stamp by its rank, and changes nothing else. */
    private record Ranked(List<Long> all) implements Fields {
        @Override
        public long range(String name, long value, long min, long max) {
            return value;
        }

        @Override
        public long stamp(String name, long value, int group) {
            return value == INFINITY ? value : Long.bitCount(all.get(group) & ((1L << value) - 1));
        }
    }

    /** Returns approximately how many bytes are remembered. */
    long bytes() {
        return BYTES_EACH
                * (changed.size() + stamps.stream().mapToLong(List::size).sum());
    }
}
