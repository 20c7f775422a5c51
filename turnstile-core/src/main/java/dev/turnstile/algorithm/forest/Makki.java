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
 * reconstruction</b>. The original was not available; this is what bulgannawar-1995 and surveys say of it, put together
 * in the corrections.
 *
 * <p>The idea. One token visits all who have asked, in one round after another. It carries the list of those whom it
 * still visits, and c, the number of free places. Whoever is visited takes a place if there is one, else waits for one
 * to be sent, and passes the token on at once. The last one of the list keeps it: it is the collector of the next
 * round, asks all from whom it has not heard whether they want to enter, and gathers their requests into the next list.
 *
 * <p>Places that are taken come back by RELEASE: from each node to the one k places further down its list, who waits
 * for just that; from the last k to the collector. One who has sent the token off knows for whom the places that come
 * back to it are: first for those of the list who found none, then for the next collector.
 *
 * <p>How long does a collector gather? {@link #timed}: for 2Tt, which is when all answers have arrived if messages
 * travel for Tt and nothing else takes time; this is what the paper assumes. Otherwise an answer comes late, to one who
 * is no collector any more, and its sender has to wait for the next round, and perhaps again. Without that assumption
 * every node answers, and the collector waits for all answers: right under any delays, for up to n more messages per
 * round.
 *
 * <p>Ours, where the reconstruction is silent: requests carry the number of the round, so that a late one does no harm;
 * places that come before the token are kept; whoever serves several waits serves them in the order in which they came
 * up. A node that gives up stays where it is, on the list or on its way to it, and passes the place on that comes.
 *
 * <pre>{@code
 * NodeSystem<?> system = new Makki(30, 3);
 * }</pre>
 */
public final class Makki extends AbstractNodeSystem<Makki.MakkiMessage> {
    private static final int NOBODY = -1;

    /** A question and its answer: the 2Tt of bulgannawar-1995. */
    private static final Optional<Timer> ANSWERS = Optional.of(new Timer("answers", 2));

    private final boolean timed;

    /** What nodes tell each other. */
    public sealed interface MakkiMessage extends Message {
        /** As the corrections count them: without the number of the round, which is ours. */
        @Override
        default int words() {
            return this instanceof Token token ? 4 + token.list().size() : 3;
        }

        /** I want to enter: to the collector of that round. */
        @Tag(0)
        record Request(long round) implements MakkiMessage {}

        /** I am the collector of that round; do you want to enter? */
        @Tag(1)
        record Inquiry(long round) implements MakkiMessage {}

        /** Yes: a request, in answer to an inquiry. */
        @Tag(2)
        record Answer(long round) implements MakkiMessage {}

        /** No. Not sent where the collector gathers for 2Tt. */
        @Tag(3)
        record Nothing(long round) implements MakkiMessage {}

        /** So many free places, for the list, the receiver first; its last one is the collector of that round. */
        @Tag(4)
        record Token(int free, long round, Numbers list) implements MakkiMessage {
            @Override
            public long tokens() {
                return free;
            }
        }

        /** A place. */
        @Tag(5)
        record Release() implements MakkiMessage {
            @Override
            public long tokens() {
                return 1;
            }
        }
    }

    /** For n nodes, of which k may be inside; node 0 is the first collector. It waits for all answers. */
    public Makki(int nodes, int places) {
        this(nodes, places, false);
    }

    private Makki(int nodes, int places, boolean timed) {
        super(nodes, places, MakkiMessage.class);
        this.timed = timed;
    }

    /** One whose collectors gather until their timeout comes: fair only if all answers have come by then. */
    public static Makki timed(int nodes, int places) {
        return new Makki(nodes, places, true);
    }

    /**
     * The tokens are the places, wherever they are. Where the collector counts on answers within 2Tt, questions and
     * answers may overtake: nothing depends on what they pass.
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
        private long round = 1; // the last one that this node has heard of
        private int collector; // of that round
        private long asked; // the round for which our request is under way; 0 if none is
        private boolean listed; // the token has been here and had no place: one will be sent
        private int heir = NOBODY; // whom our place goes to
        private int free; // c at the collector; elsewhere, what came before the token
        private List<Integer> owed = new ArrayList<>(0); // for whom places that come here are, in this order
        private boolean collecting; // has the token
        private boolean gathered; // the collector waits no longer: the next request makes a list
        private List<Integer> requests = new ArrayList<>(0); // to the collector, or to us who will be it
        private final BitSet silent = new BitSet(); // those who have not answered the collector

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
                return; // an earlier request, given up, still counts
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

        /** Enters, or waits for a place that comes back. */
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
            if (of > round || (of == round && collector == i)) { // else it is late: an inquiry will reach its sender
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
                return; // from one who has not waited for us
            }
            round = of;
            collector = from;
            if (asked == of) {
                return; // our request is on its way to it
            }
            boolean wants = region == Region.TRYING && !listed;
            asked = wants ? of : 0;
            if (wants) {
                out.send(from, new MakkiMessage.Answer(of));
            } else if (!timed) {
                out.send(from, new MakkiMessage.Nothing(of));
            }
        }

        /** The collector has a list, and no reason to wait any longer. */
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

        /** The token comes; this node is the first of the list. */
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

        /** Begins to gather; those who have sent their requests already need not be asked. */
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

        /** 2Tt are over. */
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
                    give(heir, out); // has given up
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
            heir = fields.range("heir", heir, NOBODY, n - 1);
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
