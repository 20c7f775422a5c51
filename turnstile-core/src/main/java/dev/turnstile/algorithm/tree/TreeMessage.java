package dev.turnstile.algorithm.tree;

import dev.turnstile.machine.Message;
import dev.turnstile.machine.Tokens;
import dev.turnstile.machine.wire.Tag;

/** The messages between the processes of a tree: datta-2009, section 3. */
public sealed interface TreeMessage extends Message {
    /** A resource token: one unit. */
    @Tag(0)
    record ResT() implements TreeMessage {
        @Override
        public long tokens() {
            return Tokens.of(1, 0, 0);
        }
    }

    /** The pusher: a waiting process lets go of what it has. */
    @Tag(1)
    record PushT() implements TreeMessage {
        @Override
        public long tokens() {
            return Tokens.of(0, 1, 0);
        }
    }

    /** The priority token: a waiting process that has it need not let go. */
    @Tag(2)
    record PrioT() implements TreeMessage {
        @Override
        public long tokens() {
            return Tokens.of(0, 0, 1);
        }
    }

    /**
     * The controller, (ctrl, C, R, PT, PPr).
     *
     * @param counter C: distinguishes it from earlier controllers still in transit
     * @param reset R: whether processes erase what they have reserved
     * @param passed PT: resource tokens that it has passed, at most l+1
     * @param passedPriority PPr: priority tokens that it has passed, at most 2
     */
    @Tag(3)
    record Ctrl(int counter, boolean reset, int passed, int passedPriority) implements TreeMessage {}

    /**
     * A beacon, sent where the nodes find the tree themselves.
     *
     * @param distance how far the sender is from the root
     * @param isYourChild whether the receiver is the parent of the sender
     */
    @Tag(4)
    record Beacon(int distance, boolean isYourChild) implements TreeMessage {}
}
