package dev.turnstile.lab.explore;

import dev.turnstile.lab.run.Choices;
import dev.turnstile.lab.run.LongMap;
import dev.turnstile.lab.run.Move;
import dev.turnstile.lab.run.NodeActions;
import dev.turnstile.lab.run.RandomValues;
import dev.turnstile.machine.Message;
import dev.turnstile.machine.Node;
import dev.turnstile.machine.NodeSystem;
import dev.turnstile.machine.Outbox;
import dev.turnstile.machine.Region;
import dev.turnstile.machine.State;
import dev.turnstile.machine.facts.NodeFacts;
import dev.turnstile.machine.wire.Wire;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.function.LongUnaryOperator;

/**
 * The actions of nodes, as functions from part to part of a configuration ({@link NodeStates}), for one thread. Results
 * are remembered by the numbers of the parts; the node itself acts only the first time.
 */
final class MemoisedNodes<M extends Message> {
    /** No part: the action is not possible. */
    static final long IMPOSSIBLE = -1;

    @SuppressWarnings("EnumOrdinal") // as in a status
    private static final int INSIDE = Region.CRITICAL.ordinal();

    private final NodeSystem<M> system;
    private final NodeFacts<M> facts;
    private final NodeStates<M> parts;
    private final int n;
    private final int[] units;
    private final CheckOptions options;
    private final int room; // the most messages in a channel; 0 for any number
    private final List<Node<M>> nodes = new ArrayList<>();
    private final int[] variables; // by node: how many
    private final LongMap[] done; // by outcome, kind and node: from part to part, or IMPOSSIBLE
    private final LongMap[] taken; // by channel: from part to part and message, or IMPOSSIBLE
    private final LongMap[] received; // by channel: from part and message to part
    private final LongMap[] shown; // by node: from part to region, awaited timeout, and number of tokens
    private final LongMap[] hastened; // by node: from part to the receivers whose oldest message is hastened
    private final LongMap[] outlasted; // by node: from part to whether a timer must outlast a message in flight from it
    private final LongMap[] unvoided; // by channel: from both parts to the sender's
    private final LongMap[] forgotten; // by node: from part and crashed nodes to part

    MemoisedNodes(NodeSystem<M> system, NodeStates<M> parts, int[] units, CheckOptions options) {
        this.system = system;
        facts = system.facts();
        this.parts = parts;
        this.units = units;
        this.options = options;
        room = options.room();
        n = system.sizes().participants();
        variables = new int[n];
        for (int i = 0; i < n; i++) {
            nodes.add(system.node(i));
            variables[i] = State.save(nodes.get(i)).length;
        }
        done = maps(facts.outcomes() * Move.Kind.values().length * n);
        taken = maps(n * n);
        received = maps(n * n);
        shown = maps(n);
        hastened = maps(n);
        outlasted = maps(n);
        unvoided = maps(n * n);
        forgotten = maps(n);
    }

    private static LongMap[] maps(int count) {
        LongMap[] maps = new LongMap[count];
        Arrays.setAll(maps, i -> new LongMap());
        return maps;
    }

    private int number(int node, NodeState part) {
        return parts.number(node, part.write());
    }

    private NodeState part(int node, long number) {
        return NodeState.read(parts.part(node, (int) number), variables[node], n);
    }

    /** Returns the part of a node as it is now, with no messages in flight from it. */
    int fresh(int node, Node<M> machine) {
        return number(node, new NodeState(options.requestsOf(node), State.save(machine), new int[n][0]));
    }

    /**
     * Returns the part of a node with arbitrary variables, and up to {@code messagesMax} arbitrary messages on each
     * channel from it.
     */
    int scrambled(int node, int messagesMax, LongUnaryOperator dice) {
        State.scramble(nodes.get(node), dice);
        int[][] channels = new int[n][0];
        for (int to : messagesMax > 0 ? facts.neighbours().apply(node) : new int[0]) {
            channels[to] = new int[(int) dice.applyAsLong(messagesMax + 1L)];
            Arrays.setAll(channels[to], at -> parts.number(RandomValues.message(system, dice)));
        }
        return number(node, new NodeState(options.requestsOf(node), State.save(nodes.get(node)), channels));
    }

    /** Returns a node's part after it has acted of its own accord, with the given outcome of chance. */
    @SuppressWarnings("EnumOrdinal") // an index
    long alone(int node, Move.Kind kind, int outcome, long part) {
        LongMap map = done[(outcome * Move.Kind.values().length + kind.ordinal()) * n + node];
        long known = map.get(part);
        return known != LongMap.NONE
                ? known
                : map.put(part, act(node, kind, new Choices(outcome, facts.outcomes()), part(node, part)));
    }

    /** Returns the choices made by that action. Its effect is ignored. */
    List<Integer> choices(int node, Move.Kind kind, int outcome, long part) {
        Choices choices = new Choices(outcome, facts.outcomes());
        try {
            long after = act(node, kind, choices, part(node, part));
            assert after != IMPOSSIBLE;
        } catch (MachineFailed failure) {
            return choices.made(); // up to where it fails
        }
        return choices.made();
    }

    private long act(int i, Move.Kind kind, Choices choices, NodeState part) {
        Node<M> node = loaded(i, part);
        boolean counts = options.requestsOf(i) > 0 && asksAgain(node, kind);
        if (!NodeActions.isPossible(node, kind) || (counts && part.requestsLeft() == 0)) {
            return IMPOSSIBLE;
        }
        int left = counts ? part.requestsLeft() - 1 : part.requestsLeft();
        long after = after(i, left, part, choices::choose, out -> NodeActions.make(node, kind, units[i], out));
        return choices.isNone() ? IMPOSSIBLE : after;
    }

    /**
     * Returns whether the action counts as a request. A node that no longer wants to leave will request to leave once
     * more.
     */
    private static boolean asksAgain(Node<?> node, Move.Kind kind) {
        return kind == Move.Kind.ASK || (kind == Move.Kind.CANCEL && node.region() == Region.EXIT);
    }

    /**
     * Returns the sender's part without the oldest message of a channel, in the upper half, and that message in the
     * lower half; or {@link #IMPOSSIBLE} if the channel is empty.
     */
    long take(int sender, int receiver, long part) {
        LongMap map = taken[sender * n + receiver];
        long known = map.get(part);
        return known != LongMap.NONE ? known : map.put(part, take(sender, receiver, part(sender, part)));
    }

    private long take(int sender, int receiver, NodeState before) {
        if (before.channels()[receiver].length == 0) {
            return IMPOSSIBLE;
        }
        int message = before.take(receiver);
        return (long) number(sender, before) << Integer.SIZE | message;
    }

    /**
     * Returns the receiver's part after it has taken a message, or {@link #IMPOSSIBLE} if there is no room for what it
     * sends.
     */
    long receive(int sender, int receiver, long part, long message) {
        LongMap map = received[sender * n + receiver];
        long key = part << Integer.SIZE | message;
        long known = map.get(key);
        return known != LongMap.NONE
                ? known
                : map.put(key, receive(sender, receiver, part(receiver, part), parts.message((int) message)));
    }

    private long receive(int sender, int receiver, NodeState before, M message) {
        Node<M> node = loaded(receiver, before);
        return after(receiver, before.requestsLeft(), before, Choices.NONE, out -> node.receive(sender, message, out));
    }

    private Node<M> loaded(int i, NodeState part) {
        State.load(nodes.get(i), part.variables(), 0);
        return nodes.get(i);
    }

    @FunctionalInterface
    private interface Act<M extends Message> {
        void on(Outbox<M> out);
    }

    private long after(int i, int requestsLeft, NodeState before, IntUnaryOperator chance, Act<M> act) {
        try {
            act.on(new Outbox<>() {
                @Override
                public void send(int to, M message) {
                    NodeActions.checkReceiver(facts, i, to);
                    before.send(to, parts.number(message));
                }

                @Override
                public int choose(int bound) {
                    return chance.applyAsInt(bound);
                }

                @Override
                public void restartTimer() {} // an awaited timeout may come at any moment
            });
            NodeState after = new NodeState(requestsLeft, State.save(nodes.get(i)), before.channels());
            return room > 0 && after.longestChannel() > room ? IMPOSSIBLE : number(i, after);
        } catch (RuntimeException failure) {
            throw new MachineFailed(failure);
        }
    }

    /** Returns the sender's part without messages that will have no effect when they arrive. */
    long withoutVoid(int sender, int receiver, long part, long receivers) {
        LongMap map = unvoided[sender * n + receiver];
        long key = part << Integer.SIZE | receivers;
        long known = map.get(key);
        return known != LongMap.NONE ? known : map.put(key, dropVoid(sender, receiver, part, receivers));
    }

    private long dropVoid(int sender, int receiver, long part, long receivers) {
        NodeState before = part(sender, part);
        Node<M> node = loaded(receiver, part(receiver, receivers));
        int[] kept = Arrays.stream(before.channels()[receiver])
                .filter(message -> !facts.isVoid().test(parts.message(message), node))
                .toArray();
        if (kept.length == before.channels()[receiver].length) {
            return part;
        }
        before.channels()[receiver] = kept;
        return number(sender, before);
    }

    /** Returns a part without the messages in flight to crashed nodes. */
    long forget(int node, long part, long stopped) {
        if (stopped == 0) {
            return part;
        }
        long key = part << n | stopped;
        long known = forgotten[node].get(key);
        return known != LongMap.NONE ? known : forgotten[node].put(key, forget(node, part(node, part), stopped));
    }

    private long forget(int node, NodeState before, long stopped) {
        for (int to = 0; to < n; to++) {
            if ((stopped >>> to & 1) != 0) {
                before.channels()[to] = new int[0];
            }
        }
        return number(node, before);
    }

    /** Returns the number of the node's region. */
    long region(int node, long part) {
        return look(node, part) & 3;
    }

    boolean isInside(int node, long part) {
        return region(node, part) == INSIDE;
    }

    boolean awaitsTimeout(int node, long part) {
        return (look(node, part) & 4) != 0;
    }

    /** Returns how many tokens are at a node and in flight from it. */
    long tokens(int node, long part) {
        return look(node, part) >>> 3;
    }

    private long look(int node, long part) {
        long known = shown[node].get(part);
        return known != LongMap.NONE ? known : shown[node].put(part, look(node, part(node, part)));
    }

    @SuppressWarnings("EnumOrdinal") // two bits of a status
    private long look(int i, NodeState part) {
        Node<M> machine = loaded(i, part);
        long tokens = machine.tokens();
        for (int[] channel : part.channels()) {
            for (int message : channel) {
                tokens += parts.message(message).tokens();
            }
        }
        return tokens << 3 | machine.region().ordinal() | (machine.timer().isPresent() ? 4 : 0);
    }

    /** Returns the set of receivers for which the oldest message from a node is hastened. */
    long hastened(int node, long part) {
        long known = hastened[node].get(part);
        return known != LongMap.NONE ? known : hastened[node].put(part, hastened(part(node, part)));
    }

    private long hastened(NodeState part) {
        long receivers = 0;
        for (int to = 0; to < n; to++) {
            int[] channel = part.channels()[to];
            boolean first = channel.length > 0
                    && options.hastened()
                            .contains(parts.message(channel[0]).getClass().getSimpleName());
            receivers |= first ? 1L << to : 0;
        }
        return receivers;
    }

    /** Returns whether a message is in flight from a node that a timer must outlast. */
    boolean hasOutlasted(int node, long part) {
        long known = outlasted[node].get(part);
        return (known != LongMap.NONE ? known : outlasted[node].put(part, hasOutlasted(part(node, part)) ? 1 : 0)) == 1;
    }

    private boolean hasOutlasted(NodeState part) {
        return Arrays.stream(part.channels())
                .flatMapToInt(Arrays::stream)
                .anyMatch(message ->
                        facts.timersOutlast().contains(parts.message(message).getClass()));
    }

    /** Returns how many requests the node may still make. */
    int requestsLeft(int node, long number) {
        return part(node, number).requestsLeft();
    }

    /** Returns every variable of a node, and the messages in flight from it. */
    List<String> print(int node, long number) {
        String owner = "p" + node;
        NodeState part = part(node, number);
        List<String> printed = new ArrayList<>();
        State.variables(loaded(node, part)).forEach(variable -> printed.add(owner + "." + variable));
        for (int to = 0; to < n; to++) {
            if (to != node) {
                String contents = Arrays.stream(part.channels()[to])
                        .mapToObj(parts::message)
                        .toList()
                        .toString();
                printed.add(owner + ">p" + to + "=" + contents);
            }
        }
        return printed;
    }

    /** Returns the lines of a scenario that bring a node to this state. */
    List<String> start(int node, long number) {
        NodeState part = part(node, number);
        List<String> lines = new ArrayList<>();
        lines.add("p" + node + " becomes " + State.print(loaded(node, part)));
        Wire<M> wire = Wire.of(system.messages());
        for (int to = 0; to < n; to++) {
            for (int message : part.channels()[to]) {
                String frame = HexFormat.of().formatHex(wire.encode(parts.message(message)));
                lines.add("p" + node + " to p" + to + " holds " + frame);
            }
        }
        return lines;
    }

    long bytes() {
        return List.of(done, taken, received, shown, hastened, outlasted, unvoided, forgotten).stream()
                .flatMap(Arrays::stream)
                .mapToLong(LongMap::bytes)
                .sum();
    }
}
