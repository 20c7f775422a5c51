package dev.turnstile.algorithm.quorum;

import dev.turnstile.algorithm.quorum.coterie.Coterie;
import dev.turnstile.machine.AbstractNodeSystem;
import dev.turnstile.machine.Fields;
import dev.turnstile.machine.Message;
import dev.turnstile.machine.Node;
import dev.turnstile.machine.Numbers;
import dev.turnstile.machine.Outbox;
import dev.turnstile.machine.Region;
import dev.turnstile.machine.Sizes;
import dev.turnstile.machine.facts.NodeFacts;
import dev.turnstile.machine.wire.Tag;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntPredicate;

/**
 * MUTIN(l), l-mutual inclusion (kamei-2019, section 4, algorithms 1 and 2): at least l nodes are inside at all times.
 * Entering never waits. A node that wants to leave waits until it knows of l others inside.
 *
 * <p>The idea. Every node tells its quorum when it enters and when it leaves. So a member knows about the nodes whose
 * quorum it belongs to. Any two quorums have a member in common, so the members of one quorum together know about every
 * node. Nodes leave one at a time, serialised by a lock ({@link Lock}). The node with the lock asks its quorum which
 * nodes are inside, and waits until it has heard of l+1, itself included. Then it tells its quorum that it leaves. When
 * all members have acknowledged that, it is out.
 *
 * <p><b>Departures from the printed algorithm</b> (a {@link Rule}, where the lab can undo it):
 *
 * <ul>
 *   <li>A member answers every Release until the Acquire, not only the first. As printed, the one Response2 can be
 *       spent on a Release that brings nothing new. Then the leaving node waits forever although enough nodes are
 *       inside.
 *   <li>Entry changes the state first and then sends. Exit changes the state when it gives the lock back.
 *   <li>Beyond the paper: a leaving node may change its mind and stay (Stay). So Acquire and Ack carry the request
 *       count too, because an Ack of an earlier request may still be in transit. The lock may use another coterie than
 *       the queries do; the paper allows any lock. Then the Query of a node that stays can arrive after the Query of
 *       the next one. So a member remembers the pending Query of each node, not only the latest.
 * </ul>
 *
 * <p>According to the corrections, the count would be redundant with FIFO channels, the lock on the same quorums, and
 * nodes that never change their mind. Then the wait for Acks would be redundant too, because the lock's own release
 * arrives after the Acquire.
 */
public final class Mutin extends AbstractNodeSystem<Mutin.MutinMessage> {
    private final Coterie coterie;
    private final Coterie locks;
    private final int l;
    private final IntPredicate inside; // initially
    private final Set<Rule> rules;

    /** A rule of the algorithm that the lab can leave out. */
    public enum Rule {
        /** Our correction: a member answers every Release until the Acquire. As printed, it answers only the first. */
        ANSWER_EVERY_RELEASE,
        /** Nodes leave one at a time. */
        SERIALISE,
        /** A leaving node waits until its quorum has acknowledged. */
        AWAIT_ACKS,
        /** A member informs a waiting node about nodes that enter. */
        RESPONSE2,
        /** A leaving node must know of l+1 nodes inside, not of l. */
        COUNT_ITSELF
    }

    /** The messages between nodes; {@code c} counts the requests to leave of one node. */
    public sealed interface MutinMessage extends Message {
        /** A message of the lock. */
        @Tag(0)
        record Mx(Maekawa.MaekawaMessage told) implements MutinMessage {}

        /** Asks which nodes are inside. */
        @Tag(1)
        record Query(long c) implements MutinMessage {}

        /** Answers a Query with the nodes known to be inside. */
        @Tag(2)
        record Response1(Numbers known, long c) implements MutinMessage {}

        /** Updates that answer after a Release. */
        @Tag(3)
        record Response2(Numbers known, long c) implements MutinMessage {}

        /** Announces that the sender leaves. */
        @Tag(4)
        record Acquire(long c) implements MutinMessage {}

        /** Acknowledges an Acquire. */
        @Tag(5)
        record Ack(long c) implements MutinMessage {}

        /** Announces that the sender is inside. */
        @Tag(6)
        record Release() implements MutinMessage {}

        /** Announces that the sender no longer wants to leave. */
        @Tag(7)
        record Stay() implements MutinMessage {}
    }

    /**
     * Creates a system that keeps at least l nodes inside.
     *
     * @param inside how many nodes are inside initially, those with the lowest numbers
     * @throws IllegalArgumentException if l is not between 0 and n-1, or {@code inside} not between 0 and n
     */
    public Mutin(Coterie coterie, int l, int inside) {
        this(coterie, coterie, l, i -> i < inside, EnumSet.allOf(Rule.class));
        if (inside < 0 || inside > n) {
            throw new IllegalArgumentException("inside must be between 0 and n = " + n + ", not " + inside);
        }
    }

    /** Creates a system that keeps at least l nodes inside; {@code inside} selects those that are inside initially. */
    static Mutin startingWith(IntPredicate inside, Coterie coterie, int l) {
        return new Mutin(coterie, coterie, l, inside, EnumSet.allOf(Rule.class));
    }

    private Mutin(Coterie coterie, Coterie locks, int l, IntPredicate inside, Set<Rule> rules) {
        super(inclusion(coterie.nodes(), l), MutinMessage.class);
        this.coterie = coterie;
        this.locks = locks;
        this.l = l;
        this.inside = inside;
        this.rules = rules;
    }

    /** Returns the sizes; there is no upper limit, so k is n. */
    private static Sizes inclusion(int n, int l) {
        if (l < 0 || l >= n) {
            throw new IllegalArgumentException("l must be between 0 and n-1 = " + (n - 1) + ", not " + l);
        }
        return checked(n, n).withFloor(l).withUnitsEach(1);
    }

    /** Returns the same system with the lock on other quorums. */
    public Mutin withLocks(Coterie changed) {
        return new Mutin(coterie, changed, l, inside, rules);
    }

    /** Returns the same system without some rules, for the lab. */
    public Mutin without(Set<Rule> left) {
        Set<Rule> kept = EnumSet.allOf(Rule.class);
        kept.removeAll(left);
        return new Mutin(coterie, locks, l, inside, kept);
    }

    @Override
    public boolean fits(MutinMessage message) {
        return switch (message) {
            case MutinMessage.Mx(Maekawa.MaekawaMessage told) -> Maekawa.isPossible(told);
            case MutinMessage.Query(long c) -> c > 0;
            case MutinMessage.Response1(Numbers known, long c) -> c > 0 && NodeSets.fits(known, n);
            case MutinMessage.Response2(Numbers known, long c) -> c > 0 && NodeSets.fits(known, n);
            case MutinMessage.Acquire(long c) -> c > 0;
            case MutinMessage.Ack(long c) -> c > 0;
            case MutinMessage.Release() -> true;
            case MutinMessage.Stay() -> true;
        };
    }

    @Override
    public Node<MutinMessage> node(int index) {
        return new Insider(index);
    }

    @Override
    public NodeFacts<MutinMessage> facts() {
        return super.facts()
                .withBytesAtLeast(coterie.bytesOfQuorums() + locks.bytesOfQuorums() + coterie.bytesOfSets());
    }

    /** The progress of one node; it is inside in all but the last. */
    private enum At {
        IN(Region.CRITICAL),
        /** Waits for the lock. */
        LOCKING(Region.EXIT),
        /** Waits until it knows of l others inside. */
        COUNTING(Region.EXIT),
        /** Waits until its quorum has acknowledged. */
        TELLING(Region.EXIT),
        OUT(Region.REMAINDER);

        final Region region;

        At(Region region) {
            this.region = region;
        }
    }

    private final class Insider extends QuorumNode<MutinMessage> {
        private final int[] quorum;
        private At at;
        private final Lock mx;
        private long reqCnt;
        private final BitSet procsInCS = new BitSet(); // among the nodes whose quorum this node is in
        private final BitSet currentInCS = new BitSet(); // as heard from the quorum
        private final BitSet ackFrom = new BitSet();
        private final NavigableMap<Integer, Long> responseAgainTo = new TreeMap<>(); // with respAgainReqCnt for each

        Insider(int index) {
            super(index);
            quorum = coterie.quorum(index);
            mx = new Lock(n, locks.quorum(index), Maekawa.Courtesy.ALWAYS);
            at = inside.test(index) ? At.IN : At.OUT;
            for (int j : coterie.askers(index)) {
                procsInCS.set(j, inside.test(j));
            }
        }

        @Override
        public Region region() {
            return at.region;
        }

        // Exit()

        @Override
        void leave(Outbox<MutinMessage> out) {
            expect(Region.CRITICAL, region());
            at = At.LOCKING;
            if (rules.contains(Rule.SERIALISE)) {
                mx.acquire(sender(out));
            }
            goOn(out);
        }

        /** Runs the lines of Exit() between its waits. */
        private void goOn(Outbox<MutinMessage> out) {
            if (at == At.LOCKING && (mx.hasAll() || !rules.contains(Rule.SERIALISE))) {
                mx.keep();
                at = At.COUNTING;
                reqCnt++;
                currentInCS.clear();
                tellQuorum(new MutinMessage.Query(reqCnt), out);
            }
            if (at == At.COUNTING && currentInCS.cardinality() >= l + (rules.contains(Rule.COUNT_ITSELF) ? 1 : 0)) {
                at = At.TELLING;
                ackFrom.clear();
                tellQuorum(new MutinMessage.Acquire(reqCnt), out);
            }
            if (at == At.TELLING && (ackFrom.cardinality() == quorum.length || !rules.contains(Rule.AWAIT_ACKS))) {
                at = At.OUT;
                ackFrom.clear();
                currentInCS.clear();
                giveLockBack(out);
            }
        }

        private void giveLockBack(Outbox<MutinMessage> out) {
            if (rules.contains(Rule.SERIALISE)) {
                mx.release(sender(out));
            }
        }

        // Entry()

        @Override
        void enter(int units, Outbox<MutinMessage> out) {
            expect(Region.REMAINDER, region());
            checkUnits(units, 1);
            at = At.IN; // before the others are told
            tellQuorum(new MutinMessage.Release(), out);
        }

        /** Beyond the paper: stays inside. If it has announced that it leaves, it announces that it is inside again. */
        @Override
        void giveUp(Outbox<MutinMessage> out) {
            expect(Region.EXIT, region());
            if (at == At.COUNTING) {
                tellQuorum(new MutinMessage.Stay(), out);
            } else if (at == At.TELLING) {
                tellQuorum(new MutinMessage.Release(), out);
            }
            at = At.IN;
            currentInCS.clear();
            ackFrom.clear();
            giveLockBack(out);
        }

        @Override
        void take(int from, MutinMessage message, Outbox<MutinMessage> out) {
            switch (message) {
                case MutinMessage.Mx(Maekawa.MaekawaMessage told) -> Maekawa.hear(mx, from, told, sender(out));
                case MutinMessage.Query(long c) -> {
                    out.send(from, new MutinMessage.Response1(NodeSets.numbers(procsInCS), c));
                    responseAgainTo.put(from, c);
                }
                case MutinMessage.Response1(Numbers known, long c) -> hear(known, c);
                case MutinMessage.Response2(Numbers known, long c) -> hear(known, c);
                case MutinMessage.Acquire(long c) -> {
                    procsInCS.clear(from);
                    out.send(from, new MutinMessage.Ack(c));
                    responseAgainTo.remove(from);
                }
                case MutinMessage.Ack(long c) -> {
                    if (at == At.TELLING && c == reqCnt) {
                        ackFrom.set(from);
                    }
                }
                case MutinMessage.Release() -> {
                    procsInCS.set(from);
                    respondAgain(out);
                }
                case MutinMessage.Stay() -> responseAgainTo.remove(from);
            }
            goOn(out);
        }

        private void hear(Numbers known, long c) {
            if (at == At.COUNTING && c == reqCnt) {
                NodeSets.addAll(currentInCS, known);
            }
        }

        private void respondAgain(Outbox<MutinMessage> out) {
            if (rules.contains(Rule.RESPONSE2)) {
                Numbers known = NodeSets.numbers(procsInCS);
                responseAgainTo.forEach((i, c) -> out.send(i, new MutinMessage.Response2(known, c)));
            }
            if (!rules.contains(Rule.ANSWER_EVERY_RELEASE)) {
                responseAgainTo.clear();
            }
        }

        private void tellQuorum(MutinMessage message, Outbox<MutinMessage> out) {
            for (int j : quorum) {
                out.send(j, message);
            }
        }

        private Lock.LockSender sender(Outbox<MutinMessage> out) {
            return new Maekawa.MaekawaSender(out.wrapping(MutinMessage.Mx::new));
        }

        @Override
        public void state(Fields fields) {
            at = fields.choice("at", at, At.values());
            mx.state(fields, "mx.");
            reqCnt = fields.range("reqCnt", reqCnt, 0, Long.MAX_VALUE);
            NodeSets.state(fields, "procsInCS", procsInCS, n);
            NodeSets.state(fields, "currentInCS", currentInCS, n);
            NodeSets.state(fields, "ackFrom", ackFrom, n);
            for (int i = 0; i < n; i++) {
                long c = fields.range(
                        "respAgainReqCnt[" + i + "]", responseAgainTo.getOrDefault(i, 0L), 0, Long.MAX_VALUE);
                if (c > 0) {
                    responseAgainTo.put(i, c);
                } else {
                    responseAgainTo.remove(i);
                }
            }
        }
    }
}
