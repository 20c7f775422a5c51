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
 * @param outcomes in how many ways one call of a node can turn out by chance, at most: the product of the bounds that
 *     it gives to {@link dev.turnstile.machine.Outbox#choose} in a row
 * @param tokens how many tokens there are, at nodes and in flight, always, or, where the system stabilises, in the end;
 *     of each kind, as {@link dev.turnstile.machine.Tokens} counts them. 0 where there are none to count
 * @param stabilises whether the system recovers from any configuration: until then there may be fewer or more tokens
 *     than there should be, and more units inside than the limit
 * @param holdsWhenStopped whether a node that has stopped inside still counts as inside; not where the others detect
 *     it and go on without it
 * @param bytesAtLeast how much memory all nodes together take at the start, at the least, where that grows faster than
 *     their number; otherwise 0. A lab that makes them all can refuse before it runs out
 * @param asks whether a node ever asks; one that does not only serves the others
 * @param neighbours to which nodes a node can send, in rising order
 * @param timersOutlast the types of messages that a timer outlasts: no timeout comes while one of them is in flight
 * @param mayOvertake the types of messages that may overtake others on the same channel; channels are FIFO otherwise
 * @param ends whether a message ends its receiver's stay inside, whatever the floor: as if the node had crashed there,
 *     and a new one had taken its place
 * @param isVoid whether a message in flight to a node in its present state will change nothing and send nothing,
 *     whenever it arrives; a check can be told to drop it
 * @param stamps how to renumber the stamps of messages ({@link Fields#stamp}); empty where there are none
 * @param arbitrary makes a message of what the visitor returns, so that channels can be filled with arbitrary ones; the
 *     fields are named as the record's components, behind one that chooses the type. Empty where the algorithm does
 *     not say what an arbitrary message is
 * @param <M> what the nodes send each other
 */
public record NodeFacts<M extends Message>(
        int outcomes,
        long tokens,
        boolean stabilises,
        boolean holdsWhenStopped,
        long bytesAtLeast,
        IntPredicate asks,
        IntFunction<int[]> neighbours,
        Set<Class<? extends M>> timersOutlast,
        Set<Class<? extends M>> mayOvertake,
        Predicate<M> ends,
        BiPredicate<M, Node<M>> isVoid,
        Optional<Restamping<M>> stamps,
        Optional<Function<Fields, M>> arbitrary) {
    /** Copies the sets. */
    public NodeFacts {
        timersOutlast = Set.copyOf(timersOutlast);
        mayOvertake = Set.copyOf(mayOvertake);
    }

    /** Renumbers the stamps of a message. */
    @FunctionalInterface
    public interface Restamping<M extends Message> {
        /** Returns the same message of that sender with other stamps: each is shown to the visitor, which returns the new one. */
        M restamped(int from, M message, Fields stamps);
    }

    /** Returns the facts of a plain system of n nodes: no chance, no tokens, no stamps; every node can send to every other. */
    public static <M extends Message> NodeFacts<M> of(int nodes) {
        return new NodeFacts<>(
                1,
                0,
                false,
                true,
                0,
                node -> true,
                node -> IntStream.range(0, nodes).filter(other -> other != node).toArray(),
                Set.of(),
                Set.of(),
                message -> false,
                (message, receiver) -> false,
                Optional.empty(),
                Optional.empty());
    }

    /** Returns a copy with this many {@link #outcomes}. */
    public NodeFacts<M> withOutcomes(int count) {
        return new NodeFacts<>(
                count,
                tokens,
                stabilises,
                holdsWhenStopped,
                bytesAtLeast,
                asks,
                neighbours,
                timersOutlast,
                mayOvertake,
                ends,
                isVoid,
                stamps,
                arbitrary);
    }

    /** Returns a copy with this many {@link #tokens}. */
    public NodeFacts<M> withTokens(long count) {
        return new NodeFacts<>(
                outcomes,
                count,
                stabilises,
                holdsWhenStopped,
                bytesAtLeast,
                asks,
                neighbours,
                timersOutlast,
                mayOvertake,
                ends,
                isVoid,
                stamps,
                arbitrary);
    }

    /** Returns a copy that says whether the system {@link #stabilises}. */
    public NodeFacts<M> withStabilises(boolean does) {
        return new NodeFacts<>(
                outcomes,
                tokens,
                does,
                holdsWhenStopped,
                bytesAtLeast,
                asks,
                neighbours,
                timersOutlast,
                mayOvertake,
                ends,
                isVoid,
                stamps,
                arbitrary);
    }

    /** Returns a copy that says whether a stopped node {@link #holdsWhenStopped holds}. */
    public NodeFacts<M> withHoldsWhenStopped(boolean does) {
        return new NodeFacts<>(
                outcomes,
                tokens,
                stabilises,
                does,
                bytesAtLeast,
                asks,
                neighbours,
                timersOutlast,
                mayOvertake,
                ends,
                isVoid,
                stamps,
                arbitrary);
    }

    /** Returns a copy with this much {@link #bytesAtLeast memory}. */
    public NodeFacts<M> withBytesAtLeast(long bytes) {
        return new NodeFacts<>(
                outcomes,
                tokens,
                stabilises,
                holdsWhenStopped,
                bytes,
                asks,
                neighbours,
                timersOutlast,
                mayOvertake,
                ends,
                isVoid,
                stamps,
                arbitrary);
    }

    /** Returns a copy in which only these nodes {@link #asks ask}. */
    public NodeFacts<M> withAsking(IntPredicate which) {
        return new NodeFacts<>(
                outcomes,
                tokens,
                stabilises,
                holdsWhenStopped,
                bytesAtLeast,
                which,
                neighbours,
                timersOutlast,
                mayOvertake,
                ends,
                isVoid,
                stamps,
                arbitrary);
    }

    /** Returns a copy with these {@link #neighbours}, each row in rising order. */
    public NodeFacts<M> withNeighbours(IntFunction<int[]> of) {
        return new NodeFacts<>(
                outcomes,
                tokens,
                stabilises,
                holdsWhenStopped,
                bytesAtLeast,
                asks,
                of,
                timersOutlast,
                mayOvertake,
                ends,
                isVoid,
                stamps,
                arbitrary);
    }

    /** Returns a copy whose {@link #timersOutlast timers outlast} these messages. */
    public NodeFacts<M> withTimersOutlasting(Set<Class<? extends M>> types) {
        return new NodeFacts<>(
                outcomes,
                tokens,
                stabilises,
                holdsWhenStopped,
                bytesAtLeast,
                asks,
                neighbours,
                types,
                mayOvertake,
                ends,
                isVoid,
                stamps,
                arbitrary);
    }

    /** Returns a copy in which these messages {@link #mayOvertake may overtake} others. */
    public NodeFacts<M> withOvertaking(Set<Class<? extends M>> types) {
        return new NodeFacts<>(
                outcomes,
                tokens,
                stabilises,
                holdsWhenStopped,
                bytesAtLeast,
                asks,
                neighbours,
                timersOutlast,
                types,
                ends,
                isVoid,
                stamps,
                arbitrary);
    }

    /** Returns a copy in which these messages {@link #ends end} a stay. */
    public NodeFacts<M> withEnding(Predicate<M> which) {
        return new NodeFacts<>(
                outcomes,
                tokens,
                stabilises,
                holdsWhenStopped,
                bytesAtLeast,
                asks,
                neighbours,
                timersOutlast,
                mayOvertake,
                which,
                isVoid,
                stamps,
                arbitrary);
    }

    /** Returns a copy in which these messages are {@link #isVoid void}. */
    public NodeFacts<M> withVoid(BiPredicate<M, Node<M>> which) {
        return new NodeFacts<>(
                outcomes,
                tokens,
                stabilises,
                holdsWhenStopped,
                bytesAtLeast,
                asks,
                neighbours,
                timersOutlast,
                mayOvertake,
                ends,
                which,
                stamps,
                arbitrary);
    }

    /** Returns a copy whose nodes and messages have {@link #stamps}, renumbered in this way. */
    public NodeFacts<M> withStamps(Restamping<M> how) {
        return new NodeFacts<>(
                outcomes,
                tokens,
                stabilises,
                holdsWhenStopped,
                bytesAtLeast,
                asks,
                neighbours,
                timersOutlast,
                mayOvertake,
                ends,
                isVoid,
                Optional.of(how),
                arbitrary);
    }

    /** Returns a copy with {@link #arbitrary} messages made in this way. */
    public NodeFacts<M> withArbitrary(Function<Fields, M> maker) {
        return new NodeFacts<>(
                outcomes,
                tokens,
                stabilises,
                holdsWhenStopped,
                bytesAtLeast,
                asks,
                neighbours,
                timersOutlast,
                mayOvertake,
                ends,
                isVoid,
                stamps,
                Optional.of(maker));
    }
}
