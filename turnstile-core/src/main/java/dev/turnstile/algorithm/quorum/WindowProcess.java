package dev.turnstile.algorithm.quorum;

import static dev.turnstile.machine.AbstractNodeSystem.checkUnits;
import static dev.turnstile.machine.AbstractNodeSystem.expect;

import dev.turnstile.machine.Fields;
import dev.turnstile.machine.Numbers;
import dev.turnstile.machine.Outbox;
import dev.turnstile.machine.Region;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Set;
import java.util.function.IntPredicate;

/**
 * One node of the {@link Window}: the merged protocol of the corrections to kamei-2019. Leaving and entering are the
 * same protocol with inside and outside exchanged: {@link CrossingProtocol}.
 */
final class WindowProcess extends QuorumNode<Window.WindowMessage> {
    private final int nodes;
    private final int l;
    private final int k;
    private final Set<Window.Rule> rules;
    private final CrossingProtocol leaving;
    private final CrossingProtocol entering;
    private Region region = Region.REMAINDER;

    WindowProcess(int self, int nodes, int l, int k, Set<Window.Rule> rules) {
        super(self);
        this.nodes = nodes;
        this.l = l;
        this.k = k;
        this.rules = rules;
        leaving = new CrossingProtocol(Window.Way.OUT);
        entering = new CrossingProtocol(Window.Way.IN);
    }

    /**
     * Starts or restarts with this quorum in a system of {@code members} nodes. {@code inside} tells which nodes are
     * inside. The node knows where its {@code askers} are, the nodes whose quorum it belongs to.
     */
    void start(int[] quorum, int members, IntPredicate inside, int[] askers) {
        region = inside.test(self) ? Region.CRITICAL : Region.REMAINDER;
        leaving.start(quorum, l, l > 0);
        entering.start(quorum, members - k, members > k);
        for (int i : askers) {
            CrossingProtocol side = inside.test(i) ? leaving : entering;
            side.known.set(i, side.guarded);
        }
    }

    /**
     * Changes to this quorum in a system of {@code members} nodes. The region stays, and all knowledge of nodes is
     * dropped.
     */
    void place(int[] quorum, int members) {
        Region before = region;
        start(quorum, members, node -> false, new int[0]);
        region = before;
    }

    /**
     * Resumes after {@link #place}: announces its side if {@code announces} is set, and repeats its request if it was
     * waiting.
     */
    void goOn(boolean announces, Outbox<Window.WindowMessage> out) {
        boolean inside = region == Region.CRITICAL || region == Region.EXIT;
        act(
                around -> {
                    if (announces) {
                        (inside ? leaving : entering).announce(around);
                    }
                    if (region == Region.EXIT || region == Region.TRYING) {
                        (inside ? leaving : entering).ask(around);
                    }
                },
                out);
    }

    @Override
    public Region region() {
        return region;
    }

    @Override
    void leave(Outbox<Window.WindowMessage> out) {
        expect(Region.CRITICAL, region);
        region = Region.EXIT;
        leaving.ask(out);
    }

    @Override
    void enter(int units, Outbox<Window.WindowMessage> out) {
        expect(Region.REMAINDER, region);
        checkUnits(units, 1);
        region = Region.TRYING;
        entering.ask(out);
    }

    /** Gives up: a node that waits to leave stays inside, and a node that waits to enter stays outside. */
    @Override
    void giveUp(Outbox<Window.WindowMessage> out) {
        boolean wasLeaving = region == Region.EXIT;
        expect(wasLeaving ? Region.EXIT : Region.TRYING, region);
        region = wasLeaving ? Region.CRITICAL : Region.REMAINDER;
        (wasLeaving ? leaving : entering).giveUp(out);
    }

    private CrossingProtocol protocol(Window.Way way) {
        return switch (way) {
            case OUT -> leaving;
            case IN -> entering;
        };
    }

    @Override
    void take(int from, Window.WindowMessage message, Outbox<Window.WindowMessage> out) {
        switch (message) {
            case Window.WindowMessage.Request(Window.Way way, long clock) ->
                protocol(way).onRequest(from, clock, out);
            case Window.WindowMessage.Locked(Window.Way way, long clock, long now, Numbers known) ->
                protocol(way).onLocked(from, clock, now, known, out);
            case Window.WindowMessage.Update(Window.Way way, Numbers known) ->
                protocol(way).onUpdate(from, known, out);
            case Window.WindowMessage.Inquire(Window.Way way, long clock) ->
                protocol(way).onInquire(from, clock, out);
            case Window.WindowMessage.Yield(Window.Way way) -> protocol(way).onYield(out);
            case Window.WindowMessage.Release(Window.Way way, boolean crossed) ->
                protocol(way).onRelease(from, crossed, out);
            case Window.WindowMessage.Here(Window.Way way) -> protocol(way).arrived(from, out);
        }
    }

    @Override
    public void state(Fields fields) {
        region = fields.choice("region", region, Region.values());
        leaving.state(fields, "out.");
        entering.state(fields, "in.");
    }

    /** Declares what {@link #state} declares, padded to the same number of variables in any {@link #place}. */
    void stateInAnyPlace(Fields fields) {
        Counted counted = new Counted(fields);
        state(counted);
        int most = 1 + 2 * (Lock.variablesMost(nodes) + nodes + nodes * nodes);
        for (int i = counted.count(); i < most; i++) {
            fields.range("unused[" + i + "]", 0, 0, 0);
        }
    }

    /** The protocol for crossing in one direction, both as a requester and as a member of other nodes' quorums. */
    private final class CrossingProtocol {
        private final Window.Way way;
        private final Lock lock = new Lock(nodes, new int[0], Maekawa.Courtesy.ALWAYS);
        private int stay; // how many must stay on the side that is left
        private boolean guarded; // at least one must stay
        private final BitSet known = new BitSet(); // on that side, among the nodes whose quorum this node is in
        private Numbers[] data = {}; // by place in the quorum: what the member knows, while it lends its vote

        CrossingProtocol(Window.Way way) {
            this.way = way;
        }

        void start(int[] quorum, int mustStay, boolean isGuarded) {
            lock.reset(quorum);
            stay = mustStay;
            guarded = isGuarded;
            known.clear();
            data = new Numbers[quorum.length];
            Arrays.fill(data, Numbers.of());
        }

        private CrossingProtocol other() {
            return protocol(way == Window.Way.OUT ? Window.Way.IN : Window.Way.OUT);
        }

        void ask(Outbox<Window.WindowMessage> out) {
            if (guarded) {
                lock.acquire(new WindowSender(out, false));
            } else {
                cross(out);
            }
        }

        /** Announces to the quorum that this node is on this side, if its members must know. */
        void announce(Outbox<Window.WindowMessage> out) {
            for (int j : guarded ? lock.quorum() : new int[0]) {
                out.send(j, new Window.WindowMessage.Here(way));
            }
        }

        private void crossIfAllowed(Outbox<Window.WindowMessage> out) {
            boolean waits = region == (way == Window.Way.OUT ? Region.EXIT : Region.TRYING);
            if (waits && guarded && hasVotes() && isEnough()) {
                cross(out);
            }
        }

        private boolean hasVotes() {
            return lock.hasAll() || !rules.contains(Window.Rule.ALL_VOTES);
        }

        private boolean isEnough() {
            BitSet all = new BitSet();
            for (Numbers some : data) {
                NodeSets.addAll(all, some);
            }
            return all.cardinality() >= stay + (rules.contains(Window.Rule.COUNT_ITSELF) ? 1 : 0);
        }

        /** Changes the state first, and then tells the quorum by releasing the votes, if its members must know. */
        private void cross(Outbox<Window.WindowMessage> out) {
            region = way == Window.Way.OUT ? Region.REMAINDER : Region.CRITICAL;
            Arrays.fill(data, Numbers.of());
            if (guarded || other().guarded) {
                lock.release(new WindowSender(out, true));
            }
        }

        void giveUp(Outbox<Window.WindowMessage> out) {
            Arrays.fill(data, Numbers.of());
            lock.release(new WindowSender(out, false));
        }

        void onRequest(int from, long clock, Outbox<Window.WindowMessage> out) {
            lock.onRequest(from, clock, new WindowSender(out, false));
        }

        void onLocked(int from, long clock, long now, Numbers theirs, Outbox<Window.WindowMessage> out) {
            lock.onLocked(from, clock, now);
            onUpdate(from, theirs, out);
        }

        /** Takes the knowledge of a member whose vote this node has. Otherwise the message is late and ignored. */
        void onUpdate(int from, Numbers theirs, Outbox<Window.WindowMessage> out) {
            if (lock.has(from)) {
                data[Arrays.binarySearch(lock.quorum(), from)] = theirs;
                crossIfAllowed(out);
            }
        }

        void onInquire(int from, long clock, Outbox<Window.WindowMessage> out) {
            if (rules.contains(Window.Rule.YIELD)) {
                lock.onInquire(from, clock, new WindowSender(out, false));
            }
        }

        void onYield(Outbox<Window.WindowMessage> out) {
            lock.onYield(new WindowSender(out, false));
        }

        void onRelease(int from, boolean crossed, Outbox<Window.WindowMessage> out) {
            if (crossed) {
                known.clear(from); // before the vote goes to another
            }
            lock.onRelease(from, new WindowSender(out, false));
            if (crossed) {
                other().arrived(from, out);
            }
        }

        /**
         * Notes that one more node is on this side, and informs the node that has this member's vote for leaving it.
         */
        private void arrived(int node, Outbox<Window.WindowMessage> out) {
            if (!guarded) {
                return;
            }
            known.set(node);
            if (lock.holder() != Lock.NO_NODE && rules.contains(Window.Rule.UPDATE)) {
                out.send(lock.holder(), new Window.WindowMessage.Update(way, NodeSets.numbers(known)));
            }
        }

        void state(Fields fields, String name) {
            if (!guarded) {
                return;
            }
            lock.state(fields, name);
            NodeSets.state(fields, name + "known", known, nodes);
            for (int place = 0; place < data.length; place++) {
                BitSet set = new BitSet();
                NodeSets.addAll(set, data[place]);
                NodeSets.state(fields, name + "data[" + lock.quorum()[place] + "]", set, nodes);
                data[place] = NodeSets.numbers(set);
            }
        }

        /**
         * Sends the messages of the lock. A vote carries what is known, and a release says whether the node has
         * crossed.
         */
        private final class WindowSender implements Lock.LockSender {
            private final Outbox<Window.WindowMessage> out;
            private final boolean crossed;

            WindowSender(Outbox<Window.WindowMessage> out, boolean crossed) {
                this.out = out;
                this.crossed = crossed;
            }

            @Override
            public void request(int to, long clock) {
                out.send(to, new Window.WindowMessage.Request(way, clock));
            }

            @Override
            public void locked(int to, long clock, long now) {
                out.send(to, new Window.WindowMessage.Locked(way, clock, now, NodeSets.numbers(known)));
            }

            @Override
            public void failed(int to, long clock) {
                throw new IllegalStateException("a waiting node yields to every INQUIRE, so FAILED is never sent");
            }

            @Override
            public void inquire(int to, long clock) {
                out.send(to, new Window.WindowMessage.Inquire(way, clock));
            }

            @Override
            public void giveWay(int to) {
                data[Arrays.binarySearch(lock.quorum(), to)] = Numbers.of();
                out.send(to, new Window.WindowMessage.Yield(way));
            }

            @Override
            public void release(int to) {
                out.send(to, new Window.WindowMessage.Release(way, crossed));
            }
        }
    }
}
