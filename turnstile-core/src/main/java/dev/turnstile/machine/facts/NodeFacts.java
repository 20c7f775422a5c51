package dev.turnstile.machine.facts;

import dev.turnstile.machine.Fields;
import dev.turnstile.machine.Message;
import dev.turnstile.machine.Node;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * Immutable facts about a message-passing system, for use in a lab. A system that wraps another one passes on the
 * other's facts, unchanged or with a change.
 *
 * <pre>{@code
 * NodeFacts<M> facts = NodeFacts.<M>of(n).withTokens(k).withOutcomes(k);
 * facts.tokens();     // k
 * }</pre>
 *
 * @param <M> the messages of the system
 */
public final class NodeFacts<M extends Message> {
    private int outcomes = 1;
    private long tokens;
    private boolean stabilises;
    private boolean holdsWhenStopped = true;
    private long bytesAtLeast;
    private IntPredicate asks = node -> true;
    private IntFunction<int[]> neighbours;
    private Set<Class<? extends M>> timersOutlast = Set.of();
    private Set<Class<? extends M>> mayOvertake = Set.of();
    private Predicate<M> ends = message -> false;
    private BiPredicate<M, Node<M>> isVoid = (message, receiver) -> false;
    private Optional<Restamping<M>> stamps = Optional.empty();
    private Optional<Function<Fields, M>> arbitrary = Optional.empty();

    /** Renumbers the stamps of a message. */
    @FunctionalInterface
    public interface Restamping<M extends Message> {
        /**
         * Returns the same message from that sender with new stamps. Each stamp is passed to the visitor, which returns
         * the new one.
         */
        M restamped(int from, M message, Fields stamps);
    }

    private NodeFacts(IntFunction<int[]> neighbours) {
        this.neighbours = neighbours;
    }

    /**
     * Returns the facts of a plain system of n nodes: no random choices, no tokens and no stamps. Every node can send
     * to every other node.
     */
    public static <M extends Message> NodeFacts<M> of(int nodes) {
        return new NodeFacts<>(
                node -> IntStream.range(0, nodes).filter(other -> other != node).toArray());
    }

    /** Returns a copy that the caller may change before publishing it. */
    private NodeFacts<M> copy() {
        NodeFacts<M> copy = new NodeFacts<>(neighbours);
        copy.outcomes = outcomes;
        copy.tokens = tokens;
        copy.stabilises = stabilises;
        copy.holdsWhenStopped = holdsWhenStopped;
        copy.bytesAtLeast = bytesAtLeast;
        copy.asks = asks;
        copy.timersOutlast = timersOutlast;
        copy.mayOvertake = mayOvertake;
        copy.ends = ends;
        copy.isVoid = isVoid;
        copy.stamps = stamps;
        copy.arbitrary = arbitrary;
        return copy;
    }

    /**
     * Returns the maximum number of random outcomes of one call to a node: the product of the bounds that the call
     * passes to {@link dev.turnstile.machine.Outbox#choose}.
     */
    public int outcomes() {
        return outcomes;
    }

    /**
     * Returns the number of tokens at nodes and in flight, for each kind, as {@link dev.turnstile.machine.Tokens}
     * counts them. The number is constant. If the system stabilises, it is the number that is reached in the end. 0 if
     * there are no tokens to count.
     */
    public long tokens() {
        return tokens;
    }

    /**
     * Returns whether the system recovers from any configuration. Until it has recovered, there may be fewer or more
     * tokens than there should be, and more units inside than the limit.
     */
    public boolean stabilises() {
        return stabilises;
    }

    /**
     * Returns whether a node that has stopped inside still counts as inside. It does not if the others detect the stop
     * and continue without the node.
     */
    public boolean holdsWhenStopped() {
        return holdsWhenStopped;
    }

    /**
     * Returns a lower bound on the initial memory of all nodes together, in bytes, if it grows faster than their
     * number. Otherwise returns 0. A lab that creates all nodes can use it to refuse before it runs out of memory.
     */
    public long bytesAtLeast() {
        return bytesAtLeast;
    }

    /** Returns which nodes ever make requests. The other nodes only serve. */
    public IntPredicate asks() {
        return asks;
    }

    /** Returns the nodes to which a node can send, in ascending order. */
    public IntFunction<int[]> neighbours() {
        return neighbours;
    }

    /** Returns the types of messages that a timer outlasts. No timeout occurs while one of them is in flight. */
    public Set<Class<? extends M>> timersOutlast() {
        return timersOutlast;
    }

    /** Returns the types of messages that may overtake others on the same channel. Channels are FIFO otherwise. */
    public Set<Class<? extends M>> mayOvertake() {
        return mayOvertake;
    }

    /**
     * Returns which messages end their receiver's stay inside, regardless of the floor. The receiver then counts as
     * crashed and replaced by a new node.
     */
    public Predicate<M> ends() {
        return ends;
    }

    /**
     * Returns which messages are void for a receiver in its present state. A void message changes nothing and sends
     * nothing, whenever it arrives. A check can be configured to drop it.
     */
    public BiPredicate<M, Node<M>> isVoid() {
        return isVoid;
    }

    /** Returns how to renumber the stamps of messages ({@link Fields#stamp}), or empty if there are none. */
    public Optional<Restamping<M>> stamps() {
        return stamps;
    }

    /**
     * Returns a function that creates a message from the values that a visitor returns. A lab uses it to fill channels
     * with arbitrary messages. A first field chooses the type, and the others are named after the record's components.
     * Empty if the algorithm does not define what an arbitrary message is.
     */
    public Optional<Function<Fields, M>> arbitrary() {
        return arbitrary;
    }

    /** Returns a copy with this many {@link #outcomes}. */
    public NodeFacts<M> withOutcomes(int count) {
        NodeFacts<M> copy = copy();
        copy.outcomes = count;
        return copy;
    }

    /** Returns a copy with this many {@link #tokens}. */
    public NodeFacts<M> withTokens(long count) {
        NodeFacts<M> copy = copy();
        copy.tokens = count;
        return copy;
    }

    /** Returns a copy with the given value of {@link #stabilises}. */
    public NodeFacts<M> withStabilises(boolean does) {
        NodeFacts<M> copy = copy();
        copy.stabilises = does;
        return copy;
    }

    /** Returns a copy with the given value of {@link #holdsWhenStopped}. */
    public NodeFacts<M> withHoldsWhenStopped(boolean does) {
        NodeFacts<M> copy = copy();
        copy.holdsWhenStopped = does;
        return copy;
    }

    /** Returns a copy with this much {@link #bytesAtLeast memory}. */
    public NodeFacts<M> withBytesAtLeast(long bytes) {
        NodeFacts<M> copy = copy();
        copy.bytesAtLeast = bytes;
        return copy;
    }

    /** Returns a copy in which only these nodes {@link #asks ask}. */
    public NodeFacts<M> withAsking(IntPredicate which) {
        NodeFacts<M> copy = copy();
        copy.asks = which;
        return copy;
    }

    /** Returns a copy with these {@link #neighbours}, each array in ascending order. */
    public NodeFacts<M> withNeighbours(IntFunction<int[]> of) {
        NodeFacts<M> copy = copy();
        copy.neighbours = of;
        return copy;
    }

    /** Returns a copy whose {@link #timersOutlast timers outlast} these messages. */
    public NodeFacts<M> withTimersOutlasting(Set<Class<? extends M>> types) {
        NodeFacts<M> copy = copy();
        copy.timersOutlast = Set.copyOf(types);
        return copy;
    }

    /** Returns a copy in which these messages {@link #mayOvertake may overtake} others. */
    public NodeFacts<M> withOvertaking(Set<Class<? extends M>> types) {
        NodeFacts<M> copy = copy();
        copy.mayOvertake = Set.copyOf(types);
        return copy;
    }

    /** Returns a copy in which these messages {@link #ends end} a stay. */
    public NodeFacts<M> withEnding(Predicate<M> which) {
        NodeFacts<M> copy = copy();
        copy.ends = which;
        return copy;
    }

    /** Returns a copy in which these messages are {@link #isVoid void}. */
    public NodeFacts<M> withVoid(BiPredicate<M, Node<M>> which) {
        NodeFacts<M> copy = copy();
        copy.isVoid = which;
        return copy;
    }

    /** Returns a copy whose nodes and messages have {@link #stamps}, renumbered in this way. */
    public NodeFacts<M> withStamps(Restamping<M> how) {
        NodeFacts<M> copy = copy();
        copy.stamps = Optional.of(how);
        return copy;
    }

    /** Returns a copy with {@link #arbitrary} messages made in this way. */
    public NodeFacts<M> withArbitrary(Function<Fields, M> maker) {
        NodeFacts<M> copy = copy();
        copy.arbitrary = Optional.of(maker);
        return copy;
    }
}
