package dev.turnstile.algorithm.tree;

import dev.turnstile.machine.Message;
import dev.turnstile.machine.Tokens;
import dev.turnstile.machine.wire.Tag;

/**
 * What the processes of a tree tell each other: datta-2009, section 3.
 *
 * <pre>{@code
 * long tokens = new TreeMessage.PushT().tokens();     // one of the second kind
 * }</pre>
 */
public sealed interface TreeMessage extends Message {
    /** A resource token: one unit. */
    @Tag(0)
    record ResT() implements TreeMessage {
        @Override
        public long tokens() {
            return Tokens.of(1, 0, 0);
        }
    }

    /** The pusher: whoever waits lets go of what it has. */
    @Tag(1)
    record PushT() implements TreeMessage {
        @Override
        public long tokens() {
            return Tokens.of(0, 1, 0);
        }
    }

    /** The priority token: whoever waits and has it need not let go. */
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
     * @param counter C: tells it from what was on its way before
     * @param reset R: erase what you have reserved
     * @param passed PT: resource tokens that it has passed, at most l+1
     * @param passedPriority PPr: priority tokens that it has passed, at most 2
     */
    @Tag(3)
    record Ctrl(int counter, boolean reset, int passed, int passedPriority) implements TreeMessage {}

    /**
     * Where the nodes find the tree themselves: how far the sender is from the root, and whether the receiver is its
     * parent.
     */
    @Tag(4)
    record Beacon(int distance, boolean isYourChild) implements TreeMessage {}
}
