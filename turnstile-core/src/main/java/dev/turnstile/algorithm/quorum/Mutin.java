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
 * MUTIN(l), l-mutual inclusion (kamei-2019, section 4, algorithms 1 and 2): at least l are inside, always. Coming in is
 * free; who wants to leave waits until it knows of l others.
 *
 * <p>The idea. Every node tells its quorum when it comes in and when it leaves; a member knows of those whose quorum it
 * is in. Two quorums have a member in common, so all members of one quorum together know of everybody. One at a time,
 * by a lock ({@link Lock}), asks its quorum who is inside, waits until it has heard of l+1, itself included, tells its
 * quorum that it leaves, and when all have acknowledged that, it is out.
 *
 * <p><b>What departs from the print</b> ({@link Rule}, where it is one of them):
 *
 * <ul>
 *   <li>A member answers every Release until the Acquire, not the first only: as printed the one Response2 can be spent
 *       on a Release that brings nothing new, and then the leaver waits for ever although enough are inside.
 *   <li>Entry changes the state first, then tells; Exit changes it when the lock is given back.
 *   <li>Beyond the paper: a leaver may change its mind, and stay (Stay). So Acquire and Ack carry the count of the
 *       request, too; an Ack of an earlier one may be on its way. The lock's quorums may be of another coterie than
 *       those who know; the paper's lock is any. Then the Query of one who stays can come behind that of the next, so a
 *       member remembers for each who asks, not for the last.
 * </ul>
 *
 * <p>As the corrections have it, with FIFO channels and the lock on the same quorums the count would be redundant if
 * nobody changed its mind; and then so would the wait for Acks be: the lock's own release comes behind the Acquire.
 *
 * <pre>{@code
 * NodeSystem<?> system = new Mutin(Coterie.of("grid", 9), 2, 3);     // at least 2 inside; 3 are at first
 * }</pre>
 */
public final class Mutin extends AbstractNodeSystem<Mutin.MutinMessage> {
    private final Coterie coterie;
    private final Coterie locks;
    private final int l;
    private final IntPredicate inside; // at first
    private final Set<Rule> rules;

    /** A rule of the algorithm that the lab can leave out. */
    public enum Rule {
        /** Ours: a member answers every Release, until the Acquire. As printed, only the first. */
        ANSWER_EVERY_RELEASE,
        /** One at a time leaves. */
        SERIALISE,
        /** Who leaves waits until its quorum knows. */
        AWAIT_ACKS,
        /** A member tells one who waits of those who come in. */
        RESPONSE2,
        /** Who leaves must know of l+1, not of l. */
        COUNT_ITSELF
    }

    /** What nodes tell each other; c counts the requests of one who wants to leave. */
    public sealed interface MutinMessage extends Message {
        /** Of the lock. */
        @Tag(0)
        record Mx(Maekawa.MaekawaMessage told) implements MutinMessage {}

        /** Who is inside? */
        @Tag(1)
        record Query(long c) implements MutinMessage {}

        /** Those. */
        @Tag(2)
        record Response1(Numbers known, long c) implements MutinMessage {}

        /** Now those. */
        @Tag(3)
        record Response2(Numbers known, long c) implements MutinMessage {}

        /** I leave. */
        @Tag(4)
        record Acquire(long c) implements MutinMessage {}

        /** I know. */
        @Tag(5)
        record Ack(long c) implements MutinMessage {}

        /** I am inside. */
        @Tag(6)
        record Release() implements MutinMessage {}

        /** I do not want to leave any more. */
        @Tag(7)
        record Stay() implements MutinMessage {}
    }

    /** At least l inside; so many are at first, those with the lowest numbers. */
    public Mutin(Coterie coterie, int l, int inside) {
        this(coterie, coterie, l, i -> i < inside, EnumSet.allOf(Rule.class));
        if (inside < 0 || inside > n) {
            throw new IllegalArgumentException("between 0 and n = " + n + " can be inside at first, not " + inside);
        }
    }

    /** At least l inside; at first it is those. */
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

    /** No upper limit: k is n. */
    private static Sizes inclusion(int n, int l) {
        if (l < 0 || l >= n) {
            throw new IllegalArgumentException("l must be between 0 and n-1 = " + (n - 1) + ", not " + l);
        }
        return checked(n, n).withFloor(l).withUnitsEach(1);
    }

    /** The same, with the lock on other quorums. */
    public Mutin withLocks(Coterie changed) {
        return new Mutin(coterie, changed, l, inside, rules);
    }

    /** The same without some rules: for the lab. */
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

    /** Where one is; it is inside in all but the last. */
    private enum At {
        IN(Region.CRITICAL),
        /** Waits for the lock. */
        LOCKING(Region.EXIT),
        /** Waits until it knows of l others. */
        COUNTING(Region.EXIT),
        /** Waits until its quorum knows. */
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
        private final BitSet procsInCS = new BitSet(); // of those whose quorum we are in
        private final BitSet currentInCS = new BitSet(); // heard of
        private final BitSet ackFrom = new BitSet();
        private final NavigableMap<Integer, Long> responseAgainTo = new TreeMap<>(); // and respAgainReqCnt of each

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
                mx.acquire(voice(out));
            }
            goOn(out);
        }

        /** What stands between two waits of Exit(). */
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
                mx.release(voice(out));
            }
        }

        // Entry()

        @Override
        void enter(int units, Outbox<MutinMessage> out) {
            expect(Region.REMAINDER, region());
            checkUnits(units, 1);
            at = At.IN; // first, then the others are told
            tellQuorum(new MutinMessage.Release(), out);
        }

        /** Beyond the paper: it stays. If it has said that it leaves, it says that it is inside again. */
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
                case MutinMessage.Mx(Maekawa.MaekawaMessage told) -> Maekawa.hear(mx, from, told, voice(out));
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

        private Lock.LockSender voice(Outbox<MutinMessage> out) {
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
