package dev.turnstile.algorithm.quorum;

import dev.turnstile.algorithm.quorum.coterie.Coterie;
import dev.turnstile.machine.AbstractNodeSystem;
import dev.turnstile.machine.Message;
import dev.turnstile.machine.Node;
import dev.turnstile.machine.Numbers;
import dev.turnstile.machine.facts.NodeFacts;
import dev.turnstile.machine.wire.Tag;
import java.util.EnumSet;
import java.util.Set;

/**
 * A window with lock and data on the same messages: at least l and at most k nodes inside, as in {@link Gcs}. Leaving
 * and coming back takes 6|Q| messages instead of 16|Q|, and a node may cross after two message delays instead of six.
 * This algorithm is our own, and the one that drivers use.
 *
 * <p>The idea. While a member has lent its vote to a node that wants to leave, no other node that this member knows to
 * be inside can leave. So the answer to a request can carry what the member knows, which stays true while the vote is
 * lent. A vote that is returned takes this knowledge with it. A node that has all votes of its quorum, and has heard of
 * l+1 nodes inside, leaves. Its release of the votes announces that. A member that receives the release updates the
 * node to which it has lent its other vote, the one for entering: more nodes are outside now.
 *
 * <p>{@link WindowProcess} is the algorithm. It runs one crossing protocol for leaving and one for entering, both on
 * the same quorums. l = 0 needs no protocol for leaving, and k = n needs none for entering.
 */
public final class Window extends AbstractNodeSystem<Window.WindowMessage> {
    private final Coterie coterie;
    private final int l;
    private final int inside; // initially
    private final Set<Rule> rules;

    /** A rule of the algorithm that the lab can leave out. */
    public enum Rule {
        /** A node that does not have all votes of its quorum stays where it is. */
        ALL_VOTES,
        /** A member informs the node to which it has lent its vote about nodes that cross. */
        UPDATE,
        /** A node must know of one more than must stay. */
        COUNT_ITSELF,
        /** A waiting node returns a vote that a member asks back. */
        YIELD
    }

    /** The direction in which a node crosses. */
    public enum Way {
        /** From inside to outside; limited by the floor. */
        OUT,
        /** From outside to inside; limited by the ceiling. */
        IN
    }

    /** The messages between nodes. A request is identified by its clock. */
    public sealed interface WindowMessage extends Message {
        /** Asks for the member's vote for crossing in this direction. */
        @Tag(0)
        record Request(Way way, long clock) implements WindowMessage {}

        /**
         * Lends the vote. {@code now} is the member's clock, and {@code known} are the nodes that it knows to be on the
         * side that the requester wants to leave.
         */
        @Tag(1)
        record Locked(Way way, long clock, long now, Numbers known) implements WindowMessage {}

        /** Updates {@code known} for the holder of the vote. */
        @Tag(2)
        record Update(Way way, Numbers known) implements WindowMessage {}

        /** Asks for the vote back. */
        @Tag(3)
        record Inquire(Way way, long clock) implements WindowMessage {}

        /** Returns the vote; the sender still waits for it. */
        @Tag(4)
        record Yield(Way way) implements WindowMessage {}

        /** Returns the vote, or withdraws the request; {@code crossed} tells whether the sender has crossed. */
        @Tag(5)
        record Release(Way way, boolean crossed) implements WindowMessage {}

        /**
         * Announces that the sender is on the side that a crossing in this direction leaves. Only members send it, at
         * the start of a view: {@link WindowMembers}.
         */
        @Tag(6)
        record Here(Way way) implements WindowMessage {}
    }

    /**
     * Creates a window: at least l and at most k nodes inside.
     *
     * @param inside how many nodes are inside initially, those with the lowest numbers
     * @throws IllegalArgumentException if k is not between 1 and n, l not between 0 and k-1, or {@code inside} not
     *     between 0 and k
     */
    public Window(Coterie coterie, int l, int k, int inside) {
        this(coterie, l, k, inside, EnumSet.allOf(Rule.class));
    }

    private Window(Coterie coterie, int l, int k, int inside, Set<Rule> rules) {
        super(Gcs.window(coterie, l, k, inside), WindowMessage.class);
        this.coterie = coterie;
        this.l = l;
        this.inside = inside;
        this.rules = rules;
    }

    /** Returns the same window without some rules, for the lab. */
    public Window without(Set<Rule> left) {
        Set<Rule> kept = EnumSet.allOf(Rule.class);
        kept.removeAll(left);
        return new Window(coterie, l, k, inside, kept);
    }

    @Override
    public boolean fits(WindowMessage message) {
        return !(message instanceof WindowMessage.Here) && isPossible(message, n);
    }

    /** Returns whether a node of a system of this size can have sent the message. */
    static boolean isPossible(WindowMessage message, int nodes) {
        return switch (message) {
            case WindowMessage.Request request -> request.clock() > 0;
            case WindowMessage.Locked locked ->
                locked.clock() > 0 && locked.now() >= locked.clock() && NodeSets.fits(locked.known(), nodes);
            case WindowMessage.Update update -> NodeSets.fits(update.known(), nodes);
            case WindowMessage.Inquire inquire -> inquire.clock() > 0;
            case WindowMessage.Yield yielded -> true;
            case WindowMessage.Release release -> true;
            case WindowMessage.Here here -> true;
        };
    }

    @Override
    public Node<WindowMessage> node(int index) {
        WindowProcess node = new WindowProcess(index, n, l, k, rules);
        node.start(coterie.quorum(index), n, i -> i < inside, coterie.askers(index));
        return node;
    }

    @Override
    public NodeFacts<WindowMessage> facts() {
        return super.facts().withBytesAtLeast(coterie.bytesOfQuorums() + coterie.bytesOfSets());
    }
}
