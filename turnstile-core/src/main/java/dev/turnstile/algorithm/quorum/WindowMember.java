package dev.turnstile.algorithm.quorum;

import dev.turnstile.algorithm.quorum.WindowMembers.WindowMembersMessage;
import dev.turnstile.algorithm.quorum.coterie.Coterie;
import dev.turnstile.machine.Fields;
import dev.turnstile.machine.Node;
import dev.turnstile.machine.Numbers;
import dev.turnstile.machine.Outbox;
import dev.turnstile.machine.Region;
import java.util.Arrays;
import java.util.BitSet;

/**
 * A node that may be a member: a process of the window of its view, and the transitions between views
 * ({@link WindowMembers}).
 */
final class WindowMember implements Node<WindowMembersMessage> {
    private static final int[] NO_QUORUM = {};
    private static final int[] NO_NODE = {};

    private final WindowMembers system;
    private final int index;
    private final int most; // members
    private final WindowProcess process;
    private final BitSet members = new BitSet(); // of its view; none when it is in no view
    private final Early early;
    private int view; // the last one that it was told of

    WindowMember(WindowMembers system, int index) {
        this.system = system;
        this.index = index;
        most = system.registrar();
        process = system.process(index);
        early = new Early(most);
        view = system.viewsLeast();
        members.set(0, most);
        Coterie coterie = system.coterie(most);
        process.start(coterie.quorum(index), most, system::startsInside, coterie.askers(index));
    }

    @Override
    public Region region() {
        return process.region();
    }

    private Outbox<Window.WindowMessage> inView(Outbox<WindowMembersMessage> out) {
        return out.wrapping(message -> new WindowMembersMessage.InView(view, message));
    }

    @Override
    public void acquire(int units, Outbox<WindowMembersMessage> out) {
        process.acquire(units, inView(out));
    }

    @Override
    public void release(Outbox<WindowMembersMessage> out) {
        process.release(inView(out));
    }

    @Override
    public void cancel(Outbox<WindowMembersMessage> out) {
        process.cancel(inView(out));
    }

    @Override
    public void receive(int from, WindowMembersMessage message, Outbox<WindowMembersMessage> out) {
        switch (message) {
            case WindowMembersMessage.InView(int its, Window.WindowMessage told) -> receiveInView(from, its, told, out);
            case WindowMembersMessage.View(int id, Numbers all) -> install(id, all, out);
            case WindowMembersMessage.Fence() -> fence(out);
            case WindowMembersMessage.Ping() -> out.send(system.registrar(), new WindowMembersMessage.Pong());
            case WindowMembersMessage.Fenced() -> {} // for the registrar, as what follows
            case WindowMembersMessage.Stays() -> {}
            case WindowMembersMessage.Pong() -> {}
        }
    }

    /** Drops older messages, and defers newer ones. */
    private void receiveInView(int from, int its, Window.WindowMessage told, Outbox<WindowMembersMessage> out) {
        if (its == view || system.has(WindowMembers.Trait.NO_EPOCHS)) {
            if (members.get(from)) {
                process.receive(from, told, inView(out));
            }
        } else if (its > view) {
            early.keep(from, its, told);
        }
    }

    private void install(int id, Numbers all, Outbox<WindowMembersMessage> out) {
        view = id;
        members.clear();
        NodeSets.addAll(members, all);
        place();
        process.goOn(!system.has(WindowMembers.Trait.NO_ANNOUNCE), inView(out));
        early.arrive(view, process, inView(out));
    }

    /**
     * Takes its place in a view. Members are numbered in their order. Without a view it has no quorum, and can't enter.
     */
    private void place() {
        int[] listed = members.stream().toArray();
        int place = Arrays.binarySearch(listed, index);
        if (place < 0) {
            process.place(NO_QUORUM, Integer.MAX_VALUE);
        } else {
            int[] quorum = system.coterie(listed.length).quorum(place);
            process.place(Arrays.stream(quorum).map(i -> listed[i]).toArray(), listed.length);
        }
    }

    /** A holder stays or is evicted. A node that waits to enter waits for a view that includes it. */
    private void fence(Outbox<WindowMembersMessage> out) {
        boolean inside = region() == Region.CRITICAL || region() == Region.EXIT;
        if (inside && !system.has(WindowMembers.Trait.EVICTS)) {
            out.send(system.registrar(), new WindowMembersMessage.Stays());
            return;
        }
        members.clear();
        if (inside) {
            process.start(NO_QUORUM, Integer.MAX_VALUE, node -> false, NO_NODE);
        } else {
            place();
        }
        out.send(system.registrar(), new WindowMembersMessage.Fenced());
    }

    @Override
    public void state(Fields fields) {
        view = fields.range("view", view, system.viewsLeast(), system.viewsMost());
        BitSet before = (BitSet) members.clone();
        NodeSets.state(fields, "members", members, most);
        if (!members.equals(before)) {
            place();
        }
        early.state(fields, system.viewsMost());
        process.stateInAnyPlace(fields);
    }
}
