package dev.turnstile.algorithm.quorum;

import dev.turnstile.algorithm.quorum.coterie.Coterie;
import dev.turnstile.machine.AbstractNodeSystem;
import dev.turnstile.machine.Message;
import dev.turnstile.machine.Node;
import dev.turnstile.machine.Numbers;
import dev.turnstile.machine.Sizes;
import dev.turnstile.machine.facts.NodeFacts;
import dev.turnstile.machine.wire.Tag;
import java.util.EnumSet;
import java.util.Set;

/**
 * The {@link Window} for members that crash and join, which kamei-2019 leaves for future work. Our design, as the
 * corrections recommend it ("Crashes").
 *
 * <p>In the window itself, a silent node blocks every node that has it in its quorum. Here the last node knows which
 * members are alive. It announces the members in numbered views. Every view has its own quorums, of its members in
 * their order. Every message carries its view: older ones are dropped, newer ones wait until the receiver has the view.
 * A view starts from scratch: votes, queues and knowledge are dropped. Each member tells its new quorum where it is,
 * and repeats its request if it was waiting. A holder stays inside.
 *
 * <p>Why that is safe. A member of which nothing is known in a view does not count: not as inside when another wants to
 * leave, not as outside when another wants to come in. A member that is known in a view has installed it, and crosses
 * by its votes only. So it does not matter that some are in an older view still, and cross there: each crossing leaves
 * enough on its side who are in its own view, or in a newer one. A node in no view must not be inside, because no
 * member counts it. That is why a member is fenced before a view without it is issued: it is told to go, and says that
 * it has gone. One that is inside stays, and says so; or, if the registrar {@linkplain Trait#EVICTS evicts}, it is
 * outside at once, as if it had crashed and another node would come back in its place, and fewer than l may be left.
 *
 * <p>With leases, members may also crash anywhere. The registrar queries all of them whenever its timer expires. A
 * member that has not answered when it expires again has crashed, or, in a real cluster, has let its lease end, and
 * with it its stay inside: it is left out, and does not come back. k is never broken. When members die inside, fewer
 * than l can be left, and others may have left because they counted on them: l can't survive that, unless more are
 * inside than must be. It is restored when the next view is there and enough have asked to come in; until then no
 * member leaves.
 *
 * <p>What is assumed: that the registrar is there, and right. It stands for a membership service, which may be a group
 * of machines that agree; those that do not reach it, a minority, get no views, and their leases end. Its timer is
 * longer than a question and its answer take.
 *
 * <p>The first view has all members. All have it at the start, and know which nodes are inside.
 *
 * <pre>{@code
 * NodeSystem<?> system = new WindowMembers("grid", 10, 2, 4, 2, 3);     // 9 members, of whom the view changes 3 times
 * }</pre>
 */
public final class WindowMembers extends AbstractNodeSystem<WindowMembers.WindowMembersMessage> {
    /** Changes without end. */
    public static final int FOR_EVER = 0;

    private static final int FIRST_VIEW = 1;

    private final String kind;
    private final int l;
    private final int inside; // at first
    private final int changes;
    private final Set<Trait> traits;

    /** What can be otherwise. */
    public enum Trait {
        /** Members may crash: one that does not answer in time is removed. */
        LEASES,
        /**
         * A member that must leave the view does, even from inside, as if it had crashed there; otherwise it stays a
         * member.
         */
        EVICTS,
        /** Broken: messages of other views are taken. */
        NO_EPOCHS,
        /** Broken: a view without a member is issued before that member is fenced. */
        NO_FENCING,
        /** Broken: members do not announce where they are when a view begins. */
        NO_ANNOUNCE
    }

    /** What they tell each other. */
    public sealed interface WindowMembersMessage extends Message {
        /** What members of a view tell each other. */
        @Tag(0)
        record InView(int view, Window.WindowMessage told) implements WindowMembersMessage {}

        /** From now on these are the members. */
        @Tag(1)
        record View(int id, Numbers members) implements WindowMembersMessage {}

        /** You are no member any more. */
        @Tag(2)
        record Fence() implements WindowMembersMessage {}

        /** I am outside, and do not take part any more. */
        @Tag(3)
        record Fenced() implements WindowMembersMessage {}

        /** I am inside, and stay a member. */
        @Tag(4)
        record Stays() implements WindowMembersMessage {}

        /** Are you alive? Where there are leases. */
        @Tag(5)
        record Ping() implements WindowMembersMessage {}

        /** I am. */
        @Tag(6)
        record Pong() implements WindowMembersMessage {}
    }

    /**
     * Creates n-1 members with quorums of a kind, and a registrar; at least l and at most k inside. {@code inside}
     * nodes are inside initially, those with the lowest numbers, and the view changes {@code changes} times at random.
     */
    public WindowMembers(String kind, int nodes, int l, int k, int inside, int changes) {
        this(kind, nodes, l, k, inside, changes, EnumSet.noneOf(Trait.class));
    }

    private WindowMembers(String kind, int nodes, int l, int k, int inside, int changes, Set<Trait> traits) {
        super(sizes(nodes, l, k, inside), WindowMembersMessage.class);
        this.kind = Coterie.of(kind, nodes - 1).kind(); // says so if there is none
        this.l = l;
        this.inside = inside;
        this.changes = changes;
        this.traits = traits;
    }

    private static Sizes sizes(int nodes, int l, int k, int inside) {
        Sizes sizes = checked(nodes, k);
        if (nodes < 2) {
            throw new IllegalArgumentException("n must be at least 2, for one member, not " + nodes);
        }
        Gcs.checkWindow(l, k, inside);
        if (inside > nodes - 1) {
            throw new IllegalArgumentException("inside must be between 0 and n-1 = " + (nodes - 1) + ", not " + inside);
        }
        return sizes.withFloor(l).withUnitsEach(1);
    }

    /** The same with some things otherwise. */
    public WindowMembers with(Set<Trait> more) {
        Set<Trait> all = EnumSet.copyOf(traits);
        all.addAll(more);
        return new WindowMembers(kind, n, l, k, inside, changes, all);
    }

    boolean has(Trait trait) {
        return traits.contains(trait);
    }

    /**
     * With leases a stopped member is not inside any more, and a lease is longer than it takes to renew it. An evicted
     * member was inside, and may be missed there.
     */
    @Override
    public NodeFacts<WindowMembersMessage> facts() {
        NodeFacts<WindowMembersMessage> facts = super.facts()
                .withAsking(node -> node < registrar())
                .withOutcomes(n)
                .withEnding(message -> has(Trait.EVICTS) && message instanceof WindowMembersMessage.Fence);
        return has(Trait.LEASES)
                ? facts.withHoldsWhenStopped(false)
                        .withTimersOutlasting(Set.of(WindowMembersMessage.Ping.class, WindowMembersMessage.Pong.class))
                : facts;
    }

    /**
     * The queries never stop. Enough for two of them, their answers, a view, and two journeys to every quorum and back.
     */
    @Override
    public long arrivalsToSettle() {
        return has(Trait.LEASES) ? 16L * n * n : 0;
    }

    /** Its number, and how many members there can be. */
    int registrar() {
        return n - 1;
    }

    int changes() {
        return changes;
    }

    /** The first number of a view. */
    int viewsLeast() {
        return FIRST_VIEW;
    }

    /** The last number of a view. */
    int viewsMost() {
        return changes == FOR_EVER ? Integer.MAX_VALUE : FIRST_VIEW + changes + 1 + (has(Trait.LEASES) ? n : 0);
    }

    Coterie coterie(int members) {
        return Coterie.of(kind, members);
    }

    boolean startsInside(int member) {
        return member < inside;
    }

    /** The window of a member, in no place yet. */
    WindowProcess process(int index) {
        return new WindowProcess(index, registrar(), l, k, EnumSet.allOf(Window.Rule.class));
    }

    @Override
    public boolean fits(WindowMembersMessage message) {
        return switch (message) {
            case WindowMembersMessage.View(int id, Numbers members) ->
                id >= FIRST_VIEW && members.size() > 0 && NodeSets.fits(members, registrar());
            case WindowMembersMessage.InView(int view, Window.WindowMessage told) ->
                view >= FIRST_VIEW && Window.isPossible(told, registrar());
            case WindowMembersMessage.Fence() -> true;
            case WindowMembersMessage.Fenced() -> true;
            case WindowMembersMessage.Stays() -> true;
            case WindowMembersMessage.Ping() -> true;
            case WindowMembersMessage.Pong() -> true;
        };
    }

    @Override
    public Node<WindowMembersMessage> node(int index) {
        return index == registrar() ? new WindowRegistrar(this) : new WindowMember(this, index);
    }
}
