package dev.turnstile.algorithm.tree;

import dev.turnstile.machine.AbstractNodeSystem;
import dev.turnstile.machine.Fields;
import dev.turnstile.machine.Node;
import dev.turnstile.machine.Outbox;
import dev.turnstile.machine.Region;
import dev.turnstile.machine.Timer;
import java.util.Optional;

/**
 * Knows which members are alive, and issues views, like a cluster's membership service. Whenever its timer expires, it
 * picks an event at random: a member is gone, a member has joined, or a connection was lost and all start over. In the
 * end all come back.
 *
 * <p>With leases it also asks all members, again and again, whether they are alive. Its timer is longer than they take
 * to answer.
 */
final class Registrar implements Node<Members.MembersMessage> {
    /** A question and its answer. */
    private static final Optional<Timer> LEASE = Optional.of(new Timer("lease", 2));

    private static final int NO_NODE = -1;

    private final Members system;
    private int view; // the last that was issued; 0 before the first
    private long members;
    private int expelled = NO_NODE; // is being fenced
    private int left; // changes to come
    private long asked; // whether they are alive
    private long answered;
    private long gone; // have stopped, and do not come back

    Registrar(Members system) {
        this.system = system;
        left = system.changes();
    }

    @Override
    public Region region() {
        return Region.REMAINDER;
    }

    @Override
    public Optional<Timer> timer() {
        boolean runs = system.hasLeases() || view == 0 || (expelled == NO_NODE && mayChange());
        return runs ? LEASE : Optional.empty();
    }

    private boolean mayChange() {
        return left > 0 || members != all() || system.changes() == Members.FOR_EVER;
    }

    @Override
    public void timeout(Outbox<Members.MembersMessage> out) {
        long silent = expelled == NO_NODE ? members & asked & ~answered : 1L << expelled;
        if (silent != 0) {
            leaveOut(silent, out);
        } else if (view == 0 || (left == 0 && members != all() && system.changes() != Members.FOR_EVER)) {
            members = all();
            issue(out);
        } else if (mayChange()) {
            left = Math.max(0, left - 1);
            change(out);
        }
        if (system.hasLeases()) {
            ask(out);
        }
    }

    /** Their leases are over, and they have not been heard of. */
    private void leaveOut(long silent, Outbox<Members.MembersMessage> out) {
        gone |= silent;
        members &= ~silent;
        expelled = NO_NODE;
        issue(out);
    }

    private void ask(Outbox<Members.MembersMessage> out) {
        asked = members;
        answered = 0;
        for (int member : Members.listed(members)) {
            out.send(member, new Members.MembersMessage.Ping());
        }
    }

    private long all() {
        return ((1L << system.registrar()) - 1) & ~gone;
    }

    private void change(Outbox<Members.MembersMessage> out) {
        int whom = out.choose(system.facts().outcomes());
        boolean isMember = whom < system.registrar() && (members >>> whom & 1) != 0;
        boolean isGone = (gone >>> whom & 1) != 0;
        if (whom == system.registrar() || isGone || (isMember && Long.bitCount(members) == 1)) {
            issue(out); // the same members again; the last one is not left out
        } else if (!isMember) {
            members |= 1L << whom;
            issue(out);
        } else {
            expel(whom, out);
        }
    }

    private void expel(int whom, Outbox<Members.MembersMessage> out) {
        out.send(whom, new Members.MembersMessage.Fence());
        if (system.has(Members.Safeguard.FENCING)) {
            expelled = whom;
        } else {
            members &= ~(1L << whom);
            issue(out);
        }
    }

    private void issue(Outbox<Members.MembersMessage> out) {
        view++;
        for (int member : Members.listed(members)) {
            out.send(member, new Members.MembersMessage.View(view, members));
        }
    }

    @Override
    public void receive(int from, Members.MembersMessage message, Outbox<Members.MembersMessage> out) {
        if (message instanceof Members.MembersMessage.Pong) {
            answered |= 1L << from;
        } else if (from == expelled && message instanceof Members.MembersMessage.Fenced) {
            expelled = NO_NODE;
            members &= ~(1L << from);
            issue(out);
        }
    }

    @Override
    public void acquire(int units, Outbox<Members.MembersMessage> out) {
        throw new IllegalStateException("acquire is not allowed: the node is the registrar");
    }

    @Override
    public void release(Outbox<Members.MembersMessage> out) {
        AbstractNodeSystem.expect(Region.CRITICAL, region());
    }

    @Override
    public void cancel(Outbox<Members.MembersMessage> out) {
        AbstractNodeSystem.expect(Region.TRYING, region());
    }

    @Override
    public void state(Fields fields) {
        view = fields.range("view", view, 0, system.viewsMax());
        members = fields.range("members", members, 0, (1L << system.registrar()) - 1);
        expelled = fields.range("expelled", expelled, NO_NODE, system.registrar() - 1);
        left = fields.range("left", left, 0, system.changes());
        long everybody = (1L << system.registrar()) - 1;
        long most = system.hasLeases() ? everybody : 0;
        asked = fields.range("asked", asked, 0, most);
        answered = fields.range("answered", answered, 0, most);
        gone = fields.range("gone", gone, 0, most);
    }
}
