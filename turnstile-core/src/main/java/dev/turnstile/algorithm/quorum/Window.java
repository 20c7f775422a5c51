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
 * The window with lock and data on the same messages: at least l and at most k inside, as {@link Gcs}, with 6|Q|
 * messages for one who leaves and comes back instead of 16|Q|, and two journeys of a message until it may instead of
 * six. Ours; what drivers use.
 *
 * <p>The idea. While a member has lent its vote to one who wants to leave, nobody whom that member knows to be inside
 * can leave. So the answer to a request can carry what the member knows, and it stays true for as long as the vote is
 * lent; a vote that is given back takes its knowledge with it. Who has all votes of its quorum, and has heard of l+1
 * inside, leaves, and the release of the votes says so. A member that hears of it tells the one to whom it has lent its
 * other vote, for coming in: more are outside now.
 *
 * <p>{@link WindowProcess} is the algorithm. Both gadgets use the same quorums. l = 0 needs no gadget for leaving, k =
 * n none for coming in.
 *
 * <pre>{@code
 * NodeSystem<?> system = new Window(Coterie.of("grid", 9), 2, 4, 2);     // 2 are inside at first
 * }</pre>
 */
public final class Window extends AbstractNodeSystem<Window.WindowMessage> {
    private final Coterie coterie;
    private final int l;
    private final int inside; // at first
    private final Set<Rule> rules;

    /** A rule of the algorithm that the lab can leave out. */
    public enum Rule {
        /** Who has not all votes of its quorum stays where it is. */
        ALL_VOTES,
        /** A member tells one to whom it has lent its vote of those who cross. */
        UPDATE,
        /** One more must be known than must stay. */
        COUNT_ITSELF,
        /** Who waits gives a vote back that it is asked for. */
        YIELD
    }

    /** Which way one wants to cross. */
    public enum Way {
        /** From inside; the floor may be in the way. */
        OUT,
        /** From outside; the ceiling may be in the way. */
        IN
    }

    /** What nodes tell each other; a request is named by its clock. */
    public sealed interface WindowMessage extends Message {
        /** May I have your vote for crossing that way? */
        @Tag(0)
        record Request(Way way, long clock) implements WindowMessage {}

        /** You have it. So late it is, and those are on the side that you want to leave, as far as I know. */
        @Tag(1)
        record Locked(Way way, long clock, long now, Numbers known) implements WindowMessage {}

        /** Now it is those. */
        @Tag(2)
        record Update(Way way, Numbers known) implements WindowMessage {}

        /** May I have my vote back? */
        @Tag(3)
        record Inquire(Way way, long clock) implements WindowMessage {}

        /** Here it is; I still want it. */
        @Tag(4)
        record Yield(Way way) implements WindowMessage {}

        /** Here it is: I have crossed, or I do not want to any more. */
        @Tag(5)
        record Release(Way way, boolean crossed) implements WindowMessage {}

        /**
         * I am on the side that one leaves that way. Where there are members only, at the start of a view:
         * {@link WindowMembers}.
         */
        @Tag(6)
        record Here(Way way) implements WindowMessage {}
    }

    /** At least l, at most k inside; so many are at first, those with the lowest numbers. */
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

    /** The same without some rules: for the lab. */
    public Window without(Set<Rule> left) {
        Set<Rule> kept = EnumSet.allOf(Rule.class);
        kept.removeAll(left);
        return new Window(coterie, l, k, inside, kept);
    }

    @Override
    public boolean fits(WindowMessage message) {
        return !(message instanceof WindowMessage.Here) && isPossible(message, n);
    }

    /** Whether a node of so many can have sent this. */
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
