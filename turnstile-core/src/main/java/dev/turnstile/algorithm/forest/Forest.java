package dev.turnstile.algorithm.forest;

import dev.turnstile.machine.AbstractNodeSystem;
import dev.turnstile.machine.Fields;
import dev.turnstile.machine.Message;
import dev.turnstile.machine.Node;
import dev.turnstile.machine.Numbers;
import dev.turnstile.machine.Outbox;
import dev.turnstile.machine.Region;
import dev.turnstile.machine.facts.NodeFacts;
import dev.turnstile.machine.wire.Tag;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * The token forest of Bulgannawar and Vaidya (bulgannawar-1995). There are k tokens, and each node has a pointer for
 * each token to where it went.
 *
 * <p><b>The idea.</b> A request follows the pointers of one token. On its way it turns each of them round to the
 * requesting node, which will have the token soon. A waiting node keeps the requests that reach it, and appends them to
 * the token's own queue when the token arrives. A request therefore travels a short way, and a token goes straight from
 * a leaving node to the next. A request that reaches a holder of another token is served by that holder. Such a request
 * is "modified". Its tag in the queue names the modifying node, so that the pointers stay a forest. An idle holder
 * informs nu others where the token is.
 *
 * <p>The procedures are those of section 2, with node and token numbers from 0. Where the prose and the pseudo-code of
 * the paper differ, this class follows the pseudo-code.
 *
 * <p><b>Departures from the print</b>, unless the system is {@link #asPrinted}. With nu > 0, an INFORM that is late, or
 * just unlucky, erases the pointer to the node for which a request was forwarded. Then a request returns to its own
 * sender, or follows the token forever. Four rules repair that, numbered below as in the corrections. A token counts
 * its hops. A node has a stamp for each token, and obeys an INFORM only if it is news.
 *
 * <p><b>Beyond the paper</b>, a node that gives up leaves its request where it is. When the token arrives, the node
 * passes it on, or keeps it without informing others. If the node requests again before that, the old request serves.
 *
 * <p>A node that stays inside can keep another out of a free place: a request waits for one token, regardless of the
 * others.
 */
public final class Forest extends AbstractNodeSystem<Forest.ForestMessage> {
    private static final int NONE = -1; // no token, no node, no tag: NULL in the paper
    private static final long INFINITY = Long.MAX_VALUE; // a stamp that no hop count exceeds

    private final Mechanisms mechanisms;
    private final Set<Repair> repairs;
    private final boolean asPrinted; // no repairs: no hop counts either, rule 1

    /** A rule that repairs the printed algorithm. */
    public enum Repair {
        /** Rule 2: a node that receives a token takes its hop count as the stamp. */
        STAMP_BY_TOKEN,
        /** Rule 3: a node that forwards a request ignores INFORMs about that token until it has had the token. */
        DEAF_AFTER_FORWARDING,
        /**
         * Rule 3 again: a node that receives another token than it requested ignores INFORMs about the requested one.
         */
        DEAF_AFTER_MODIFICATION,
        /**
         * Rule 4: a node obeys an INFORM only if its hop count is larger than the stamp, and then takes it as the
         * stamp.
         */
        ONLY_NEWS
    }

    /** The messages of the forest. */
    public sealed interface ForestMessage extends Message {
        /** REQUEST(Y, t): node Y requests token t. */
        @Tag(0)
        record Request(int origin, int token) implements ForestMessage {}

        /**
         * TOKEN(t), with its hop count and the queue of nodes to serve, the receiver first. As printed, it has no hop
         * count.
         */
        @Tag(1)
        record Token(int token, Numbers hops, List<Entry> queue) implements ForestMessage {
            /** Copies the list. */
            public Token {
                queue = List.copyOf(queue);
            }

            @Override
            public long tokens() {
                return 1;
            }
        }

        /** INFORM(X, t): the sender X has token t, with this hop count. As printed, it has no hop count. */
        @Tag(2)
        record Inform(int token, Numbers hops) implements ForestMessage {}
    }

    /**
     * A node that waits for a token, with the request-modifier tag: the node that redirected its request to this token,
     * or -1 if none did.
     */
    public record Entry(int node, int modifier) {
        @Override
        public String toString() {
            return modifier == NONE ? String.valueOf(node) : node + " by " + modifier;
        }
    }

    /** Creates a system of n nodes and k tokens. Nodes 0 to k-1 have a token at the start. */
    public Forest(int nodes, int places, Mechanisms mechanisms) {
        this(nodes, places, mechanisms, EnumSet.allOf(Repair.class));
    }

    private Forest(int nodes, int places, Mechanisms mechanisms, Set<Repair> repairs) {
        super(nodes, places, ForestMessage.class);
        this.mechanisms = mechanisms;
        this.repairs = repairs;
        asPrinted = repairs.isEmpty();
    }

    /**
     * Returns the system as the paper prints it, with some of the repairs or none. With nu > 0 and fewer than all
     * repairs, requests can wait forever.
     */
    public static Forest asPrinted(int nodes, int places, Mechanisms mechanisms, Set<Repair> repairs) {
        return new Forest(nodes, places, mechanisms, Set.copyOf(repairs));
    }

    @Override
    public NodeFacts<ForestMessage> facts() {
        NodeFacts<ForestMessage> facts = super.facts()
                .withOutcomes(Decisions.outcomes(mechanisms, n, k))
                .withTokens(k)
                .withVoid(this::isVoid);
        return asPrinted ? facts : facts.withStamps(this::restamped);
    }

    @Override
    public boolean holdersBlockOthers() {
        return k > 1;
    }

    @Override
    public boolean fits(ForestMessage message) {
        return switch (message) {
            case ForestMessage.Request(int origin, int token) -> isNode(origin) && isToken(token);
            case ForestMessage.Inform(int token, Numbers hops) -> isToken(token) && fits(hops);
            case ForestMessage.Token(int token, Numbers hops, List<Entry> queue) ->
                isToken(token)
                        && fits(hops)
                        && !queue.isEmpty()
                        && queue.stream().map(Entry::node).distinct().count() == queue.size()
                        && queue.stream()
                                .allMatch(entry ->
                                        isNode(entry.node()) && (entry.modifier() == NONE || isNode(entry.modifier())));
        };
    }

    private ForestMessage restamped(int from, ForestMessage message, Fields stamps) {
        return switch (message) {
            case ForestMessage.Request request -> request;
            case ForestMessage.Inform(int token, Numbers hops) ->
                new ForestMessage.Inform(token, restamped(hops, token, stamps));
            case ForestMessage.Token(int token, Numbers hops, List<Entry> queue) ->
                new ForestMessage.Token(token, restamped(hops, token, stamps), queue);
        };
    }

    /**
     * Returns whether an INFORM is not news, and therefore void. It never becomes news later: a stamp only grows, or
     * becomes the hop count of the token, which no INFORM exceeds. With the last-seen heuristic it is not void, because
     * the node would note that it has seen the token.
     */
    private boolean isVoid(ForestMessage message, Node<ForestMessage> receiver) {
        return repairs.contains(Repair.ONLY_NEWS)
                && mechanisms.token() == Mechanisms.TokenChoice.RANDOM
                && message instanceof ForestMessage.Inform(int t, Numbers count)
                && receiver instanceof Member member
                && count.get(0) <= member.stamp[t];
    }

    private static Numbers restamped(Numbers hops, int token, Fields stamps) {
        return Numbers.of(
                hops.stream().map(count -> stamps.stamp("hops", count, token)).toArray());
    }

    private boolean isToken(int token) {
        return token >= 0 && token < k;
    }

    private boolean fits(Numbers hops) {
        return hops.size() == (asPrinted ? 0 : 1) && hops.stream().allMatch(count -> count >= 0 && count < INFINITY);
    }

    @Override
    public Node<ForestMessage> node(int index) {
        return new Member(index);
    }

    private final class Member implements Node<ForestMessage> {
        private final int i; // I in the paper
        private Region region = Region.REMAINDER; // "holding" is CRITICAL
        private int token; // token_id
        private int waitingFor = NONE; // waiting_for_token; kept after giving up
        private final int[] pointer = new int[k];
        private long hops; // hop count of the token that is here, else 0
        private final long[] stamp = new long[asPrinted ? 0 : k];
        private List<Integer> nodeQueue = new ArrayList<>(0);
        private List<Entry> tokenQueue = new ArrayList<>(0);
        private final Decisions decisions;

        Member(int index) {
            i = index;
            decisions = new Decisions(mechanisms, n, k, i);
            token = i < k ? i : NONE;
            Arrays.setAll(pointer, t -> t);
        }

        @Override
        public Region region() {
            return region;
        }

        @Override
        public long tokens() {
            return token == NONE ? 0 : 1;
        }

        /** Procedure Entry_CS. */
        @Override
        public void acquire(int units, Outbox<ForestMessage> out) {
            expect(Region.REMAINDER, region);
            checkUnits(units, 1);
            if (token != NONE) {
                region = Region.CRITICAL;
                return;
            }
            region = Region.TRYING;
            if (waitingFor == NONE) { // otherwise an earlier, cancelled request is still on its way
                waitingFor = decisions.token(out);
                out.send(pointer[waitingFor], new ForestMessage.Request(i, waitingFor));
            }
        }

        /** Procedure Exit_CS. */
        @Override
        public void release(Outbox<ForestMessage> out) {
            expect(Region.CRITICAL, region);
            region = Region.REMAINDER;
            if (tokenQueue.isEmpty()) {
                inform(out);
            } else {
                passOn(out);
            }
        }

        @Override
        public void cancel(Outbox<ForestMessage> out) {
            expect(Region.TRYING, region);
            region = Region.REMAINDER;
        }

        @Override
        public void receive(int from, ForestMessage message, Outbox<ForestMessage> out) {
            switch (message) {
                case ForestMessage.Request(int origin, int t) -> handleRequest(origin, t, out);
                case ForestMessage.Token(int t, Numbers count, List<Entry> queue) -> handleToken(t, count, queue, out);
                case ForestMessage.Inform(int t, Numbers count) -> handleInform(from, t, count);
            }
        }

        /** Procedure Handle_REQUEST. */
        private void handleRequest(int y, int t, Outbox<ForestMessage> out) {
            decisions.sawRequestOf(y);
            if (token != NONE) {
                tokenQueue.add(new Entry(y, token == t ? NONE : i));
                if (region != Region.CRITICAL) {
                    pointer[token] = y; // token, as in the pseudo-code; with the prose's t there is lockout
                    send(y, out);
                }
            } else if (waitingFor == t) {
                nodeQueue.add(y);
            } else {
                out.send(pointer[t], new ForestMessage.Request(y, t));
                pointer[t] = y;
                obeyNoneFor(t, Repair.DEAF_AFTER_FORWARDING); // rule 3
            }
        }

        /** Procedure Handle_TOKEN. */
        private void handleToken(int t, Numbers count, List<Entry> queue, Outbox<ForestMessage> out) {
            int modifier = queue.getFirst().modifier(); // the first is I
            tokenQueue = new ArrayList<>(queue.subList(1, queue.size()));
            if (waitingFor == t) {
                nodeQueue.forEach(waiter -> tokenQueue.add(new Entry(waiter, NONE)));
            } else {
                pointer[waitingFor] =
                        modifier; // waitingFor, as in the pseudo-code; with the prose's t there is lockout
                obeyNoneFor(waitingFor, Repair.DEAF_AFTER_MODIFICATION); // rule 3
                nodeQueue.forEach(waiter -> tokenQueue.add(new Entry(waiter, modifier)));
            }
            nodeQueue = new ArrayList<>(0);
            waitingFor = NONE;
            token = t;
            pointer[t] = i;
            hops = asPrinted ? 0 : count.get(0);
            if (repairs.contains(Repair.STAMP_BY_TOKEN)) {
                stamp[t] = hops; // rule 2
            }
            decisions.saw(t);
            if (region == Region.TRYING) {
                region = Region.CRITICAL;
            } else if (!tokenQueue.isEmpty()) { // gave up
                passOn(out);
            }
        }

        /** Procedure Handle_INFORM. */
        private void handleInform(int x, int t, Numbers count) {
            if (!repairs.contains(Repair.ONLY_NEWS)) {
                pointer[t] = x;
            } else if (count.get(0) > stamp[t]) { // rule 4
                stamp[t] = count.get(0);
                pointer[t] = x;
            }
            decisions.saw(t);
        }

        private void obeyNoneFor(int t, Repair rule) {
            if (repairs.contains(rule)) {
                stamp[t] = INFINITY;
            }
        }

        private void passOn(Outbox<ForestMessage> out) {
            pointer[token] = lastUnmodified();
            send(tokenQueue.getFirst().node(), out);
        }

        /** Returns the last node of the queue whose tag is NULL, or the first of all if there is none. */
        private int lastUnmodified() {
            for (int at = tokenQueue.size() - 1; at >= 0; at--) {
                if (tokenQueue.get(at).modifier() == NONE) {
                    return tokenQueue.get(at).node();
                }
            }
            return tokenQueue.getFirst().node();
        }

        private void send(int to, Outbox<ForestMessage> out) {
            out.send(to, new ForestMessage.Token(token, counted(hops + 1), tokenQueue));
            token = NONE;
            hops = 0;
            tokenQueue = new ArrayList<>(0);
        }

        private void inform(Outbox<ForestMessage> out) {
            ForestMessage news = new ForestMessage.Inform(token, counted(hops));
            for (int to : decisions.destinations(out)) {
                out.send(to, news);
            }
        }

        /**
         * Returns the hop count as a message carries it. Rule 1: a token counts its hops, and an INFORM carries the
         * count.
         */
        private Numbers counted(long count) {
            return asPrinted ? Numbers.of() : Numbers.of(count);
        }

        @Override
        public void state(Fields fields) {
            region = regionOf(fields, region);
            token = fields.range("token", token, NONE, k - 1);
            waitingFor = fields.range("waiting_for", waitingFor, NONE, k - 1);
            for (int t = 0; t < k; t++) {
                pointer[t] = fields.range("pointer[" + t + "]", pointer[t], 0, n - 1);
            }
            hops = asPrinted ? 0 : fields.stamp("hops", hops, Math.max(0, token));
            for (int t = 0; t < stamp.length; t++) {
                stamp[t] = fields.stamp("stamp[" + t + "]", stamp[t], t);
            }
            nodeQueue = fields.list("node-queue", nodeQueue, n, 0, n - 1);
            List<Integer> waiters = fields.list(
                    "token-queue", tokenQueue.stream().map(Entry::node).toList(), n, 0, n - 1);
            List<Entry> entries = new ArrayList<>();
            for (int at = 0; at < n; at++) {
                int tag = at < tokenQueue.size() ? tokenQueue.get(at).modifier() : NONE;
                int modifier = fields.range("tag[" + at + "]", tag, NONE, n - 1);
                if (at < waiters.size()) {
                    entries.add(new Entry(waiters.get(at), modifier));
                }
            }
            tokenQueue = entries;
            decisions.state(fields);
        }
    }
}
