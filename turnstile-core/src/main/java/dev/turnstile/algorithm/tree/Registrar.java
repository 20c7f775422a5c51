package dev.turnstile.algorithm.tree;

import dev.turnstile.machine.AbstractNodeSystem;
import dev.turnstile.machine.Fields;
import dev.turnstile.machine.Node;
import dev.turnstile.machine.Outbox;
import dev.turnstile.machine.Region;

/**
 * Knows who is alive, and issues views: what a cluster's membership service does. Chance decides, whenever its timer runs out, what
 * becomes known next: one is gone, one has come, or a connection was lost and all must begin anew. In the end all come back.
 */
final class Registrar implements Node<Members.Telling> {
    private static final int NOBODY = -1;

    private final Members system;
    private int view; // the last that was issued; 0 before the first
    private long members;
    private int expelled = NOBODY; // is being fenced
    private int left; // changes to come

    Registrar(Members system) {
        this.system = system;
        left = system.changes();
    }

    @Override
    public Region region() {
        return Region.REMAINDER;
    }

    @Override
    public boolean awaitsTimeout() {
        return view == 0
                || (expelled == NOBODY && (left > 0 || members != all() || system.changes() == Members.FOR_EVER));
    }

    @Override
    public void timeout(Outbox<Members.Telling> out) {
        if (view == 0 || (left == 0 && system.changes() != Members.FOR_EVER)) {
            members = all();
            issue(out);
        } else {
            left = Math.max(0, left - 1);
            change(out);
        }
    }

    private long all() {
        return (1L << system.registrar()) - 1;
    }

    private void change(Outbox<Members.Telling> out) {
        int whom = out.choose(system.nodes());
        boolean isMember = whom < system.registrar() && (members >>> whom & 1) != 0;
        if (whom == system.registrar() || (isMember && Long.bitCount(members) == 1)) {
            issue(out); // the same members again; the last one is not left out
        } else if (!isMember) {
            members |= 1L << whom;
            issue(out);
        } else {
            expel(whom, out);
        }
    }

    private void expel(int whom, Outbox<Members.Telling> out) {
        out.send(whom, new Members.Telling.Fence());
        if (system.has(Members.Safeguard.FENCING)) {
            expelled = whom;
        } else {
            members &= ~(1L << whom);
            issue(out);
        }
    }

    private void issue(Outbox<Members.Telling> out) {
        view++;
        for (int member : Members.listed(members)) {
            out.send(member, new Members.Telling.View(view, members));
        }
    }

    @Override
    public void receive(int from, Members.Telling message, Outbox<Members.Telling> out) {
        if (from == expelled && message instanceof Members.Telling.Fenced) {
            expelled = NOBODY;
            members &= ~(1L << from);
            issue(out);
        }
    }

    @Override
    public void acquire(int units, Outbox<Members.Telling> out) {
        throw new IllegalStateException("who knows who is alive does not ask");
    }

    @Override
    public void release(Outbox<Members.Telling> out) {
        AbstractNodeSystem.expect(Region.CRITICAL, region());
    }

    @Override
    public void cancel(Outbox<Members.Telling> out) {
        AbstractNodeSystem.expect(Region.TRYING, region());
    }

    @Override
    public void state(Fields fields) {
        view = fields.range("view", view, 0, system.viewsMax());
        members = fields.range("members", members, 0, (1L << system.registrar()) - 1);
        expelled = fields.range("expelled", expelled, NOBODY, system.registrar() - 1);
        left = fields.range("left", left, 0, system.changes());
    }
}
