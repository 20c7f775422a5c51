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
 * What a lab asks of a message-passing system, as one value. A system that is made of another one hands the other's
 * facts on as they are, or with a change.
 *
 * <pre>{@code
 * NodeFacts<M> facts = NodeFacts.<M>of(n).withTokens(k).withOutcomes(k);
 * }</pre>
 *
 * @param <M> what the nodes send each other
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
         * Returns the same message of that sender with other stamps: each is shown to the visitor, which returns the
         * new one.
         */
        M restamped(int from, M message, Fields stamps);
    }

    private NodeFacts(IntFunction<int[]> neighbours) {
        this.neighbours = neighbours;
    }

    /**
     * Returns the facts of a plain system of n nodes: no chance, no tokens, no stamps; every node can send to every
     * other.
     */
    public static <M extends Message> NodeFacts<M> of(int nodes) {
        return new NodeFacts<>(
                node -> IntStream.range(0, nodes).filter(other -> other != node).toArray());
    }

    /** A copy to change, and to hand out unchanged from then on. */
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
     * Returns in how many ways one call of a node can turn out by chance, at most: the product of the bounds that it
     * gives to {@link dev.turnstile.machine.Outbox#choose} in a row.
     */
    public int outcomes() {
        return outcomes;
    }

    /**
     * Returns how many tokens there are, at nodes and in flight, always, or, where the system stabilises, in the end;
     * of each kind, as {@link dev.turnstile.machine.Tokens} counts them. 0 where there are none to count.
     */
    public long tokens() {
        return tokens;
    }

    /**
     * Returns whether the system recovers from any configuration: until then there may be fewer or more tokens than
     * there should be, and more units inside than the limit.
     */
    public boolean stabilises() {
        return stabilises;
    }

    /**
     * Returns whether a node that has stopped inside still counts as inside; not where the others detect it and go on
     * without it.
     */
    public boolean holdsWhenStopped() {
        return holdsWhenStopped;
    }

    /**
     * Returns how much memory all nodes together take at the start, at the least, where that grows faster than their
     * number; otherwise 0. A lab that makes them all can refuse before it runs out.
     */
    public long bytesAtLeast() {
        return bytesAtLeast;
    }

    /** Returns whether a node ever asks; one that does not only serves the others. */
    public IntPredicate asks() {
        return asks;
    }

    /** Returns to which nodes a node can send, in rising order. */
    public IntFunction<int[]> neighbours() {
        return neighbours;
    }

    /** Returns the types of messages that a timer outlasts: no timeout comes while one of them is in flight. */
    public Set<Class<? extends M>> timersOutlast() {
        return timersOutlast;
    }

    /** Returns the types of messages that may overtake others on the same channel; channels are FIFO otherwise. */
    public Set<Class<? extends M>> mayOvertake() {
        return mayOvertake;
    }

    /**
     * Returns whether a message ends its receiver's stay inside, whatever the floor: as if the node had crashed there,
     * and a new one had taken its place.
     */
    public Predicate<M> ends() {
        return ends;
    }

    /**
     * Returns whether a message in flight to a node in its present state will change nothing and send nothing, whenever
     * it arrives; a check can be told to drop it.
     */
    public BiPredicate<M, Node<M>> isVoid() {
        return isVoid;
    }

    /** Returns how to renumber the stamps of messages ({@link Fields#stamp}); empty where there are none. */
    public Optional<Restamping<M>> stamps() {
        return stamps;
    }

    /**
     * Returns makes a message of what the visitor returns, so that channels can be filled with arbitrary ones; the
     * fields are named as the record's components, behind one that chooses the type. Empty where the algorithm does not
     * say what an arbitrary message is.
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

    /** Returns a copy that says whether the system {@link #stabilises}. */
    public NodeFacts<M> withStabilises(boolean does) {
        NodeFacts<M> copy = copy();
        copy.stabilises = does;
        return copy;
    }

    /** Returns a copy that says whether a stopped node {@link #holdsWhenStopped holds}. */
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

    /** Returns a copy with these {@link #neighbours}, each row in rising order. */
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
