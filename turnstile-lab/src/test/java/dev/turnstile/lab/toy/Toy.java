package dev.turnstile.lab.toy;

import dev.turnstile.machine.Fields;
import dev.turnstile.machine.Message;
import dev.turnstile.machine.Node;
import dev.turnstile.machine.NodeSystem;
import dev.turnstile.machine.Outbox;
import dev.turnstile.machine.Region;
import dev.turnstile.machine.Sizes;
import dev.turnstile.machine.Timer;
import dev.turnstile.machine.facts.NodeFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntToLongFunction;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;

/**
 * A system of toy nodes: a test says what they remember and how they react, and nothing else. A node enters at once
 * when it is asked, leaves at once, and ignores messages, except where the test says otherwise.
 *
 * <p>It is the only hand-written node of these tests that is not a broken copy of a real one, so that a change to
 * {@link Node} or {@link NodeSystem} is made here once.
 *
 * <pre>{@code
 * Toy purses = Toy.of("purses", 3)
 *         .variable("coins", 2, 0, 1_000)
 *         .tokens(6, me -> me.get("coins"))
 *         .onRelease((me, out) -> ...);
 * }</pre>
 */
public final class Toy implements NodeSystem<Toy.ToyMessage> {
    /** What toys say; each test gives it a meaning. */
    public sealed interface ToyMessage extends Message {
        /** A question. */
        record Ask() implements ToyMessage {}

        /** Its answer. */
        record Yes() implements ToyMessage {}

        /** Something else. */
        record Note() implements ToyMessage {}

        /** Counts as one token. */
        record Token() implements ToyMessage {
            @Override
            public long tokens() {
                return 1;
            }
        }

        /** A number. */
        record Number(long number) implements ToyMessage {}
    }

    /** What a node does when it is asked to enter. */
    @FunctionalInterface
    public interface Asking {
        /** Sees how many units it is asked for. */
        void react(Self me, int units, Outbox<ToyMessage> out);
    }

    /** What a node does of its own accord. */
    @FunctionalInterface
    public interface Acting {
        /** Sees the node itself. */
        void react(Self me, Outbox<ToyMessage> out);
    }

    /** What a node does when a message arrives. */
    @FunctionalInterface
    public interface Hearing {
        /** Sees who sent what. */
        void react(Self me, int from, ToyMessage message, Outbox<ToyMessage> out);
    }

    private record Variable(String name, IntToLongFunction start, long least, long most) {}

    private final String name;
    private final int nodes;
    private final List<Variable> variables = new ArrayList<>();
    private List<Region> regions = List.of();
    private List<String> regionNames = List.of();
    private int limit;
    private int unitsMax = 1;
    private int outcomes = 1;
    private long arrivalsToSettle;
    private boolean stabilises;
    private long tokens;
    private ToLongFunction<Self> tokensOf = me -> 0;
    private Set<Class<? extends ToyMessage>> mayOvertake = Set.of();
    private Set<Class<? extends ToyMessage>> timersOutlast = Set.of();
    private Optional<Function<Fields, ToyMessage>> anyMessage = Optional.empty();

    private Asking acquire = (me, units, out) -> me.moveTo(Region.CRITICAL);
    private Acting release = (me, out) -> {};
    private Acting cancel = (me, out) -> {};
    private Hearing receive = (me, from, message, out) -> {};
    private Predicate<Self> awaitsTimeout = me -> false;
    private Acting timeout = (me, out) -> {};

    private Toy(String name, int nodes) {
        this.name = name;
        this.nodes = nodes;
        limit = nodes;
    }

    /** Toys that may all be inside at once. */
    public static Toy of(String name, int nodes) {
        return new Toy(name, nodes).regions(Region.REMAINDER, Region.TRYING, Region.CRITICAL);
    }

    /** So many units may be inside. */
    public Toy limit(int units) {
        limit = units;
        return this;
    }

    /** A node can ask for up to so many. */
    public Toy unitsMax(int units) {
        unitsMax = units;
        return this;
    }

    /** The only regions in which a node can be. */
    public Toy regions(Region... some) {
        regions = List.of(some);
        regionNames = regions.stream().map(Region::name).toList();
        return this;
    }

    /** Each node remembers a number between least and most. */
    public Toy variable(String variable, long start, long least, long most) {
        return variable(variable, index -> start, least, most);
    }

    /** The same, where each node starts with a number of its own. */
    public Toy variable(String variable, IntToLongFunction start, long least, long most) {
        variables.add(new Variable(variable, start, least, most));
        return this;
    }

    /** A call has so many outcomes at most. */
    public Toy outcomes(int most) {
        outcomes = most;
        return this;
    }

    /** There are so many tokens; a node has as many of them as the function says. */
    public Toy tokens(long total, ToLongFunction<Self> ofNode) {
        tokens = total;
        tokensOf = ofNode;
        return this;
    }

    /** They promise to be right in the end. */
    public Toy stabilising() {
        stabilises = true;
        return this;
    }

    /** Messages go round forever, and so many arrivals let in whoever will enter. */
    public Toy arrivalsToSettle(long arrivals) {
        arrivalsToSettle = arrivals;
        return this;
    }

    /** These may overtake others. */
    public Toy mayOvertake(Set<Class<? extends ToyMessage>> types) {
        mayOvertake = types;
        return this;
    }

    /** No timeout comes while one of these is on its way. */
    public Toy timersOutlast(Set<Class<? extends ToyMessage>> types) {
        timersOutlast = types;
        return this;
    }

    /** How an arbitrary message is made. */
    public Toy anyMessage(Function<Fields, ToyMessage> maker) {
        anyMessage = Optional.of(maker);
        return this;
    }

    /** Replaces "enters at once". */
    public Toy onAcquire(Asking reaction) {
        acquire = reaction;
        return this;
    }

    /** What a node does when it has left. */
    public Toy onRelease(Acting reaction) {
        release = reaction;
        return this;
    }

    /** What a node does when it has given up. */
    public Toy onCancel(Acting reaction) {
        cancel = reaction;
        return this;
    }

    /** What a node does with a message. */
    public Toy onReceive(Hearing reaction) {
        receive = reaction;
        return this;
    }

    /** When a node awaits a timeout, and what it does then. */
    public Toy onTimeout(Predicate<Self> awaits, Acting reaction) {
        awaitsTimeout = awaits;
        timeout = reaction;
        return this;
    }

    @Override
    public Sizes sizes() {
        return new Sizes(nodes, limit, 0, unitsMax);
    }

    @Override
    public boolean fits(ToyMessage message) {
        return true;
    }

    @Override
    public long arrivalsToSettle() {
        return arrivalsToSettle;
    }

    @Override
    public NodeFacts<ToyMessage> facts() {
        NodeFacts<ToyMessage> facts = NodeFacts.<ToyMessage>of(nodes)
                .withOutcomes(outcomes)
                .withTokens(tokens)
                .withStabilises(stabilises)
                .withOvertaking(mayOvertake)
                .withTimersOutlasting(timersOutlast);
        return anyMessage.map(facts::withArbitrary).orElse(facts);
    }

    @Override
    public Class<ToyMessage> messages() {
        return ToyMessage.class;
    }

    @Override
    public Node<ToyMessage> node(int index) {
        return new Self(index);
    }

    @Override
    public String toString() {
        return name;
    }

    /** One of the nodes, as its reactions see it. */
    public final class Self implements Node<ToyMessage> {
        private final int index;
        private final long[] values;
        private Region region = Region.REMAINDER;

        private Self(int index) {
            this.index = index;
            values = variables.stream()
                    .mapToLong(one -> one.start().applyAsLong(index))
                    .toArray();
        }

        /** Its number. */
        public int index() {
            return index;
        }

        /** The number of the next node in the ring of all. */
        public int next() {
            return (index + 1) % nodes;
        }

        /** What it remembers under a name. */
        public long get(String variable) {
            return values[at(variable)];
        }

        /** Remembers something else. */
        public void set(String variable, long value) {
            values[at(variable)] = value;
        }

        /** Remembers so much more. */
        public void add(String variable, long more) {
            values[at(variable)] += more;
        }

        private int at(String variable) {
            for (int at = 0; at < values.length; at++) {
                if (variables.get(at).name().equals(variable)) {
                    return at;
                }
            }
            throw new IllegalArgumentException("no variable is called '" + variable + "'");
        }

        /** Is in that region from now on. */
        public void moveTo(Region next) {
            region = next;
        }

        @Override
        public Region region() {
            return region;
        }

        @Override
        public long tokens() {
            return tokensOf.applyAsLong(this);
        }

        @Override
        public void acquire(int units, Outbox<ToyMessage> out) {
            region = Region.TRYING;
            acquire.react(this, units, out);
        }

        @Override
        public void release(Outbox<ToyMessage> out) {
            region = Region.REMAINDER;
            release.react(this, out);
        }

        @Override
        public void cancel(Outbox<ToyMessage> out) {
            region = Region.REMAINDER;
            cancel.react(this, out);
        }

        @Override
        public void receive(int from, ToyMessage message, Outbox<ToyMessage> out) {
            receive.react(this, from, message, out);
        }

        @Override
        public Optional<Timer> timer() {
            return awaitsTimeout.test(this) ? Optional.of(new Timer("toy", 1)) : Optional.empty();
        }

        @Override
        public void timeout(Outbox<ToyMessage> out) {
            timeout.react(this, out);
        }

        @Override
        public void state(Fields fields) {
            region = regions.get(fields.label("region", regions.indexOf(region), regionNames));
            for (int at = 0; at < values.length; at++) {
                Variable one = variables.get(at);
                values[at] = fields.range(one.name(), values[at], one.least(), one.most());
            }
        }
    }
}
