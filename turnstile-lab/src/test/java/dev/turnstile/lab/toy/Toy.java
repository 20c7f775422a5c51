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
 * A system of toy nodes: a test defines only what they remember and how they react. By default a node enters at once
 * when it is asked to, leaves at once, and ignores messages.
 *
 * <p>Among these tests, this is the only hand-written node that is not a broken copy of a real one. So a change to
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
    /** The messages of toys; each test gives them a meaning. */
    public sealed interface ToyMessage extends Message {
        /** A question. */
        record Ask() implements ToyMessage {}

        /** The answer to a question. */
        record Yes() implements ToyMessage {}

        /** Something else. */
        record Note() implements ToyMessage {}

        /** A message that counts as one token. */
        record Token() implements ToyMessage {
            @Override
            public long tokens() {
                return 1;
            }
        }

        /** A number. */
        record Number(long number) implements ToyMessage {}
    }

    /** A node's reaction to a request to enter. */
    @FunctionalInterface
    public interface Asking {
        /** Reacts to a request for the given units. */
        void react(Self me, int units, Outbox<ToyMessage> out);
    }

    /** A node's reaction to an event of its own. */
    @FunctionalInterface
    public interface Acting {
        /** Reacts to the event. */
        void react(Self me, Outbox<ToyMessage> out);
    }

    /** A node's reaction to a message. */
    @FunctionalInterface
    public interface Hearing {
        /** Reacts to a message from the given node. */
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

    /** Creates toys that may all be inside at once. */
    public static Toy of(String name, int nodes) {
        return new Toy(name, nodes).regions(Region.REMAINDER, Region.TRYING, Region.CRITICAL);
    }

    /** Sets how many units may be inside. */
    public Toy limit(int units) {
        limit = units;
        return this;
    }

    /** Sets how many units a node can request. */
    public Toy unitsMax(int units) {
        unitsMax = units;
        return this;
    }

    /** Sets the only regions in which a node can be. */
    public Toy regions(Region... some) {
        regions = List.of(some);
        regionNames = regions.stream().map(Region::name).toList();
        return this;
    }

    /** Adds a variable between least and most to each node. */
    public Toy variable(String variable, long start, long least, long most) {
        return variable(variable, index -> start, least, most);
    }

    /** Adds a variable between least and most to each node, with its own start value. */
    public Toy variable(String variable, IntToLongFunction start, long least, long most) {
        variables.add(new Variable(variable, start, least, most));
        return this;
    }

    /** Sets the most outcomes that a call can have. */
    public Toy outcomes(int most) {
        outcomes = most;
        return this;
    }

    /** Sets the total number of tokens, and how many a node has. */
    public Toy tokens(long total, ToLongFunction<Self> ofNode) {
        tokens = total;
        tokensOf = ofNode;
        return this;
    }

    /** Declares the system self-stabilising. */
    public Toy stabilising() {
        stabilises = true;
        return this;
    }

    /**
     * Declares that messages go round forever, and that after this many arrivals every node that will enter has
     * entered.
     */
    public Toy arrivalsToSettle(long arrivals) {
        arrivalsToSettle = arrivals;
        return this;
    }

    /** Sets the types of messages that may overtake others. */
    public Toy mayOvertake(Set<Class<? extends ToyMessage>> types) {
        mayOvertake = types;
        return this;
    }

    /** Sets the types of messages that timers outlast: no timeout comes while one is in flight. */
    public Toy timersOutlast(Set<Class<? extends ToyMessage>> types) {
        timersOutlast = types;
        return this;
    }

    /** Sets how an arbitrary message is created. */
    public Toy anyMessage(Function<Fields, ToyMessage> maker) {
        anyMessage = Optional.of(maker);
        return this;
    }

    /** Sets what a node does instead of entering at once. */
    public Toy onAcquire(Asking reaction) {
        acquire = reaction;
        return this;
    }

    /** Sets what a node does when it has left. */
    public Toy onRelease(Acting reaction) {
        release = reaction;
        return this;
    }

    /** Sets what a node does when it has given up. */
    public Toy onCancel(Acting reaction) {
        cancel = reaction;
        return this;
    }

    /** Sets what a node does with a message. */
    public Toy onReceive(Hearing reaction) {
        receive = reaction;
        return this;
    }

    /** Sets when a node awaits a timeout, and what it does then. */
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

        /** Returns the number of this node. */
        public int index() {
            return index;
        }

        /** Returns the number of the next node in the ring of all nodes. */
        public int next() {
            return (index + 1) % nodes;
        }

        /** Returns the value of a variable. */
        public long get(String variable) {
            return values[at(variable)];
        }

        /** Sets a variable. */
        public void set(String variable, long value) {
            values[at(variable)] = value;
        }

        /** Adds to a variable. */
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

        /** Moves to another region. */
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
