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
 * The token forest of Bulgannawar and Vaidya (bulgannawar-1995): k tokens, and for each of them a pointer at every node
 * to where it went.
 *
 * <p>The idea. A request follows the pointers of one token, and turns each of them round on its way, to the one who
 * asks: that one will have the token soon. Whoever waits keeps requests that reach it, and appends them to the token's
 * own queue when it comes; so a request travels a short way, and a token goes straight from one who leaves to the next.
 * A request that reaches a holder of another token is served by that one: "modified", and the tag in the queue says by
 * whom, so that the pointers stay a forest. An idle holder tells nu others where the token is.
 *
 * <p>The procedures are those of section 2; node and token numbers start at 0. <b>What departs from the print</b>,
 * unless the system is {@link #asPrinted}: with nu > 0 an INFORM that is late, or only unlucky, erases the pointer that
 * leads to whom a request was sent for, and then a request returns to its own sender, or follows the token for ever.
 * Four rules repair that; they are numbered below as in the corrections. A token counts its hops; a node has a stamp
 * for every token, and obeys an INFORM only if it is news. Where prose and pseudo-code of the paper differ, this is the
 * pseudo-code.
 *
 * <p>Beyond the paper: a node that gives up leaves its request where it is. The token that comes is passed on, or kept
 * without telling anybody; if the node asks again before that, the old request serves.
 *
 * <p>One who stays inside can keep another out of a free place: a request waits for one token, whatever becomes of the
 * others.
 *
 * <pre>{@code
 * NodeSystem<?> system = new Forest(30, 3, Mechanisms.PAPERS);
 * }</pre>
 */
public final class Forest extends AbstractNodeSystem<Forest.ForestMessage> {
    private static final int NONE = -1; // no token, no node, no tag: NULL in the paper
    private static final long INFINITY = Long.MAX_VALUE; // a stamp that no hop count exceeds

    private final Mechanisms mechanisms;
    private final Set<Repair> repairs;
    private final boolean asPrinted; // no repairs: no hop counts either, rule 1

    /** A rule that repairs the printed algorithm. */
    public enum Repair {
        /** Rule 2: who receives a token takes its hop count for its stamp. */
        STAMP_BY_TOKEN,
        /** Rule 3: who forwards a request obeys no INFORM about that token any more, until it has had it. */
        DEAF_AFTER_FORWARDING,
        /** Rule 3 again: nor does one who has received another token than it asked for, about the one it asked for. */
        DEAF_AFTER_MODIFICATION,
        /** Rule 4: an INFORM is obeyed only if its hop count is larger than the stamp, and then is the stamp. */
        ONLY_NEWS
    }

    /** What nodes tell each other. */
    public sealed interface ForestMessage extends Message {
        /** REQUEST(Y, t): that node wants this token. */
        @Tag(0)
        record Request(int origin, int token) implements ForestMessage {}

        /**
         * TOKEN(t), how often it has been sent, and who is to have it, the receiver first. As printed it does not
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

        /** INFORM(X, t): the sender has this token; it has been sent so often. As printed it does not say that. */
        @Tag(2)
        record Inform(int token, Numbers hops) implements ForestMessage {}
    }

    /**
     * One who waits for a token, and the request-modifier tag: who changed its mind about which one; -1 if nobody did.
     */
    public record Entry(int node, int modifier) {
        @Override
        public String toString() {
            return modifier == NONE ? String.valueOf(node) : node + " by " + modifier;
        }
    }

    /** For n nodes and k tokens, which nodes 0 to k-1 have at first. */
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
     * As the paper prints it, with some repairs or none. With nu > 0, and fewer than all, requests can wait for ever.
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
     * An INFORM that is no news is none later: a stamp only grows, or becomes the hop count of the token, which no
     * INFORM exceeds. But the heuristic would note that it has seen the token.
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
        private int waitingFor = NONE; // waiting_for_token; also after having given up
        private final int[] pointer = new int[k];
        private long hops; // of the token that is here; else 0
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
            if (waitingFor == NONE) { // else an earlier request, given up, is still on its way
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
                    pointer[token] = y; // token, as the pseudo-code has it; the prose's t locks out
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
                pointer[waitingFor] = modifier; // waitingFor, as the pseudo-code has it; the prose's t locks out
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
            } else if (!tokenQueue.isEmpty()) { // has given up
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

        /** The last node of the queue whose tag is NULL; if there is none, the first of all. */
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

        /** Rule 1: a token counts its hops, and an INFORM says the count. */
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
