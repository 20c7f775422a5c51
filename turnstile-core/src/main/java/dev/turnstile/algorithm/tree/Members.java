package dev.turnstile.algorithm.tree;

import dev.turnstile.machine.Message;
import dev.turnstile.machine.Node;
import dev.turnstile.machine.Tokens;
import dev.turnstile.machine.facts.NodeFacts;
import dev.turnstile.machine.wire.Tag;
import java.util.Set;
import java.util.stream.LongStream;

/**
 * The tree for members that crash and join, which datta-2009 leaves open. Our design, as the corrections recommend it
 * ("Crashes and membership").
 *
 * <p>The idea. The last node knows which members are alive, and announces them in numbered views; the members of a view
 * are a tree, balanced, in the order of their numbers. Every message carries its view. A view begins with a reset whose
 * controller is a census: holders stay inside and are counted; everything else is forgotten; when the controller is
 * back the root makes as many units as are not in use. So no unit is lost for good, and none is handed out twice, as
 * long as the view is right: a node that is not in it must no longer use units. That is why a member is fenced before a
 * view without it is issued. Here it is told, and answers; in a real cluster its lease ends.
 *
 * <p>With leases, members may also crash. The registrar queries all of them whenever its timer expires. A member that
 * has not answered when it expires again has crashed, or, in a real cluster, has let its lease end: it is left out, and
 * does not come back.
 *
 * <p>Older messages are dropped, newer ones wait until the receiver has the view: the controller, and units that those
 * inside have given back; there are no others before the census has been everywhere. A restarted process joins as a new
 * member. A lost connection is a new view with the same members, so no timer is needed.
 *
 * <pre>{@code
 * NodeSystem<?> system = new Members(4, 2, 2, 3);     // 3 members, of whom the view changes 3 times
 * }</pre>
 */
public final class Members extends TreeSystem<Members.MembersMessage> {
    private static final int NODES_MOST = 63; // as many bits as a view has, and who issues it

    /** Changes without end. */
    public static final int FOR_EVER = 0;

    private final int changes;
    private final boolean leases;
    private final Set<Safeguard> safeguards;

    /** A rule of the design that the lab can leave out. */
    public enum Safeguard {
        /** Messages of other views are not taken. */
        EPOCHS,
        /** A view begins with a census. */
        CENSUS,
        /** A member is fenced before a view without it is issued. */
        FENCING
    }

    /** What they tell each other. */
    public sealed interface MembersMessage extends Message {
        /** A resource token. */
        @Tag(0)
        record ResT(int view) implements MembersMessage {
            @Override
            public long tokens() {
                return Tokens.of(1, 0, 0);
            }
        }

        /** The pusher. */
        @Tag(1)
        record PushT(int view) implements MembersMessage {
            @Override
            public long tokens() {
                return Tokens.of(0, 1, 0);
            }
        }

        /** The priority token. */
        @Tag(2)
        record PrioT(int view) implements MembersMessage {
            @Override
            public long tokens() {
                return Tokens.of(0, 0, 1);
            }
        }

        /** The controller. */
        @Tag(3)
        record Ctrl(int view, int counter, boolean reset, int passed, int passedPriority) implements MembersMessage {}

        /** From now on these are the members: a bit for each. */
        @Tag(4)
        record View(int id, long members) implements MembersMessage {}

        /** You are no member any more. */
        @Tag(5)
        record Fence() implements MembersMessage {}

        /** I do not use anything any more. */
        @Tag(6)
        record Fenced() implements MembersMessage {}

        /** Are you alive? Where there are leases. */
        @Tag(7)
        record Ping() implements MembersMessage {}

        /** I am. */
        @Tag(8)
        record Pong() implements MembersMessage {}
    }

    /**
     * Creates n-1 members and a registrar; l units, up to k for each. The view changes {@code changes} times at random.
     */
    public Members(int nodes, int units, int most, int changes) {
        this(nodes, units, most, changes, false, Set.of(Safeguard.values()));
    }

    private Members(int nodes, int units, int most, int changes, boolean leases, Set<Safeguard> safeguards) {
        super(
                new Protocol(
                        nodes, units, most, Protocol.counters(nodes, 0), TreeStage.CONTROLLED, Rule.without(Set.of())),
                MembersMessage.class);
        if (nodes < 2 || nodes > NODES_MOST) {
            throw new IllegalArgumentException(
                    "n must be between 2, for one member, and " + NODES_MOST + ", not " + nodes);
        }
        this.changes = changes;
        this.leases = leases;
        this.safeguards = safeguards;
    }

    /** With some of its safeguards only: for the lab. */
    public static Members with(Set<Safeguard> safeguards, int nodes, int units, int most, int changes) {
        return new Members(nodes, units, most, changes, false, Set.copyOf(safeguards));
    }

    /** Returns the same system with leases: members may crash. */
    public Members withLeases() {
        return new Members(n, k, protocol.k(), changes, true, safeguards);
    }

    boolean hasLeases() {
        return leases;
    }

    /**
     * With leases a stopped member uses nothing any more, and a lease is longer than it takes to renew it, and longer
     * than it takes to be fenced.
     */
    @Override
    public NodeFacts<MembersMessage> facts() {
        NodeFacts<MembersMessage> facts =
                super.facts().withAsking(node -> node < registrar()).withOutcomes(n);
        return leases
                ? facts.withHoldsWhenStopped(false)
                        .withTimersOutlasting(Set.of(
                                MembersMessage.Ping.class,
                                MembersMessage.Pong.class,
                                MembersMessage.Fence.class,
                                MembersMessage.Fenced.class))
                : facts;
    }

    /** What a node of this system knows. */
    int registrar() {
        return n - 1;
    }

    boolean has(Safeguard safeguard) {
        return safeguards.contains(safeguard);
    }

    int changes() {
        return changes;
    }

    /** The last number of a view. */
    int viewsMax() {
        return changes == FOR_EVER ? Integer.MAX_VALUE : changes + 2 + (leases ? n : 0);
    }

    /** The members of a view, in their order. */
    static int[] listed(long members) {
        return LongStream.range(0, Long.SIZE)
                .filter(i -> (members >>> i & 1) != 0)
                .mapToInt(i -> (int) i)
                .toArray();
    }

    @Override
    public boolean fits(MembersMessage message) {
        return switch (message) {
            case MembersMessage.View(int id, long members) -> id >= 1 && members >>> (n - 1) == 0;
            case MembersMessage.Fence() -> true;
            case MembersMessage.Fenced() -> true;
            case MembersMessage.Ping() -> true;
            case MembersMessage.Pong() -> true;
            case MembersMessage.ResT inView -> protocol.fits(Member.inner(inView));
            case MembersMessage.PushT inView -> protocol.fits(Member.inner(inView));
            case MembersMessage.PrioT inView -> protocol.fits(Member.inner(inView));
            case MembersMessage.Ctrl inView -> protocol.fits(Member.inner(inView));
        };
    }

    @Override
    public Node<MembersMessage> node(int index) {
        return index == registrar() ? new Registrar(this) : new Member(this, index);
    }
}
