package dev.turnstile.machine;

import java.util.Set;
import java.util.stream.IntStream;

/**
 * A message-passing algorithm set up for so many nodes and places.
 *
 * <pre>{@code
 * NodeSystem<?> system = Catalogue.messagePassing("raymond").system(4, 2);
 * }</pre>
 *
 * @param <M> what its nodes send each other
 */
public interface NodeSystem<M extends Message> {
    /** n: how many nodes there are; they are numbered from 0. */
    int nodes();

    /** k: how many units may be inside at once. */
    int places();

    /** l: so many nodes are inside, at least, and nobody leaves before there are more; 0 unless this is a window. */
    default int floor() {
        return 0;
    }

    /** The most units that one node can ask for. */
    default int unitsMax() {
        return 1;
    }

    /** Whether a node that is inside can give back some of its units, {@link Node#giveBack}, and leaving takes no time. */
    default boolean isDivisible() {
        return false;
    }

    /** The sealed interface of its messages. */
    Class<M> messages();

    /** Whether a node ever asks; one that does not only serves the others. */
    default boolean asks(int node) {
        return true;
    }

    /** To whom a node can send, in rising order: to all others, unless it is known that it never sends to some. */
    default int[] neighbours(int node) {
        return IntStream.range(0, nodes()).filter(other -> other != node).toArray();
    }

    /**
     * A node as it is when the system starts, with nothing on its way: in REMAINDER; in a window some are inside, in CRITICAL.
     */
    Node<M> node(int index);

    /**
     * In how many ways one call of a node can turn out by chance, at most: the product of the bounds of what it chooses in a row
     * ({@link Outbox#choose}).
     */
    default int outcomes() {
        return 1;
    }

    /**
     * How many tokens there are, at nodes and on their way, always, or, where the system {@link #stabilises}, in the end; of each kind, as
     * {@link Tokens} counts them. 0 where there are none to count.
     */
    default long tokens() {
        return 0;
    }

    /**
     * Whether there may be fewer or more tokens than there should be for a while, and more inside than there are places, after
     * something went wrong: sooner or later all is right again, from any configuration.
     */
    default boolean stabilises() {
        return false;
    }

    /**
     * The types of messages that a timer must outlast: it is as long as it must be, if no timeout comes while one of them is on its
     * way. A check relies on it, unless told otherwise.
     */
    default Set<Class<? extends M>> timersOutlast() {
        return Set.of();
    }

    /**
     * Where messages go round for ever: how many arrivals there can be, at most, since somebody last asked, left, gave up or
     * entered, until somebody enters, if anybody will. 0 where messages come to rest by themselves.
     */
    default long arrivalsToSettle() {
        return 0;
    }

    /**
     * Returns how many bytes of memory all nodes together take at the start, at the least, where that grows faster than their number;
     * otherwise 0. Whoever makes them all can refuse before it runs out.
     */
    default long bytesAtLeast() {
        return 0;
    }

    /** Whether one who stays inside can keep another out of a free place. */
    default boolean holdersBlockOthers() {
        return false;
    }

    /** Whether one who has stopped inside still counts as inside; not where the others find out, and go on without it. */
    default boolean holdsWhenStopped() {
        return true;
    }

    /**
     * Whether a message ends its receiver's stay, if it is inside, whatever the floor: as if it had died there, and another came back in
     * its place.
     */
    default boolean ends(M message) {
        return false;
    }

    /** The types of messages that may overtake others on the same channel; none, mostly: channels are FIFO. */
    default Set<Class<? extends M>> mayOvertake() {
        return Set.of();
    }

    /** Whether nodes and messages have stamps: {@link Fields#stamp}. */
    default boolean hasStamps() {
        return false;
    }

    /**
     * Whether a message on its way to a node that is as it is now will change nothing and send nothing, whenever it arrives. A check
     * that is told to forgets it.
     */
    default boolean isVoid(M message, Node<M> receiver) {
        return false;
    }

    /** The same message of that sender with other stamps; each is shown to the visitor, which returns what it becomes. */
    default M restamped(int from, M message, Fields stamps) {
        return message;
    }

    /**
     * Whether a message can have come from a node of a system of this size. Whoever takes messages from outside asks, and
     * drops what does not fit; {@link Node#receive} relies on it.
     */
    default boolean fits(M message) {
        return true;
    }

    /**
     * A message put together from what the visitor returns: so that channels can be filled with arbitrary ones. The fields
     * must be named as the record's components, behind one that chooses the type.
     *
     * @throws UnsupportedOperationException where the algorithm does not say what an arbitrary message is
     */
    default M message(Fields fields) {
        throw new UnsupportedOperationException("this algorithm does not say what an arbitrary message is");
    }
}
