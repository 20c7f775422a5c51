package dev.turnstile.machine;

import dev.turnstile.machine.facts.NodeFacts;

/**
 * A message-passing algorithm, configured for a number of nodes and a limit.
 *
 * <p>An algorithm implements {@link #sizes}, {@link #messages}, {@link #node} and {@link #fits}. The defaults of the
 * other methods suit most algorithms. {@link #facts} holds what only a lab needs.
 *
 * <pre>{@code
 * NodeSystem<?> system = Catalogue.messagePassing("raymond").system(4, 2);
 * system.sizes().participants();     // 4
 * system.node(0).region();           // REMAINDER
 * }</pre>
 *
 * @param <M> the messages of this algorithm
 */
public interface NodeSystem<M extends Message> {
    /** Returns the sizes of this system. */
    Sizes sizes();

    /** Returns the sealed interface that all messages of this system implement. */
    Class<M> messages();

    /**
     * Creates a node in its initial state. No message is in flight at the start. The node is in REMAINDER, unless the
     * system starts with that node inside ({@link #from}).
     */
    Node<M> node(int index);

    /**
     * Returns whether a node of a system of this size can have sent the message. A runtime that receives messages from
     * outside must call this first and drop messages that do not fit. {@link Node#receive} relies on it.
     */
    boolean fits(M message);

    /**
     * Returns whether a node can return some of its units ({@link Node#releasePart}) and releases immediately, without
     * passing through EXIT.
     */
    default boolean isDivisible() {
        return false;
    }

    /** Returns whether a node that stays inside can block another node although units are free. */
    default boolean holdersBlockOthers() {
        return false;
    }

    /**
     * Returns the maximum number of messages that can arrive before the next entry, for an algorithm whose messages
     * circulate forever. The count starts when a node last requested, left, gave up or entered. It is a bound only if
     * there will be another entry. Returns 0 for an algorithm whose messages come to rest by themselves.
     */
    default long arrivalsToSettle() {
        return 0;
    }

    /**
     * Returns this system, started with {@code unitsInside[i]} units held by node i and no message in flight. Labs
     * start a run in this way, and clusters start their next epoch. By default, the nodes enter one after another, and
     * all messages that this takes are delivered immediately.
     *
     * @throws IllegalArgumentException if the numbers do not fit the sizes, or the algorithm can't start in this way
     */
    default NodeSystem<M> from(int[] unitsInside) {
        return StartedSystem.of(this, unitsInside);
    }

    /** Returns what a lab needs to know about this system. Default: the facts of a plain system. */
    default NodeFacts<M> facts() {
        return NodeFacts.of(sizes().participants());
    }
}
