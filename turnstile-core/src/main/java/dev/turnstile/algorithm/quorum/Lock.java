package dev.turnstile.algorithm.quorum;

import dev.turnstile.machine.Fields;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.NavigableSet;
import java.util.TreeSet;

/**
 * Maekawa's lock at one node, which is two things at once: one who asks all members of its quorum, and a member whom
 * others ask. A member lends its vote to one at a time. Two quorums have a member in common, so of two nodes at most
 * one has all the votes that it needs.
 *
 * <p>Two can have one vote each and wait for each other's. So requests are stamped, an older one goes first, and
 * whoever has lent its vote to a younger one asks for it back: INQUIRE, and the answer is YIELD from one who still
 * waits. <b>When it yields</b> is the {@link Maekawa.Courtesy}. As Maekawa printed it in 1985, a node yields when it
 * has been told that it is not the next somewhere else: FAILED. But one who was first in line, and is overtaken by an
 * older request, is not told; it does not yield, and all can wait for ever. Sanders (1987) has it told. It is simpler,
 * and takes fewer messages, if whoever waits yields whenever it is asked to; then FAILED is not needed.
 *
 * <p>Beyond the papers: who gives up takes its request back like one who leaves. So answers to a request that is no
 * longer there may be on their way, and answers name the request. A LOCKED also tells how late it is, or one who hears
 * of nobody could go before an older request again and again.
 */
final class Lock {
    static final int NOBODY = -1;

    private static final Comparator<Stamp> OLDEST_FIRST =
            Comparator.comparingLong(Stamp::clock).thenComparingInt(Stamp::node);
    private static final Stamp NONE = new Stamp(0, NOBODY);

    private final int nodes;
    private final Maekawa.Courtesy courtesy;
    private int[] quorum; // ascending
    private long clock; // Lamport's: the largest that it knows of

    // who asks
    private boolean waits;
    private long mine; // the stamp of its request, while there is one
    private final BitSet locked = new BitSet(); // by place in the quorum: has lent us its vote
    private final BitSet failed = new BitSet(); // others come before us there
    private final BitSet inquired = new BitSet(); // wants its vote back

    // whom others ask
    private Stamp holder = NONE;
    private boolean asksBack;
    private final NavigableSet<Stamp> queue = new TreeSet<>(OLDEST_FIRST);

    /** A request: when, and whose. The smaller is the older. */
    private record Stamp(long clock, int node) {
        boolean isNone() {
            return node == NOBODY;
        }
    }

    /** How the two sides of the lock speak to each other; a request is named by its clock. */
    interface LockSender {
        void request(int to, long clock);

        void locked(int to, long clock, long now);

        void failed(int to, long clock);

        void inquire(int to, long clock);

        void giveWay(int to);

        void release(int to);
    }

    Lock(int nodes, int[] quorum, Maekawa.Courtesy courtesy) {
        this.nodes = nodes;
        this.quorum = quorum;
        this.courtesy = courtesy;
    }

    int[] quorum() {
        return quorum;
    }

    /** Another quorum, and nothing is known of any request. No message that was sent before may arrive from now on. */
    void reset(int[] changed) {
        quorum = changed;
        clock = 0;
        forgetRequest();
        holder = NONE;
        asksBack = false;
        queue.clear();
    }

    private int place(int member) {
        return Arrays.binarySearch(quorum, member);
    }

    // who asks

    void acquire(LockSender voice) {
        forgetRequest();
        mine = ++clock;
        waits = true;
        for (int j : quorum) {
            voice.request(j, mine);
        }
    }

    /** Whether every member of the quorum has lent its vote. */
    boolean hasAll() {
        return mine > 0 && locked.cardinality() == quorum.length;
    }

    /** From now on no vote is given back before the release. */
    void keep() {
        waits = false;
        inquired.clear();
    }

    /** Gives all votes back, or takes the request back. */
    void release(LockSender voice) {
        forgetRequest();
        for (int j : quorum) {
            voice.release(j);
        }
    }

    private void forgetRequest() {
        waits = false;
        mine = 0;
        locked.clear();
        failed.clear();
        inquired.clear();
    }

    /** Whether that is an answer to our request; late ones are normal. */
    boolean isAwaited(long request) {
        return waits && request == mine;
    }

    boolean has(int member) {
        int place = place(member);
        return place >= 0 && locked.get(place);
    }

    void onLocked(int from, long request, long now) {
        clock = Math.max(clock, now);
        if (isAwaited(request)) {
            locked.set(place(from));
            failed.clear(place(from));
        }
    }

    void onFailed(int from, long request, LockSender voice) {
        if (isAwaited(request)) {
            failed.set(place(from));
            for (int place : inquired.stream().toArray()) {
                giveBack(place, voice);
            }
        }
    }

    void onInquire(int from, long request, LockSender voice) {
        if (!isAwaited(request) || !has(from)) {
            return;
        }
        if (courtesy == Maekawa.Courtesy.ALWAYS || !failed.isEmpty()) {
            giveBack(place(from), voice);
        } else {
            inquired.set(place(from));
        }
    }

    private void giveBack(int place, LockSender voice) {
        locked.clear(place);
        failed.set(place);
        inquired.clear(place);
        voice.giveWay(quorum[place]);
    }

    // whom others ask

    /** To whom the vote is lent, or {@link #NOBODY}. */
    int holder() {
        return holder.node();
    }

    void onRequest(int from, long request, LockSender voice) {
        clock = Math.max(clock, request);
        Stamp asks = new Stamp(request, from);
        if (holder.isNone()) {
            grant(asks, voice);
            return;
        }
        Stamp next = queue.isEmpty() ? NONE : queue.first();
        queue.add(asks);
        if (isOlder(holder, asks) || (!next.isNone() && isOlder(next, asks))) {
            fail(asks, voice);
            return;
        }
        if (courtesy == Maekawa.Courtesy.SANDERS && !next.isNone() && isOlder(next, holder)) {
            fail(next, voice);
        }
        if (!asksBack) {
            asksBack = true;
            voice.inquire(holder.node(), holder.clock());
        }
    }

    private void fail(Stamp asks, LockSender voice) {
        if (courtesy != Maekawa.Courtesy.ALWAYS) {
            voice.failed(asks.node(), asks.clock());
        }
    }

    private static boolean isOlder(Stamp one, Stamp other) {
        return OLDEST_FIRST.compare(one, other) < 0;
    }

    void onYield(LockSender voice) {
        queue.add(holder);
        grant(queue.pollFirst(), voice);
    }

    /** From whom it was lent to, or from one in line who gives up. */
    void onRelease(int from, LockSender voice) {
        if (holder.node() != from) {
            queue.removeIf(asks -> asks.node() == from);
        } else if (queue.isEmpty()) {
            holder = NONE;
            asksBack = false;
        } else {
            grant(queue.pollFirst(), voice);
        }
    }

    private void grant(Stamp asks, LockSender voice) {
        holder = asks;
        asksBack = false;
        voice.locked(asks.node(), asks.clock(), clock);
    }

    void state(Fields fields, String name) {
        clock = fields.range(name + "clock", clock, 0, Long.MAX_VALUE);
        waits = fields.flag(name + "waits", waits);
        mine = fields.range(name + "mine", mine, 0, Long.MAX_VALUE);
        NodeSets.state(fields, name + "locked", locked, quorum);
        if (courtesy != Maekawa.Courtesy.ALWAYS) {
            NodeSets.state(fields, name + "failed", failed, quorum);
            NodeSets.state(fields, name + "inquired", inquired, quorum);
        }
        holder = new Stamp(
                fields.range(name + "holder.clock", holder.clock(), 0, Long.MAX_VALUE),
                fields.range(name + "holder", holder.node(), NOBODY, nodes - 1));
        asksBack = fields.flag(name + "asksBack", asksBack);
        stateOfQueue(fields, name + "queue");
    }

    /** How many variables it has, at most, if whoever waits always yields. */
    static int variablesMost(int nodes) {
        return 7 + 3 * nodes;
    }

    private void stateOfQueue(Fields fields, String name) {
        Stamp[] now = queue.toArray(Stamp[]::new);
        int length = fields.range(name + ".length", now.length, 0, nodes);
        queue.clear();
        for (int at = 0; at < nodes; at++) {
            Stamp one = at < now.length ? now[at] : NONE;
            Stamp read = new Stamp(
                    fields.range(name + "[" + at + "].clock", one.clock(), 0, Long.MAX_VALUE),
                    fields.range(name + "[" + at + "]", one.node(), NOBODY, nodes - 1));
            if (at < length) {
                queue.add(read);
            }
        }
    }
}
