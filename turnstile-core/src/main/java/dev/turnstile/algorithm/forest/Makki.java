package dev.turnstile.algorithm.forest;

import dev.turnstile.machine.AbstractNodeSystem;
import dev.turnstile.machine.Fields;
import dev.turnstile.machine.Message;
import dev.turnstile.machine.Node;
import dev.turnstile.machine.Numbers;
import dev.turnstile.machine.Outbox;
import dev.turnstile.machine.Region;
import dev.turnstile.machine.Timer;
import dev.turnstile.machine.facts.NodeFacts;
import dev.turnstile.machine.wire.Tag;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Makki, Banta, Been, Pissinou and Park 1992, "A token based distributed k mutual exclusion algorithm": <b>a
 * reconstruction</b>. The original was not available. This is what bulgannawar-1995 and surveys say of it, put together
 * in the corrections.
 *
 * <p><b>The idea.</b> One token visits all nodes that have requested, in one round after another. It carries the list
 * of nodes still to visit, and c, the number of free places. A visited node takes a place if there is one, and
 * otherwise waits for one to be sent. It passes the token on at once. The last node of the list keeps the token and is
 * the collector of the next round. It asks all nodes from which it has not heard whether they want to enter, and
 * gathers their requests into the next list.
 *
 * <p>Places come back by RELEASE: from each node to the node k places further down its list, which waits for just that,
 * and from the last k to the collector. A node that has sent the token off knows where the places that come back to it
 * belong: first to the nodes of the list that found none, then to the next collector.
 *
 * <p><b>How long a collector gathers.</b> In a {@link #timed} system, it gathers for 2Tt. All answers have arrived by
 * then if messages travel for Tt and nothing else takes time, as the paper assumes. Otherwise an answer may arrive
 * late, at a node that is no longer the collector. Its sender then has to wait for the next round, and perhaps again.
 * Without that assumption, every node answers, and the collector waits for all answers. This is correct under any
 * delays, for up to n more messages per round.
 *
 * <p><b>Ours</b>, where the reconstruction is silent. Requests carry the number of the round, so that a late one does
 * no harm. Places that arrive before the token are kept. A node that owes places to several nodes serves them in the
 * order in which the debts arose. A node that gives up stays where it is, on the list or on its way to it, and passes
 * on the place that arrives.
 */
public final class Makki extends AbstractNodeSystem<Makki.MakkiMessage> {
    private static final int NONE = -1;

    /** The time for a question and its answer: the 2Tt of bulgannawar-1995. */
    private static final Optional<Timer> ANSWERS = Optional.of(new Timer("answers", 2));

    private final boolean timed;

    /** The messages of this algorithm. */
    public sealed interface MakkiMessage extends Message {
        /** Returns the size as the corrections count it: without the number of the round, which is ours. */
        @Override
        default int words() {
            return this instanceof Token token ? 4 + token.list().size() : 3;
        }

        /** A request to enter, sent to the collector of that round. */
        @Tag(0)
        record Request(long round) implements MakkiMessage {}

        /** A question from the collector of that round: does the receiver want to enter? */
        @Tag(1)
        record Inquiry(long round) implements MakkiMessage {}

        /** A request in answer to an inquiry. */
        @Tag(2)
        record Answer(long round) implements MakkiMessage {}

        /** A negative answer to an inquiry. Not sent if the collector gathers for 2Tt. */
        @Tag(3)
        record Nothing(long round) implements MakkiMessage {}

        /**
         * The token: the number of free places and the list, the receiver first. The last node of the list is the
         * collector of that round.
         */
        @Tag(4)
        record Token(int free, long round, Numbers list) implements MakkiMessage {
            @Override
            public long tokens() {
                return free;
            }
        }

        /** One place. */
        @Tag(5)
        record Release() implements MakkiMessage {
            @Override
            public long tokens() {
                return 1;
            }
        }
    }

    /**
     * Creates a system of n nodes, of which k may be inside. Node 0 is the first collector. Collectors wait for all
     * answers.
     */
    public Makki(int nodes, int places) {
        this(nodes, places, false);
    }

    private Makki(int nodes, int places, boolean timed) {
        super(nodes, places, MakkiMessage.class);
        this.timed = timed;
    }

    /**
     * Returns a system whose collectors gather until their timeout. It is fair only if all answers have arrived by
     * then.
     */
    public static Makki timed(int nodes, int places) {
        return new Makki(nodes, places, true);
    }

    /**
     * Returns the facts. The tokens are the places, wherever they are. If the collector relies on answers within 2Tt,
     * questions and answers may overtake other messages, because nothing depends on what they pass.
     */
    @Override
    public NodeFacts<MakkiMessage> facts() {
        NodeFacts<MakkiMessage> facts = super.facts().withTokens(k);
        return timed ? facts.withOvertaking(Set.of(MakkiMessage.Inquiry.class, MakkiMessage.Answer.class)) : facts;
    }

    @Override
    public boolean holdersBlockOthers() {
        return k > 1;
    }

    @Override
    public boolean fits(MakkiMessage message) {
        return switch (message) {
            case MakkiMessage.Request(long round) -> round >= 1;
            case MakkiMessage.Inquiry(long round) -> round >= 1;
            case MakkiMessage.Answer(long round) -> round >= 1;
            case MakkiMessage.Nothing(long round) -> round >= 1;
            case MakkiMessage.Release() -> true;
            case MakkiMessage.Token(int free, long round, Numbers list) ->
                free >= 0
                        && free <= k
                        && round >= 1
                        && list.size() >= 1
                        && list.stream().allMatch(this::isNode)
                        && list.stream().distinct().count() == list.size();
        };
    }

    @Override
    public Node<MakkiMessage> node(int index) {
        return new Member(index);
    }

    private final class Member implements Node<MakkiMessage> {
        private final int i;
        private Region region = Region.REMAINDER;
        private long round = 1; // the latest round that this node knows of
        private int collector; // collector of that round
        private long asked; // the round for which our request is on its way; 0 if none is
        private boolean listed; // the token was here without a free place: one will be sent
        private int heir = NONE; // the node that gets our place
        private int free; // c at the collector; elsewhere, places that arrived before the token
        private List<Integer> owed = new ArrayList<>(0); // the nodes that get the places that arrive here, in order
        private boolean collecting; // has the token
        private boolean gathered; // the collector waits no longer: the next request completes a list
        private List<Integer> requests = new ArrayList<>(0); // received as the collector, or as the next one
        private final BitSet silent = new BitSet(); // nodes that have not answered the collector

        Member(int index) {
            i = index;
            collecting = i == 0;
            gathered = i == 0;
            free = i == 0 ? k : 0;
        }

        @Override
        public Region region() {
            return region;
        }

        @Override
        public long tokens() {
            return free + (region == Region.CRITICAL ? 1L : 0L);
        }

        @Override
        public void acquire(int units, Outbox<MakkiMessage> out) {
            expect(Region.REMAINDER, region);
            checkUnits(units, 1);
            region = Region.TRYING;
            if (listed || requests.contains(i) || asked == round) {
                return; // an earlier, cancelled request still counts
            }
            if (!collecting) {
                asked = round;
                out.send(collector, new MakkiMessage.Request(round));
            } else if (requests.isEmpty()) {
                heir = i;
                takePlace();
            } else {
                requests.add(i);
            }
        }

        /** Enters, or waits for a place to come back. */
        private void takePlace() {
            if (free > 0) {
                free--;
                region = Region.CRITICAL;
            } else {
                awaitPlace();
            }
        }

        private void awaitPlace() {
            listed = true;
            if (!owed.contains(i)) {
                owed.add(i);
            }
        }

        @Override
        public void receive(int from, MakkiMessage message, Outbox<MakkiMessage> out) {
            switch (message) {
                case MakkiMessage.Request(long of) -> hearRequest(from, of, out);
                case MakkiMessage.Answer(long of) -> hearRequest(from, of, out);
                case MakkiMessage.Nothing(long of) -> hear(from, of, out);
                case MakkiMessage.Inquiry(long of) -> answer(from, of, out);
                case MakkiMessage.Token(int places, long of, Numbers list) ->
                    visited(
                            places,
                            of,
                            list.stream().mapToInt(Math::toIntExact).boxed().toList(),
                            out);
                case MakkiMessage.Release() -> placeComes(out);
            }
        }

        private void hearRequest(int from, long of, Outbox<MakkiMessage> out) {
            if (of > round
                    || (of == round && collector == i)) { // otherwise it is late: an inquiry will reach its sender
                requests.add(from);
                hear(from, of, out);
            }
        }

        private void hear(int from, long of, Outbox<MakkiMessage> out) {
            if (of == round && collecting) {
                silent.clear(from);
                gathered |= !timed && silent.isEmpty();
                sendOff(out);
            }
        }

        private void answer(int from, long of, Outbox<MakkiMessage> out) {
            if (of < round) {
                return; // from a collector that did not wait for our answer
            }
            round = of;
            collector = from;
            if (asked == of) {
                return; // our request is on its way there
            }
            boolean wants = region == Region.TRYING && !listed;
            asked = wants ? of : 0;
            if (wants) {
                out.send(from, new MakkiMessage.Answer(of));
            } else if (!timed) {
                out.send(from, new MakkiMessage.Nothing(of));
            }
        }

        /** Sends the token off, if the collector has a list and no reason to wait any longer. */
        private void sendOff(Outbox<MakkiMessage> out) {
            if (!gathered || requests.isEmpty()) {
                return;
            }
            List<Integer> list = requests;
            int places = free;
            requests = new ArrayList<>(0);
            collecting = false;
            gathered = false;
            free = 0;
            for (int at = places; at < Math.min(k, list.size()); at++) {
                owed.add(list.get(at));
            }
            int last = list.getLast();
            for (int more = Math.max(places, Math.min(k, list.size())); more < k && last != i; more++) {
                owed.add(last);
            }
            if (list.getFirst() == i) {
                visited(places, round + 1, list, out);
            } else {
                round++;
                collector = last;
                asked = list.contains(i) ? round : 0;
                pass(places, round, list, out);
            }
        }

        private void pass(int places, long of, List<Integer> list, Outbox<MakkiMessage> out) {
            out.send(
                    list.getFirst(),
                    new MakkiMessage.Token(places, of, Numbers.of(list.size(), at -> list.get((int) at))));
        }

        /** Handles the arrival of the token. This node is the first of the list. */
        private void visited(int places, long of, List<Integer> list, Outbox<MakkiMessage> out) {
            List<Integer> rest = list.subList(1, list.size());
            round = of;
            collector = list.getLast();
            asked = 0;
            heir = rest.size() >= k ? rest.get(k - 1) : list.getLast();
            boolean gaveUp = region == Region.REMAINDER;
            boolean takes = places > 0 || free > 0;
            int left = places > 0 ? places - 1 : 0;
            if (!takes) {
                awaitPlace();
            } else if (places == 0) {
                free--; // one that came before the token
            }
            if (takes && !gaveUp) {
                region = Region.CRITICAL;
            }
            if (rest.isEmpty()) {
                free += left;
                collect(out);
            } else {
                pass(left, of, rest, out);
            }
            if (takes && gaveUp) {
                give(heir, out);
            }
        }

        /** Begins to gather. Nodes that have already sent their requests need not be asked. */
        private void collect(Outbox<MakkiMessage> out) {
            collecting = true;
            silent.set(0, n);
            silent.clear(i);
            requests.forEach(silent::clear);
            gathered = silent.isEmpty();
            silent.stream().forEach(j -> out.send(j, new MakkiMessage.Inquiry(round)));
            out.restartTimer();
            sendOff(out);
        }

        @Override
        public Optional<Timer> timer() {
            return timed && collecting && !gathered ? ANSWERS : Optional.empty();
        }

        /** Ends the gathering after 2Tt. */
        @Override
        public void timeout(Outbox<MakkiMessage> out) {
            gathered = true;
            sendOff(out);
        }

        @Override
        public void release(Outbox<MakkiMessage> out) {
            expect(Region.CRITICAL, region);
            region = Region.REMAINDER;
            give(heir, out);
        }

        @Override
        public void cancel(Outbox<MakkiMessage> out) {
            expect(Region.TRYING, region);
            region = Region.REMAINDER;
        }

        private void give(int to, Outbox<MakkiMessage> out) {
            if (to == i) {
                placeComes(out);
            } else {
                out.send(to, new MakkiMessage.Release());
            }
        }

        private void placeComes(Outbox<MakkiMessage> out) {
            if (owed.isEmpty()) {
                free++;
            } else if (owed.getFirst() != i) {
                out.send(owed.removeFirst(), new MakkiMessage.Release());
            } else if (!listed) {
                owed.removeFirst();
                free++; // the token, with us on its list, has not been here yet
            } else {
                owed.removeFirst();
                listed = false;
                if (region == Region.TRYING) {
                    region = Region.CRITICAL;
                } else {
                    give(heir, out); // gave up
                }
            }
        }

        @Override
        public void state(Fields fields) {
            region = regionOf(fields, region);
            round = fields.range("round", round, 1, Long.MAX_VALUE);
            collector = fields.range("collector", collector, 0, n - 1);
            asked = fields.range("asked", asked, 0, Long.MAX_VALUE);
            listed = fields.flag("listed", listed);
            heir = fields.range("heir", heir, NONE, n - 1);
            free = fields.range("free", free, 0, k);
            owed = fields.list("owed", owed, n + 2 * k + k * k, 0, n - 1);
            collecting = fields.flag("collecting", collecting);
            gathered = fields.flag("gathered", gathered);
            requests = fields.list("requests", requests, n, 0, n - 1);
            for (int j = 0; j < n; j++) {
                silent.set(j, fields.flag("silent[" + j + "]", silent.get(j)));
            }
        }
    }
}
