package dev.turnstile.machine;

import dev.turnstile.machine.facts.NodeFacts;

/**
 * A message-passing algorithm set up for a number of nodes and a limit.
 *
 * <p>An algorithm implements {@link #sizes}, {@link #messages}, {@link #node} and {@link #fits}; the rest has defaults
 * that suit most. What only a lab asks is in {@link #facts}.
 *
 * <pre>{@code
 * NodeSystem<?> system = Catalogue.messagePassing("raymond").system(4, 2);
 * }</pre>
 *
 * @param <M> what its nodes send each other
 */
public interface NodeSystem<M extends Message> {
    /** Returns how large it is. */
    Sizes sizes();

    /** Returns the sealed interface of its messages. */
    Class<M> messages();

    /**
     * Makes a node as it is at the start, with no message in flight: in REMAINDER, unless it starts inside
     * ({@link #from}).
     */
    Node<M> node(int index);

    /**
     * Returns whether a node of a system of this size can have sent the message. A runtime that takes messages from
     * outside asks, and drops what does not fit; {@link Node#receive} relies on it.
     */
    boolean fits(M message);

    /**
     * Returns whether a node inside can give back some of its units ({@link Node#giveBack}), and leaving takes no time.
     */
    default boolean isDivisible() {
        return false;
    }

    /** Returns whether a node that stays inside can keep another one out although units are free. */
    default boolean holdersBlockOthers() {
        return false;
    }

    /**
     * For an algorithm whose messages circulate forever: returns how many messages can arrive, at most, between the
     * last time that a node asked, left, gave up or entered, and the next entry, if there will be one. Returns 0 where
     * messages come to rest by themselves.
     */
    default long arrivalsToSettle() {
        return 0;
    }

    /**
     * Returns the same system, started with these units inside and no message in flight: {@code unitsInside[i]} at node
     * i. How a lab begins, and how the next epoch of a cluster does. Default: the nodes enter one after another, and
     * every message that this takes arrives at once.
     *
     * @throws IllegalArgumentException if the numbers do not fit, or the algorithm can't start like that
     */
    default NodeSystem<M> from(int[] unitsInside) {
        return StartedSystem.of(this, unitsInside);
    }

    /** Returns what a lab needs to know of it. Default: nothing special. */
    default NodeFacts<M> facts() {
        return NodeFacts.of(sizes().participants());
    }
}
