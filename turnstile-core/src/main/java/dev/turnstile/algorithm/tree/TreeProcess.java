package dev.turnstile.algorithm.tree;

import dev.turnstile.machine.AbstractNodeSystem;
import dev.turnstile.machine.Fields;
import dev.turnstile.machine.Node;
import dev.turnstile.machine.Outbox;
import dev.turnstile.machine.Region;
import dev.turnstile.machine.Timer;
import dev.turnstile.machine.Tokens;
import java.util.Arrays;
import java.util.Optional;

/**
 * One process of the tree: datta-2009, algorithm 1 (the root) and algorithm 2 (the others). One class serves for both,
 * since they differ in few lines.
 *
 * <p>The idea. Tokens walk round the tree ({@link OrientedTree}). A process that wants r units keeps r resource tokens
 * that come by. When it leaves, it lets them continue on their way. The pusher makes waiting processes let go of what
 * they have, so that none holds forever what another needs. The priority token spares one of them, so that this process
 * gets all it needs. The controller takes the same path and counts the other tokens. It counts the tokens that it
 * passes itself: those that a process keeps while the controller moves on. The root counts the tokens that the
 * controller never passes, when they begin another round at the root. At the end of a round the root creates what is
 * missing. If there are too many, it has all tokens erased in the next round and starts over. The controller carries a
 * counter. The root ignores a controller with another value, and so does any process if the controller comes back from
 * a child. Eventually the root uses a value that occurs nowhere else (counter flushing).
 *
 * <p>Out, Req and In are REMAINDER, TRYING and CRITICAL. <b>Departures from the printed algorithm</b> are marked at
 * their lines with their number in the corrections: lost lines (E1 to E7), and repairs that the lab can leave out
 * ({@link Rule}).
 *
 * <p>Beyond the paper: a process that gives up passes on what it had reserved. A process that is alone has all units
 * and needs no tokens. A message from a node that is not a neighbour is ignored, because it predates the current tree.
 */
final class TreeProcess implements Node<TreeMessage> {
    private static final int NONE = -1; // no channel: _|_ in the paper
    private static final TreeMessage RES = new TreeMessage.ResT();
    private static final TreeMessage PUSH = new TreeMessage.PushT();
    private static final TreeMessage PRIO = new TreeMessage.PrioT();

    private final Protocol p;
    private final Optional<Timer> round;
    private final boolean mayBeRoot; // in this tree or another one
    private boolean root;
    private int[] channels; // neighbours, by label; the paper's D is their number
    private Region state = Region.REMAINDER;
    private int need = 1;
    private final ReservedSet rSet;
    private int prio = NONE;
    private int myC;
    private int succ;
    private boolean started; // root: has created its tokens; used only in stages without a controller
    private boolean reset; // root: the current round erases
    private int sToken; // root: tokens that have begun another round since the controller did
    private int sPrio;
    private int sPush;
    private boolean dirty; // root: the current round was resumed after a timeout (E14)

    /** Creates a process at a place in a tree; in any tree it has at most {@code channelsMax} channels. */
    TreeProcess(Protocol protocol, boolean root, boolean mayBeRoot, int[] channels, int channelsMax) {
        p = protocol;
        round = Optional.of(protocol.round());
        this.root = root;
        this.mayBeRoot = mayBeRoot;
        this.channels = channels;
        rSet = new ReservedSet(Math.max(1, channelsMax));
    }

    @Override
    public Region region() {
        return state;
    }

    @Override
    public int units() {
        return need;
    }

    private boolean isAlone() {
        return channels.length == 0;
    }

    @Override
    public void acquire(int units, Outbox<TreeMessage> out) {
        AbstractNodeSystem.expect(Region.REMAINDER, state);
        AbstractNodeSystem.checkUnits(units, p.k());
        need = units;
        state = Region.TRYING;
        tail(out);
    }

    @Override
    public void release(Outbox<TreeMessage> out) {
        AbstractNodeSystem.expect(Region.CRITICAL, state);
        goOut(out);
    }

    @Override
    public void cancel(Outbox<TreeMessage> out) {
        AbstractNodeSystem.expect(Region.TRYING, state);
        goOut(out);
    }

    /** Beyond the paper: like leaving, but with only some of the tokens in RSet. */
    @Override
    public void releasePart(int units, Outbox<TreeMessage> out) {
        AbstractNodeSystem.expect(Region.CRITICAL, state);
        if (units < 1 || units >= need) {
            throw new IllegalArgumentException(
                    "the units to give back must be at least 1 and less than " + need + ", not " + units);
        }
        need -= units;
        rSet.take(Math.max(0, rSet.size() - need), i -> forwardResource(i, out));
    }

    private void goOut(Outbox<TreeMessage> out) {
        forwardReserved(out);
        state = Region.REMAINDER;
        need = 1;
        tail(out);
    }

    @Override
    public void receive(int from, TreeMessage message, Outbox<TreeMessage> out) {
        int q = label(from);
        if (q == NONE) {
            return;
        }
        switch (message) {
            case TreeMessage.Ctrl m when root -> rootOnController(m, q, out);
            case TreeMessage.Ctrl m -> onController(m, q, out);
            case TreeMessage.ResT() when root && reset -> {} // erased
            case TreeMessage.PushT() when root && reset -> {} // erased
            case TreeMessage.PrioT() when root && reset -> {} // erased
            case TreeMessage.ResT() -> onResource(q, out);
            case TreeMessage.PushT() -> onPusher(q, out);
            case TreeMessage.PrioT() -> onPriority(q, out);
            case TreeMessage.Beacon beacon -> {} // only where the nodes find the tree themselves
        }
        tail(out);
    }

    private void onResource(int q, Outbox<TreeMessage> out) {
        if (state == Region.TRYING && rSet.size() < need) {
            rSet.add(q, 1);
        } else {
            forwardResource(q, out);
        }
    }

    private void onPusher(int q, Outbox<TreeMessage> out) {
        boolean spared = prio != NONE && p.has(Rule.SPARE_PRIORITY); // E1: printed the other way round
        if (!spared && state != Region.CRITICAL && (state != Region.TRYING || rSet.size() < need)) {
            forwardReserved(out);
        }
        if (root && isLast(q)) {
            sPush = p.countOthers(sPush);
        }
        send(q, PUSH, out);
    }

    private void onPriority(int q, Outbox<TreeMessage> out) {
        if (prio == NONE) {
            prio = q;
        } else if (p.has(Rule.E9)) {
            forwardPriority(q, out); // E9: the root counts here too
        } else {
            send(q, PRIO, out);
        }
    }

    /** Runs what the paper does after every event. */
    private void tail(Outbox<TreeMessage> out) {
        if (isAlone() && state == Region.TRYING) {
            rSet.add(0, need - rSet.size());
        }
        if (state == Region.TRYING && rSet.size() >= need) {
            state = Region.CRITICAL;
        }
        if (prio != NONE && (state != Region.TRYING || rSet.size() >= need)) {
            forwardPriority(prio, out);
            prio = NONE;
        }
    }

    private void rootOnController(TreeMessage.Ctrl m, int q, Outbox<TreeMessage> out) {
        if (q != succ || m.counter() != myC) {
            return;
        }
        succ = next(succ);
        TreeMessage.Ctrl now = p.has(Rule.E8) ? pass(m, q) : m; // E8: before judge, not after it
        if (succ == 0) {
            myC = (myC + 1) % p.counters();
            judge(now.passed() + sToken, now.passedPriority() + sPrio, out);
            sToken = 0; // E3: these three are lost in print
            sPrio = 0;
            sPush = 0;
            now = new TreeMessage.Ctrl(myC, reset, 0, 0);
        }
        now = p.has(Rule.E8) ? now : pass(now, q);
        send(succ - 1, new TreeMessage.Ctrl(myC, reset, now.passed(), now.passedPriority()), out);
        out.restartTimer();
    }

    /** Ends a round, when the root knows how many tokens of each kind there are. */
    private void judge(int units, int priorities, Outbox<TreeMessage> out) {
        if (dirty) {
            dirty = false; // E14: this round did not count all; the next one will, and a reset continues
            return;
        }
        reset = p.has(Rule.RESET) && (units > p.l() || priorities > 1 || sPush > 1);
        if (reset) {
            erase();
        } else {
            create(p.l() - units, sPush < 1, priorities < 1, out); // E2: only if nothing is erased
        }
    }

    /** Creates tokens. E5: they are counted when they begin their next round; they go ahead of the controller. */
    private void create(int units, boolean pusher, boolean priority, Outbox<TreeMessage> out) {
        if (priority) {
            send(NONE, PRIO, out);
        }
        for (int i = 0; i < units; i++) {
            send(NONE, RES, out);
        }
        if (pusher) {
            send(NONE, PUSH, out);
        }
    }

    private void onController(TreeMessage.Ctrl m, int q, Outbox<TreeMessage> out) {
        boolean ok = false;
        if (q == succ && succ != 0 && m.counter() == myC) {
            succ = next(succ);
            ok = true;
            eraseIf(m.reset());
        }
        if (q == 0) {
            ok = true;
            if (m.counter() != myC) {
                succ = Math.min(1, channels.length - 1);
                eraseIf(m.reset());
            }
            myC = m.counter(); // equal: a duplicate, which is forwarded
        }
        if (ok) {
            send(succ - 1, pass(m, q), out);
        }
    }

    /** PASS: counts the tokens kept here that were ahead of the controller and are behind it from now on. */
    private TreeMessage.Ctrl pass(TreeMessage.Ctrl m, int q) {
        return p.has(Rule.COUNT_PASSED)
                ? new TreeMessage.Ctrl(
                        m.counter(),
                        m.reset(),
                        p.countUnits(m.passed(), rSet.times(q)),
                        prio == q ? p.countOthers(m.passedPriority()) : m.passedPriority())
                : m;
    }

    private void eraseIf(boolean wanted) {
        if (wanted) {
            erase();
        }
    }

    /**
     * ERASE. E13: units in use stay with their holders and are counted. E4: erases Prio too, wherever the controller
     * comes from.
     */
    private void erase() {
        if (state != Region.CRITICAL || !p.has(Rule.E13)) {
            rSet.clear();
        }
        prio = NONE;
    }

    /** Moves to another place in another tree, in any state. Labels beyond the last channel become the last. */
    void place(boolean isRoot, int[] neighbours) {
        root = isRoot;
        channels = neighbours;
        int last = Math.max(0, channels.length - 1);
        rSet.limitTo(last);
        prio = Math.min(prio, channels.length - 1);
        succ = Math.min(succ, last);
    }

    /**
     * Starts over in a new tree; only units in use stay where they are. With a census, the root counts them by a reset
     * that erases nothing in use. Without a census, it creates all tokens at once.
     */
    void install(boolean isRoot, int[] neighbours, boolean census, Outbox<TreeMessage> out) {
        int kept = state == Region.CRITICAL ? rSet.size() : 0;
        clear(neighbours);
        root = isRoot;
        rSet.add(root ? Math.max(0, channels.length - 1) : 0, kept);
        myC = root ? 1 : 0;
        reset = root && census;
        if (root && census) {
            send(NONE, new TreeMessage.Ctrl(myC, true, 0, 0), out);
        } else if (root) {
            create(p.l(), true, true, out);
        }
        tail(out);
    }

    /** Resets the process to its initial state. */
    void forget(int[] neighbours) {
        clear(neighbours);
        state = Region.REMAINDER;
        need = 1;
        myC = 0;
    }

    private void clear(int[] neighbours) {
        channels = neighbours;
        root = false;
        rSet.clear();
        prio = NONE;
        succ = 0;
        reset = false;
        sToken = 0;
        sPrio = 0;
        sPush = 0;
        dirty = false;
    }

    @Override
    public Optional<Timer> timer() {
        boolean runs = root && (isAlone() ? state == Region.TRYING : p.has(TreeStage.CONTROLLED) || !started);
        return runs ? round : Optional.empty();
    }

    @Override
    public void timeout(Outbox<TreeMessage> out) {
        if (isAlone()) {
            tail(out);
        } else if (p.has(TreeStage.CONTROLLED)) {
            dirty = p.has(Rule.E14);
            send(succ - 1, new TreeMessage.Ctrl(myC, reset, 0, 0), out);
            out.restartTimer();
        } else {
            started = true;
            create(p.l(), p.has(TreeStage.PUSHER), p.has(TreeStage.PRIORITY), out);
        }
    }

    /** FWD_RES(i) for all i in RSet; RSet := {}. */
    private void forwardReserved(Outbox<TreeMessage> out) {
        rSet.take(rSet.size(), i -> forwardResource(i, out));
    }

    private void forwardResource(int i, Outbox<TreeMessage> out) {
        if (root && isLast(i)) {
            sToken = p.countUnits(sToken, 1);
        }
        send(i, RES, out);
    }

    private void forwardPriority(int i, Outbox<TreeMessage> out) {
        if (root && isLast(i)) {
            sPrio = p.countOthers(sPrio);
        }
        send(i, PRIO, out);
    }

    /** Sends a message onward from the channel on which it came. */
    private void send(int cameFrom, TreeMessage message, Outbox<TreeMessage> out) {
        if (!isAlone()) {
            out.send(channels[next(cameFrom)], message);
        }
    }

    private int next(int label) {
        return label + 1 < channels.length ? label + 1 : 0;
    }

    private boolean isLast(int label) {
        return label == channels.length - 1;
    }

    /**
     * Returns the label of a neighbour, or {@link #NONE}. The parent comes first, then the children in ascending order.
     */
    private int label(int neighbour) {
        boolean isParent = !root && channels[0] == neighbour;
        return isParent ? 0 : Math.max(NONE, Arrays.binarySearch(channels, root ? 0 : 1, channels.length, neighbour));
    }

    @Override
    public long tokens() {
        boolean hasAll = isAlone() || (root && !started && !p.has(TreeStage.CONTROLLED));
        return hasAll ? p.tokens() : Tokens.of(rSet.size(), 0, prio == NONE ? 0 : 1);
    }

    @Override
    public void state(Fields fields) {
        state = AbstractNodeSystem.regionOf(fields, state);
        need = fields.range("Need", need, 1, p.k());
        rSet.state(fields, Math.max(1, channels.length), p.k());
        prio = p.has(TreeStage.PRIORITY) ? fields.range("Prio", prio, NONE, channels.length - 1) : NONE;
        if (p.has(TreeStage.CONTROLLED)) {
            myC = fields.range("myC", myC, 0, p.counters() - 1);
            succ = fields.range("Succ", succ, 0, Math.max(0, channels.length - 1));
        }
        if (mayBeRoot && p.has(TreeStage.CONTROLLED)) {
            reset = fields.flag("Reset", reset);
            sToken = fields.range("SToken", sToken, 0, p.l() + 1);
            sPrio = fields.range("SPrio", sPrio, 0, 2);
            sPush = fields.range("SPush", sPush, 0, 2);
            dirty = p.has(Rule.E14) && fields.flag("dirty", dirty);
        } else if (mayBeRoot) {
            started = fields.flag("started", started);
        }
    }
}
