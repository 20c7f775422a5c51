package dev.turnstile.lab.run;

import dev.turnstile.machine.Fields;
import dev.turnstile.machine.Message;
import dev.turnstile.machine.Node;
import dev.turnstile.machine.NodeSystem;
import dev.turnstile.machine.Outbox;
import dev.turnstile.machine.Region;
import dev.turnstile.machine.State;
import dev.turnstile.machine.facts.NodeFacts;
import dev.turnstile.machine.wire.MalformedFrameException;
import dev.turnstile.machine.wire.Wire;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/** A stage of nodes that send messages. */
public final class NodeStage<M extends Message> implements Stage {
    private final NodeSystem<M> system;
    private final NodeFacts<M> facts;
    private final List<Node<M>> nodes = new ArrayList<>();
    private final int[] units;
    private final boolean[] stopped;
    private final Map<Channel, Deque<Sent<M>>> channels = new TreeMap<>(); // without empty channels
    private final List<String> lost = new ArrayList<>(); // messages to crashed nodes, in words
    private long lostTokens;
    private int made;
    private final int[] notDue; // by node: the number of moves after which its timeout was last not due

    private record Channel(int from, int to) implements Comparable<Channel> {
        @Override
        public int compareTo(Channel other) {
            return from == other.from ? Integer.compare(to, other.to) : Integer.compare(from, other.from);
        }
    }

    /** A message in flight and the number of the move that sent it, or none if it was there from the start. */
    private record Sent<M>(M message, List<Integer> by) {}

    public NodeStage(NodeSystem<M> system, int[] units) {
        this.system = system;
        facts = system.facts();
        this.units = units.clone();
        stopped = new boolean[system.sizes().participants()];
        notDue = new int[stopped.length];
        for (int i = 0; i < stopped.length; i++) {
            nodes.add(system.node(i));
        }
    }

    @Override
    public int processes() {
        return stopped.length;
    }

    @Override
    public Region region(int process) {
        return !stopped[process] || facts.holdsWhenStopped()
                ? nodes.get(process).region()
                : Region.REMAINDER;
    }

    @Override
    public int floor() {
        return system.sizes().floor();
    }

    @Override
    public boolean hasStopped(int process) {
        return stopped[process];
    }

    @Override
    public Optional<Deed> make(Move move) {
        if (stopped[move.process()]) {
            return Optional.empty();
        }
        Optional<Deed> deed = switch (move.kind()) {
            case ASK, LEAVE, CANCEL, TIMEOUT -> act(move);
            case DELIVER -> deliver(move.from(), move.process());
            case CRASH -> stop(move);
            case BECOME -> become(move);
            case STEP, ATTEMPT, KILL, TICK -> Optional.empty();
        };
        made += deed.isPresent() ? 1 : 0;
        noteTimers();
        return deed;
    }

    private void noteTimers() {
        for (int i = 0; i < stopped.length; i++) {
            if (!nodes.get(i).timer().isPresent() || !timersRunOut()) {
                notDue[i] = made;
            }
        }
    }

    /** Returns whether no message is in flight that a timer must outlast. */
    private boolean timersRunOut() {
        return facts.timersOutlast().isEmpty()
                || channels.values().stream()
                        .flatMap(Deque::stream)
                        .noneMatch(sent ->
                                facts.timersOutlast().contains(sent.message().getClass()));
    }

    private Optional<Deed> act(Move move) {
        int i = move.process();
        if (!NodeActions.isPossible(nodes.get(i), move.kind())) {
            return Optional.empty();
        }
        Choices choices = new Choices(move.choices());
        NodeActions.make(nodes.get(i), move.kind(), units[i], from(i, choices::choose));
        return Optional.of(new Deed(move.kind().verb + Choices.words(choices.made()), choices.made(), List.of()));
    }

    private Optional<Deed> deliver(int from, int to) {
        Deque<Sent<M>> channel = channels.get(new Channel(from, to));
        if (channel == null) {
            return Optional.empty();
        }
        Sent<M> taken = channel.removeFirst();
        if (channel.isEmpty()) {
            channels.remove(new Channel(from, to));
        }
        nodes.get(to).receive(from, taken.message(), from(to, Choices.NONE));
        return Optional.of(new Deed("p" + from + ": " + taken.message(), List.of(), taken.by()));
    }

    private Optional<Deed> stop(Move move) {
        stopped[move.process()] = true;
        channels.forEach((channel, messages) -> messages.forEach(sent -> lose(channel, sent)));
        channels.keySet().removeIf(channel -> channel.to() == move.process());
        return Optional.of(new Deed(move.kind().verb, List.of(), List.of()));
    }

    private Optional<Deed> become(Move move) {
        long[] values = move.values().stream().mapToLong(value -> value).toArray();
        State.load(nodes.get(move.process()), values, 0);
        return Optional.of(new Deed("is damaged", List.of(), List.of()));
    }

    private Outbox<M> from(int sender, IntUnaryOperator chance) {
        int by = made;
        return new Outbox<>() {
            @Override
            public void send(int to, M message) {
                NodeStage.this.send(sender, to, new Sent<>(message, List.of(by)));
            }

            @Override
            public int choose(int bound) {
                return chance.applyAsInt(bound);
            }

            @Override
            public void restartTimer() {} // an awaited timeout may come at any moment
        };
    }

    private void send(int from, int to, Sent<M> sent) {
        NodeActions.checkReceiver(facts, from, to);
        if (stopped[to]) {
            lose(new Channel(from, to), sent);
        } else {
            channels.computeIfAbsent(new Channel(from, to), channel -> new ArrayDeque<>())
                    .addLast(sent);
        }
    }

    private void lose(Channel channel, Sent<M> sent) {
        if (stopped[channel.to()]) {
            lost.add(words(channel, sent) + ", never taken because p" + channel.to() + " has stopped");
            lostTokens += sent.message().tokens();
        }
    }

    private String words(Channel channel, Sent<M> sent) {
        return "p" + channel.from() + " to p" + channel.to() + ": " + sent.message();
    }

    @Override
    public Optional<Move> owed() {
        return channels.keySet().stream()
                .map(channel -> Move.receives(channel.to(), channel.from()))
                .findFirst()
                .or(() -> mustAct(Move.Kind.LEAVE))
                .or(() -> mustAct(Move.Kind.TIMEOUT));
    }

    private Optional<Move> mustAct(Move.Kind kind) {
        return IntStream.range(0, stopped.length)
                .filter(i -> !stopped[i] && NodeActions.isPossible(nodes.get(i), kind))
                .mapToObj(i -> new Move(i, kind))
                .findFirst();
    }

    @Override
    public List<String> neglectedBy(List<Move> repeated) {
        List<String> neglected = new ArrayList<>();
        channels.keySet().stream()
                .filter(channel -> !repeated.contains(Move.receives(channel.to(), channel.from())))
                .forEach(channel ->
                        neglected.add("messages from p" + channel.from() + " to p" + channel.to() + " never arrive"));
        for (int i = 0; i < stopped.length; i++) {
            if (!stopped[i] && region(i) == Region.CRITICAL && !isAmong(repeated, Move.leaves(i))) {
                neglected.add("p" + i + " is alive and inside, but never leaves");
            }
            boolean due = notDue[i] < made - repeated.size(); // throughout the repeated moves
            if (!stopped[i] && due && !isAmong(repeated, Move.timesOut(i))) {
                neglected.add("p" + i + " is alive and awaits a timeout that never comes");
            }
        }
        return neglected;
    }

    /** Returns whether the move occurs, with any choices. */
    private static boolean isAmong(List<Move> moves, Move wanted) {
        return moves.stream().anyMatch(move -> move.choosing(List.of()).equals(wanted));
    }

    @Override
    public long tokens() {
        long onTheWay = channels.values().stream()
                .flatMap(Deque::stream)
                .mapToLong(sent -> sent.message().tokens())
                .sum();
        return lostTokens + onTheWay + nodes.stream().mapToLong(Node::tokens).sum();
    }

    @Override
    public List<String> onTheWay() {
        List<String> all = new ArrayList<>(lost);
        all.addAll(inChannels());
        return all;
    }

    private List<String> inChannels() {
        return channels.entrySet().stream()
                .flatMap(channel -> channel.getValue().stream().map(sent -> words(channel.getKey(), sent)))
                .toList();
    }

    @Override
    public void put(int from, int to, String frame) {
        try {
            M message = Wire.of(system.messages()).decode(HexFormat.of().parseHex(frame));
            if (!system.fits(message)) {
                throw new IllegalArgumentException(message + " does not fit a system of this size");
            }
            send(from, to, new Sent<>(message, List.of()));
        } catch (MalformedFrameException | IllegalStateException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    @Override
    public List<String> print() {
        List<String> printed = new ArrayList<>();
        for (int i = 0; i < stopped.length; i++) {
            String owner = "p" + i + (stopped[i] ? " STOPPED " : ".");
            State.variables(nodes.get(i)).forEach(variable -> printed.add(owner + variable));
        }
        printed.addAll(inChannels());
        return printed;
    }

    @Override
    public List<String> likeness() {
        if (facts.stamps().isEmpty()) {
            return print();
        }
        Stamps stamps = new Stamps();
        visit(stamps);
        stamps.ranked = true;
        return visit(stamps);
    }

    /** Shows all stamps to the visitor, and returns the result in words. The stage does not change. */
    private List<String> visit(Fields stamps) {
        List<String> printed = new ArrayList<>();
        for (int i = 0; i < stopped.length; i++) {
            Node<M> copy = system.node(i);
            State.load(copy, State.save(nodes.get(i)), 0);
            copy.state(stamps);
            printed.add(i + " " + stopped[i] + " " + State.print(copy));
        }
        channels.forEach((channel, messages) -> messages.forEach(sent -> printed.add(
                channel + " " + facts.stamps().orElseThrow().restamped(channel.from(), sent.message(), stamps))));
        return printed;
    }

    /** First collects all stamps, then replaces each by its rank. */
    private static final class Stamps implements Fields {
        private final Map<Integer, TreeSet<Long>> groups = new TreeMap<>();
        private boolean ranked;

        @Override
        public long range(String name, long value, long min, long max) {
            return value;
        }

        @Override
        public long stamp(String name, long value, int group) {
            if (value == Long.MAX_VALUE) {
                return value;
            }
            TreeSet<Long> all = groups.computeIfAbsent(group, key -> new TreeSet<>());
            if (!ranked) {
                all.add(value);
            }
            return ranked ? all.headSet(value).size() : value;
        }
    }

    @Override
    public List<String> variables(int process) {
        return State.variables(nodes.get(process));
    }

    @Override
    public List<Long> values(int process, List<String> variables) {
        NamedFields named = new NamedFields(variables);
        Node<M> node = system.node(process);
        node.state(named);
        named.checkAllUsed();
        return Arrays.stream(State.save(node)).boxed().toList();
    }
}
