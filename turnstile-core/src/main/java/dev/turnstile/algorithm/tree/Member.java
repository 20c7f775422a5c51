package dev.turnstile.algorithm.tree;

import dev.turnstile.machine.Fields;
import dev.turnstile.machine.Node;
import dev.turnstile.machine.Outbox;
import dev.turnstile.machine.Region;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A node that may be a member: a process of the tree of its view, and the transitions between views ({@link Members}).
 * Rules are numbered as in the corrections.
 */
final class Member implements Node<Members.MembersMessage> {
    private static final TreeMessage.Ctrl NO_CTRL = new TreeMessage.Ctrl(0, false, 0, 0);
    private static final List<String> KINDS = List.of("ResT", "PushT", "PrioT", "Ctrl");
    private static final int OTHERS = 3; // tokens that are no units
    private static final Early NOTHING = new Early(0, NO_CTRL);

    private final Members system;
    private final int index;
    private final TreeProcess process;
    private int view; // the last one that it was told of; 0 before the first
    private long members; // of that view; 0 when it is none of them any more
    private int earlyView; // newer than its own, and the newest that it has heard of; 0 if there is none
    private List<Early> early = new ArrayList<>(); // what has come of that one

    /** A message of a view to come, and who sent it. */
    private record Early(int from, TreeMessage message) {}

    Member(Members system, int index) {
        this.system = system;
        this.index = index;
        process = new TreeProcess(
                system.protocol, false, true, channels(), system.sizes().participants() - 1);
    }

    @Override
    public Region region() {
        return process.region();
    }

    @Override
    public int units() {
        return process.units();
    }

    @Override
    public long tokens() {
        long waiting = early.stream().mapToLong(one -> one.message().tokens()).sum();
        return waiting + (members == 0 ? 0 : process.tokens());
    }

    private Outbox<TreeMessage> inView(Outbox<Members.MembersMessage> out) {
        return new Outbox<>() {
            @Override
            public void send(int to, TreeMessage message) {
                if (to != system.registrar()) { // in no view there is no neighbour to send to
                    out.send(to, outer(message));
                }
            }

            @Override
            public int choose(int bound) {
                return out.choose(bound);
            }

            @Override
            public void restartTimer() {} // a lost controller is a new view
        };
    }

    private Members.MembersMessage outer(TreeMessage message) {
        return switch (message) {
            case TreeMessage.ResT() -> new Members.MembersMessage.ResT(view);
            case TreeMessage.PushT() -> new Members.MembersMessage.PushT(view);
            case TreeMessage.PrioT() -> new Members.MembersMessage.PrioT(view);
            case TreeMessage.Beacon beacon -> throw new IllegalStateException("the members of a view know their tree");
            case TreeMessage.Ctrl(int counter, boolean reset, int passed, int priority) ->
                new Members.MembersMessage.Ctrl(view, counter, reset, passed, priority);
        };
    }

    /** What a message of a view says. */
    static TreeMessage inner(Members.MembersMessage message) {
        return switch (message) {
            case Members.MembersMessage.ResT token -> new TreeMessage.ResT();
            case Members.MembersMessage.PushT token -> new TreeMessage.PushT();
            case Members.MembersMessage.PrioT token -> new TreeMessage.PrioT();
            case Members.MembersMessage.Ctrl ctrl ->
                new TreeMessage.Ctrl(ctrl.counter(), ctrl.reset(), ctrl.passed(), ctrl.passedPriority());
            case Members.MembersMessage.View other -> throw notOfAView(other);
            case Members.MembersMessage.Fence other -> throw notOfAView(other);
            case Members.MembersMessage.Fenced other -> throw notOfAView(other);
            case Members.MembersMessage.Ping other -> throw notOfAView(other);
            case Members.MembersMessage.Pong other -> throw notOfAView(other);
        };
    }

    private static IllegalArgumentException notOfAView(Members.MembersMessage message) {
        return new IllegalArgumentException(message + " is not of a view");
    }

    private static int viewOf(Members.MembersMessage message) {
        return switch (message) {
            case Members.MembersMessage.ResT(int view) -> view;
            case Members.MembersMessage.PushT(int view) -> view;
            case Members.MembersMessage.PrioT(int view) -> view;
            case Members.MembersMessage.Ctrl ctrl -> ctrl.view();
            case Members.MembersMessage.View view -> view.id();
            case Members.MembersMessage.Fence() -> 0;
            case Members.MembersMessage.Fenced() -> 0;
            case Members.MembersMessage.Ping() -> 0;
            case Members.MembersMessage.Pong() -> 0;
        };
    }

    @Override
    public void acquire(int units, Outbox<Members.MembersMessage> out) {
        process.acquire(units, inView(out));
    }

    @Override
    public void release(Outbox<Members.MembersMessage> out) {
        process.release(inView(out));
    }

    @Override
    public void cancel(Outbox<Members.MembersMessage> out) {
        process.cancel(inView(out));
    }

    @Override
    public void receive(int from, Members.MembersMessage message, Outbox<Members.MembersMessage> out) {
        switch (message) {
            case Members.MembersMessage.View(int id, long all) -> install(id, all, out);
            case Members.MembersMessage.Fence() -> fence(out);
            case Members.MembersMessage.Ping() -> out.send(system.registrar(), new Members.MembersMessage.Pong());
            case Members.MembersMessage.Fenced() -> {} // for the registrar
            case Members.MembersMessage.Pong() -> {} // for the registrar
            case Members.MembersMessage.ResT token -> receiveInView(from, token, out);
            case Members.MembersMessage.PushT token -> receiveInView(from, token, out);
            case Members.MembersMessage.PrioT token -> receiveInView(from, token, out);
            case Members.MembersMessage.Ctrl token -> receiveInView(from, token, out);
        }
    }

    /** Rule 1: what is older is dropped, what is newer waits; among what waits, the newest counts. */
    private void receiveInView(int from, Members.MembersMessage message, Outbox<Members.MembersMessage> out) {
        boolean epochs = system.has(Members.Safeguard.EPOCHS);
        int its = viewOf(message);
        if (members != 0 && (its == view || !epochs)) {
            process.receive(from, inner(message), inView(out));
        } else if (its > view && its >= earlyView && epochs) {
            if (its > earlyView) {
                early.clear();
            }
            earlyView = its;
            early.add(new Early(from, inner(message)));
        }
    }

    /** Rules 2 and 3. */
    private void install(int id, long all, Outbox<Members.MembersMessage> out) {
        view = id;
        members = all;
        process.install(isRoot(), channels(), system.has(Members.Safeguard.CENSUS), inView(out));
        if (earlyView <= view) {
            List<Early> waited = earlyView == view ? early : List.of();
            early = new ArrayList<>();
            earlyView = 0;
            waited.forEach(one -> process.receive(one.from(), one.message(), inView(out)));
        }
    }

    /** Rule 5: its use ends before a view without it is issued. What it was, is gone. */
    private void fence(Outbox<Members.MembersMessage> out) {
        members = 0;
        process.forget(channels());
        out.send(system.registrar(), new Members.MembersMessage.Fenced());
    }

    @Override
    public void state(Fields fields) {
        long before = members;
        view = fields.range("view", view, 0, system.viewsMax());
        members = fields.range("members", members, 0, (1L << system.registrar()) - 1);
        if (members != before) {
            process.place(isRoot(), channels());
        }
        process.state(fields);
        earlyView = fields.range("early.view", earlyView, 0, system.viewsMax());
        stateOfEarly(fields);
    }

    /**
     * Units that those inside give back may come before the census, and the controller; without a census all tokens.
     */
    private void stateOfEarly(Fields fields) {
        int most = system.protocol.l() + OTHERS;
        int count = fields.range("early.length", early.size(), 0, most);
        List<Early> now = new ArrayList<>();
        for (int at = 0; at < most; at++) {
            Early one = at < early.size() ? early.get(at) : NOTHING;
            String name = "early[" + at + "].";
            int from = fields.range(name + "from", one.from(), 0, system.registrar());
            TreeMessage message = stateOf(name, one.message(), fields);
            if (at < count) {
                now.add(new Early(from, message));
            }
        }
        early = now;
    }

    private TreeMessage stateOf(String name, TreeMessage message, Fields fields) {
        Protocol protocol = system.protocol;
        TreeMessage.Ctrl ctrl = message instanceof TreeMessage.Ctrl controller ? controller : NO_CTRL;
        int kind = fields.label(name + "type", kindOf(message), KINDS);
        TreeMessage.Ctrl read = new TreeMessage.Ctrl(
                fields.range(name + "C", ctrl.counter(), 0, protocol.counters() - 1),
                fields.flag(name + "R", ctrl.reset()),
                fields.range(name + "PT", ctrl.passed(), 0, protocol.l() + 1),
                fields.range(name + "PPr", ctrl.passedPriority(), 0, 2));
        return switch (kind) {
            case 0 -> new TreeMessage.ResT();
            case 1 -> new TreeMessage.PushT();
            case 2 -> new TreeMessage.PrioT();
            default -> read;
        };
    }

    private static int kindOf(TreeMessage message) {
        return switch (message) {
            case TreeMessage.ResT() -> 0;
            case TreeMessage.PushT() -> 1;
            case TreeMessage.PrioT() -> 2;
            case TreeMessage.Ctrl ctrl -> KINDS.size() - 1;
            case TreeMessage.Beacon beacon -> KINDS.size() - 1; // does not come here
        };
    }

    private boolean isRoot() {
        return members != 0 && Long.numberOfTrailingZeros(members) == index;
    }

    /** Its neighbours in the tree of the members; in no view its only neighbour is one to whom it does not send. */
    private int[] channels() {
        int[] listed = Members.listed(members);
        int place = Arrays.binarySearch(listed, index);
        return place < 0
                ? new int[] {system.registrar()}
                : Arrays.stream(OrientedTree.of("balanced", listed.length).channels(place))
                        .map(i -> listed[i])
                        .toArray();
    }
}
