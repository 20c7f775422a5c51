package dev.turnstile.algorithm.quorum;

import dev.turnstile.machine.Fields;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.NavigableSet;
import java.util.TreeSet;

/**
 * Maekawa's lock at one node. A node has two roles. As a requester, it asks all members of its quorum for their votes.
 * As a member, it answers the requests of others. A member lends its vote to one request at a time. Any two quorums
 * have a member in common, so of two nodes at most one has all the votes that it needs.
 *
 * <p>Two nodes can have one vote each and wait for each other's. Therefore requests are stamped, and an older request
 * goes first. A member that has lent its vote to a younger request asks for it back with INQUIRE. A requester that
 * still waits answers with YIELD. <b>When it yields</b> is decided by {@link Maekawa.Courtesy}. As Maekawa printed it
 * in 1985, a requester yields once another member has answered FAILED: another request comes first there. But a
 * requester that was first in line, and is overtaken by an older request, receives no FAILED. It does not yield, and
 * all nodes can wait forever. Sanders (1987) adds that FAILED. It is simpler, and takes fewer messages, if a waiting
 * requester yields to every INQUIRE. Then FAILED is not needed.
 *
 * <p>Beyond the papers: a requester that gives up withdraws its request in the same way as a holder leaves. Answers to
 * a withdrawn request may still be in transit, so answers name the request. A LOCKED also carries the member's clock.
 * Otherwise the clock of a node that receives no requests would lag, and that node could go ahead of an older request
 * again and again.
 */
final class Lock {
    static final int NO_NODE = -1;

    private static final Comparator<Stamp> OLDEST_FIRST =
            Comparator.comparingLong(Stamp::clock).thenComparingInt(Stamp::node);
    private static final Stamp NONE = new Stamp(0, NO_NODE);

    private final int nodes;
    private final Maekawa.Courtesy courtesy;
    private int[] quorum; // ascending
    private long clock; // Lamport clock: the largest value seen

    // the requester
    private boolean waits;
    private long mine; // the clock of its request; 0 if there is none
    private final BitSet locked = new BitSet(); // by place in the quorum: the member has lent its vote
    private final BitSet failed = new BitSet(); // another request comes first there
    private final BitSet inquired = new BitSet(); // the member wants its vote back

    // the member
    private Stamp holder = NONE;
    private boolean asksBack;
    private final NavigableSet<Stamp> queue = new TreeSet<>(OLDEST_FIRST);

    /** A request: its time and its node. The smaller stamp is the older request. */
    private record Stamp(long clock, int node) {
        boolean isNone() {
            return node == NO_NODE;
        }
    }

    /** Sends the messages of the lock. A request is identified by its clock. */
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

    /** Changes the quorum and forgets all requests. No message sent before this call may arrive after it. */
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

    // the requester

    void acquire(LockSender sender) {
        forgetRequest();
        mine = ++clock;
        waits = true;
        for (int j : quorum) {
            sender.request(j, mine);
        }
    }

    /** Returns whether every member of the quorum has lent its vote. */
    boolean hasAll() {
        return mine > 0 && locked.cardinality() == quorum.length;
    }

    /** Keeps all votes until the release: from now on INQUIRE is ignored. */
    void keep() {
        waits = false;
        inquired.clear();
    }

    /** Returns all votes, or withdraws the request. */
    void release(LockSender sender) {
        forgetRequest();
        for (int j : quorum) {
            sender.release(j);
        }
    }

    private void forgetRequest() {
        waits = false;
        mine = 0;
        locked.clear();
        failed.clear();
        inquired.clear();
    }

    /** Returns whether this node still waits for an answer to the request. Late answers are normal. */
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

    void onFailed(int from, long request, LockSender sender) {
        if (isAwaited(request)) {
            failed.set(place(from));
            for (int place : inquired.stream().toArray()) {
                returnVote(place, sender);
            }
        }
    }

    void onInquire(int from, long request, LockSender sender) {
        if (!isAwaited(request) || !has(from)) {
            return;
        }
        if (courtesy == Maekawa.Courtesy.ALWAYS || !failed.isEmpty()) {
            returnVote(place(from), sender);
        } else {
            inquired.set(place(from));
        }
    }

    private void returnVote(int place, LockSender sender) {
        locked.clear(place);
        failed.set(place);
        inquired.clear(place);
        sender.giveWay(quorum[place]);
    }

    // the member

    /** Returns the node to which the vote is lent, or -1 if it is free. */
    int holder() {
        return holder.node();
    }

    void onRequest(int from, long request, LockSender sender) {
        clock = Math.max(clock, request);
        Stamp asks = new Stamp(request, from);
        if (holder.isNone()) {
            grant(asks, sender);
            return;
        }
        Stamp next = queue.isEmpty() ? NONE : queue.first();
        queue.add(asks);
        if (isOlder(holder, asks) || (!next.isNone() && isOlder(next, asks))) {
            fail(asks, sender);
            return;
        }
        if (courtesy == Maekawa.Courtesy.SANDERS && !next.isNone() && isOlder(next, holder)) {
            fail(next, sender);
        }
        if (!asksBack) {
            asksBack = true;
            sender.inquire(holder.node(), holder.clock());
        }
    }

    private void fail(Stamp asks, LockSender sender) {
        if (courtesy != Maekawa.Courtesy.ALWAYS) {
            sender.failed(asks.node(), asks.clock());
        }
    }

    private static boolean isOlder(Stamp one, Stamp other) {
        return OLDEST_FIRST.compare(one, other) < 0;
    }

    void onYield(LockSender sender) {
        queue.add(holder);
        grant(queue.pollFirst(), sender);
    }

    /** Handles a release by the holder, or by a waiting requester that gives up. */
    void onRelease(int from, LockSender sender) {
        if (holder.node() != from) {
            queue.removeIf(asks -> asks.node() == from);
        } else if (queue.isEmpty()) {
            holder = NONE;
            asksBack = false;
        } else {
            grant(queue.pollFirst(), sender);
        }
    }

    private void grant(Stamp asks, LockSender sender) {
        holder = asks;
        asksBack = false;
        sender.locked(asks.node(), asks.clock(), clock);
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
                fields.range(name + "holder", holder.node(), NO_NODE, nodes - 1));
        asksBack = fields.flag(name + "asksBack", asksBack);
        stateOfQueue(fields, name + "queue");
    }

    /** Returns the largest number of variables of a lock with {@link Maekawa.Courtesy#ALWAYS}. */
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
                    fields.range(name + "[" + at + "]", one.node(), NO_NODE, nodes - 1));
            if (at < length) {
                queue.add(read);
            }
        }
    }
}
