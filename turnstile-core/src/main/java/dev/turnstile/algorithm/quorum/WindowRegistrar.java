package dev.turnstile.algorithm.quorum;

import dev.turnstile.algorithm.quorum.WindowMembers.WindowMembersMessage;
import dev.turnstile.machine.AbstractNodeSystem;
import dev.turnstile.machine.Fields;
import dev.turnstile.machine.Node;
import dev.turnstile.machine.Outbox;
import dev.turnstile.machine.Region;
import dev.turnstile.machine.Timer;
import java.util.BitSet;
import java.util.Optional;

/**
 * Knows which members are alive, and issues the views of {@link WindowMembers}. Whenever its timer expires, it picks an
 * event at random: a member leaves, a member joins, or a connection was lost and all start over. In the end all are
 * back.
 */
final class WindowRegistrar implements Node<WindowMembersMessage> {
    /** A question and its answer. */
    private static final Optional<Timer> LEASE = Optional.of(new Timer("lease", 2));

    private static final int NO_NODE = -1;

    private final WindowMembers system;
    private final int most; // members
    private final BitSet members = new BitSet(); // of the last view that was issued
    private final BitSet unheard = new BitSet(); // were asked whether they are alive, and have not answered
    private final BitSet gone = new BitSet(); // have stopped, and do not come back
    private int view;
    private int fenced = NO_NODE; // asked to leave the view, has not answered
    private int left; // changes to come

    WindowRegistrar(WindowMembers system) {
        this.system = system;
        most = system.registrar();
        members.set(0, most);
        view = system.viewsLeast();
        left = system.changes();
    }

    @Override
    public Region region() {
        return Region.REMAINDER;
    }

    @Override
    public Optional<Timer> timer() {
        boolean runs = system.has(WindowMembers.Trait.LEASES) || (fenced == NO_NODE && (mayChange() || mayComeBack()));
        return runs ? LEASE : Optional.empty();
    }

    private boolean mayChange() {
        return left > 0 || system.changes() == WindowMembers.FOR_EVER;
    }

    private boolean mayComeBack() {
        return members.cardinality() + gone.cardinality() < most;
    }

    @Override
    public void timeout(Outbox<WindowMembersMessage> out) {
        unheard.and(members);
        if (!unheard.isEmpty()) {
            gone.or(unheard);
            members.andNot(unheard);
            fenced = unheard.get(Math.max(0, fenced)) ? NO_NODE : fenced;
            issue(out);
        } else if (fenced == NO_NODE && mayChange()) {
            left = Math.max(0, left - 1);
            change(out.choose(system.facts().outcomes()), out);
        } else if (fenced == NO_NODE && mayComeBack()) {
            members.set(0, most);
            members.andNot(gone);
            issue(out);
        }
        if (system.has(WindowMembers.Trait.LEASES)) {
            unheard.or(members);
            tellMembers(new WindowMembersMessage.Ping(), out);
        }
    }

    /**
     * What has become known of that one; of the registrar itself, and of one that is gone, that a connection was lost.
     */
    private void change(int whom, Outbox<WindowMembersMessage> out) {
        if (members.get(whom) && members.cardinality() > 1) {
            out.send(whom, new WindowMembersMessage.Fence());
            if (!system.has(WindowMembers.Trait.NO_FENCING)) {
                fenced = whom;
                return;
            }
            members.clear(whom);
        } else if (whom < most && !gone.get(whom)) {
            members.set(whom);
        }
        issue(out);
    }

    private void issue(Outbox<WindowMembersMessage> out) {
        view++;
        tellMembers(new WindowMembersMessage.View(view, NodeSets.numbers(members)), out);
    }

    private void tellMembers(WindowMembersMessage message, Outbox<WindowMembersMessage> out) {
        members.stream().forEach(member -> out.send(member, message));
    }

    @Override
    public void receive(int from, WindowMembersMessage message, Outbox<WindowMembersMessage> out) {
        switch (message) {
            case WindowMembersMessage.Pong() -> unheard.clear(from);
            case WindowMembersMessage.Fenced() -> {
                if (from == fenced) {
                    fenced = NO_NODE;
                    members.clear(from);
                    issue(out);
                }
            }
            case WindowMembersMessage.Stays() -> fenced = from == fenced ? NO_NODE : fenced;
            case WindowMembersMessage.InView forMembers -> {}
            case WindowMembersMessage.View forMembers -> {}
            case WindowMembersMessage.Fence() -> {} // for members
            case WindowMembersMessage.Ping() -> {} // for members
        }
    }

    @Override
    public void acquire(int units, Outbox<WindowMembersMessage> out) {
        throw new IllegalStateException("acquire is not allowed: the node is the registrar");
    }

    @Override
    public void release(Outbox<WindowMembersMessage> out) {
        AbstractNodeSystem.expect(Region.CRITICAL, region());
    }

    @Override
    public void cancel(Outbox<WindowMembersMessage> out) {
        AbstractNodeSystem.expect(Region.TRYING, region());
    }

    @Override
    public void state(Fields fields) {
        view = fields.range("view", view, system.viewsLeast(), system.viewsMost());
        NodeSets.state(fields, "members", members, most);
        fenced = fields.range("fenced", fenced, NO_NODE, most - 1);
        left = fields.range("left", left, 0, system.changes());
        if (system.has(WindowMembers.Trait.LEASES)) {
            NodeSets.state(fields, "unheard", unheard, most);
            NodeSets.state(fields, "gone", gone, most);
        }
    }
}
