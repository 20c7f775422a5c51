package dev.turnstile.lab.explore;

import dev.turnstile.machine.Message;
import dev.turnstile.machine.Node;
import dev.turnstile.machine.NodeSystem;
import dev.turnstile.machine.Outbox;
import dev.turnstile.machine.Region;
import dev.turnstile.machine.State;
import dev.turnstile.machine.Wire;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.function.LongUnaryOperator;

/**
 * What nodes do, from part to part of a configuration ({@link Parts}), for one thread. What came of a deed is remembered by the
 * numbers of the parts; the node itself acts only the first time.
 */
final class Reactions<M extends Message> {
    /** No part: the deed is not possible. */
    static final long IMPOSSIBLE = -1;

    @SuppressWarnings("EnumOrdinal") // as in a status
    private static final int INSIDE = Region.CRITICAL.ordinal();

    private final NodeSystem<M> system;
    private final Parts<M> parts;
    private final int n;
    private final int[] units;
    private final int requests;
    private final List<Node<M>> nodes = new ArrayList<>();
    private final int[] variables; // by node: how many
    private final LongMap[] done; // by kind and node: part to part, or IMPOSSIBLE
    private final LongMap[] taken; // by channel: part to part and message, or IMPOSSIBLE
    private final LongMap[] received; // by channel: part and message to part
    private final LongMap[] shown; // by node: part to region, and whether it awaits a timeout
    private final LongMap[] forgotten; // by node: part and those who have stopped to part

    Reactions(NodeSystem<M> system, Parts<M> parts, int[] units, int requests) {
        this.system = system;
        this.parts = parts;
        this.units = units;
        this.requests = requests;
        n = system.nodes();
        variables = new int[n];
        for (int i = 0; i < n; i++) {
            nodes.add(system.node(i));
            variables[i] = State.save(nodes.get(i)).length;
        }
        done = maps(Move.Kind.values().length * n);
        taken = maps(n * n);
        received = maps(n * n);
        shown = maps(n);
        forgotten = maps(n);
    }

    private static LongMap[] maps(int count) {
        LongMap[] maps = new LongMap[count];
        Arrays.setAll(maps, i -> new LongMap());
        return maps;
    }

    private int number(int node, Part part) {
        return parts.number(node, part.write());
    }

    private Part part(int node, long number) {
        return Part.read(parts.part(node, (int) number), variables[node], n);
    }

    /** The part of a node as it is now, with nothing on its way from it. */
    int fresh(int node, Node<M> machine) {
        return number(node, new Part(requests, State.save(machine), new int[n][0]));
    }

    /** The part of a node with arbitrary variables, and up to so many arbitrary messages on each channel from it. */
    int scrambled(int node, int messagesMax, LongUnaryOperator dice) {
        State.scramble(nodes.get(node), dice);
        int[][] channels = new int[n][0];
        for (int to = 0; messagesMax > 0 && to < n; to++) {
            channels[to] = new int[to == node ? 0 : (int) dice.applyAsLong(messagesMax + 1L)];
            Arrays.setAll(channels[to], at -> parts.number(AnyConfigurations.message(system, dice)));
        }
        return number(node, new Part(requests, State.save(nodes.get(node)), channels));
    }

    /** What becomes of a node's part when it does something of its own accord. */
    @SuppressWarnings("EnumOrdinal") // an index
    long alone(int node, Move.Kind kind, long part) {
        LongMap map = done[kind.ordinal() * n + node];
        long known = map.get(part);
        return known != LongMap.NONE ? known : map.put(part, act(node, kind, part(node, part)));
    }

    private long act(int i, Move.Kind kind, Part part) {
        boolean counts = kind == Move.Kind.ASK && requests > 0;
        Node<M> node = loaded(i, part);
        if (!Deeds.isPossible(node, kind) || (counts && part.requestsLeft() == 0)) {
            return IMPOSSIBLE;
        }
        int left = counts ? part.requestsLeft() - 1 : part.requestsLeft();
        return after(i, left, part, out -> Deeds.make(node, kind, units[i], out));
    }

    /**
     * What is left of the sender's part without the oldest message of a channel, in the upper half, and that message; or
     * {@link #IMPOSSIBLE}, if there is none.
     */
    long take(int sender, int receiver, long part) {
        LongMap map = taken[sender * n + receiver];
        long known = map.get(part);
        return known != LongMap.NONE ? known : map.put(part, take(sender, receiver, part(sender, part)));
    }

    private long take(int sender, int receiver, Part before) {
        if (before.channels()[receiver].length == 0) {
            return IMPOSSIBLE;
        }
        int message = before.take(receiver);
        return (long) number(sender, before) << Integer.SIZE | message;
    }

    /** What becomes of the receiver's part. */
    long receive(int sender, int receiver, long part, long message) {
        LongMap map = received[sender * n + receiver];
        long key = part << Integer.SIZE | message;
        long known = map.get(key);
        return known != LongMap.NONE
                ? known
                : map.put(key, receive(sender, receiver, part(receiver, part), parts.message((int) message)));
    }

    private long receive(int sender, int receiver, Part before, M message) {
        Node<M> node = loaded(receiver, before);
        return after(receiver, before.requestsLeft(), before, out -> node.receive(sender, message, out));
    }

    private Node<M> loaded(int i, Part part) {
        State.load(nodes.get(i), part.variables(), 0);
        return nodes.get(i);
    }

    @FunctionalInterface
    private interface Act<M extends Message> {
        void on(Outbox<M> out);
    }

    private long after(int i, int requestsLeft, Part before, Act<M> act) {
        try {
            act.on((to, message) -> {
                Deeds.checkReceiver(i, to, n);
                before.send(to, parts.number(message));
            });
            return number(i, new Part(requestsLeft, State.save(nodes.get(i)), before.channels()));
        } catch (RuntimeException failure) {
            throw new MachineFailed(failure);
        }
    }

    /** Without what is on its way to those who have stopped. */
    long forget(int node, long part, long stopped) {
        if (stopped == 0) {
            return part;
        }
        long key = part << n | stopped;
        long known = forgotten[node].get(key);
        return known != LongMap.NONE ? known : forgotten[node].put(key, forget(node, part(node, part), stopped));
    }

    private long forget(int node, Part before, long stopped) {
        for (int to = 0; to < n; to++) {
            if ((stopped >>> to & 1) != 0) {
                before.channels()[to] = new int[0];
            }
        }
        return number(node, before);
    }

    /** The number of the node's region. */
    long region(int node, long part) {
        return look(node, part) & 3;
    }

    boolean isInside(int node, long part) {
        return region(node, part) == INSIDE;
    }

    boolean awaitsTimeout(int node, long part) {
        return look(node, part) > 3;
    }

    private long look(int node, long part) {
        long known = shown[node].get(part);
        return known != LongMap.NONE ? known : shown[node].put(part, look(loaded(node, part(node, part))));
    }

    @SuppressWarnings("EnumOrdinal") // two bits of a status
    private long look(Node<M> machine) {
        return machine.region().ordinal() | (machine.awaitsTimeout() ? 4 : 0);
    }

    /** How often the node may still ask. */
    int requestsLeft(int node, long number) {
        return part(node, number).requestsLeft();
    }

    /** Every variable of a node, and what is on its way from it. */
    List<String> print(int node, long number) {
        String owner = "p" + node;
        Part part = part(node, number);
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

    /** How to bring a node to this, as lines of a scenario. */
    List<String> start(int node, long number) {
        Part part = part(node, number);
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
        return List.of(done, taken, received, shown, forgotten).stream()
                .flatMap(Arrays::stream)
                .mapToLong(LongMap::bytes)
                .sum();
    }
}
