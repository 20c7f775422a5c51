package dev.turnstile.algorithm.forest;

import dev.turnstile.machine.AbstractNodeSystem;
import dev.turnstile.machine.Fields;
import dev.turnstile.machine.Message;
import dev.turnstile.machine.Node;
import dev.turnstile.machine.Outbox;
import dev.turnstile.machine.Region;
import dev.turnstile.machine.facts.NodeFacts;
import dev.turnstile.machine.wire.Tag;

/**
 * Trehel and Naimi 1987: one token, a tree of pointers to where it will be, and a queue of which each node knows only
 * the next entry. {@link Forest} grew out of it.
 *
 * <p><b>The idea.</b> "father" points to the node that requested last, as far as this node knows. A node without a
 * father is that node itself, or has the token and does not need it. A request follows the fathers, and each node on
 * its way makes the requesting node its new father. This takes about log n messages per entry on average (Ginat,
 * Sleator and Tarjan 1989). Where the request ends, "next" remembers it.
 *
 * <p>The listing is that of the corrections to bulgannawar-1995. Beyond it, a node that gives up leaves its request
 * where it is. When the token arrives, the node passes it on or keeps it. If the node requests again before that, the
 * old request serves.
 */
public final class TrehelNaimi extends AbstractNodeSystem<TrehelNaimi.TrehelNaimiMessage> {
    private static final int NIL = -1;

    /** The messages of this algorithm. */
    public sealed interface TrehelNaimiMessage extends Message {
        /** REQ(Y): node Y requests the token. */
        @Tag(0)
        record Request(int origin) implements TrehelNaimiMessage {}

        /** The token. */
        @Tag(1)
        record Token() implements TrehelNaimiMessage {
            @Override
            public long tokens() {
                return 1;
            }
        }
    }

    /**
     * Creates a system of n nodes. Node 0 has the token at the start.
     *
     * @throws IllegalArgumentException if {@code places} is not 1
     */
    public TrehelNaimi(int nodes, int places) {
        super(nodes, places, TrehelNaimiMessage.class);
        if (places != 1) {
            throw new IllegalArgumentException("k must be 1, not " + places
                    + ": there is one token. In the catalogue, k > 1 is k clusters of n/k nodes");
        }
    }

    @Override
    public NodeFacts<TrehelNaimiMessage> facts() {
        return super.facts().withTokens(1);
    }

    @Override
    public boolean fits(TrehelNaimiMessage message) {
        return switch (message) {
            case TrehelNaimiMessage.Request(int origin) -> isNode(origin);
            case TrehelNaimiMessage.Token() -> true;
        };
    }

    @Override
    public Node<TrehelNaimiMessage> node(int index) {
        return new Member(index);
    }

    private final class Member implements Node<TrehelNaimiMessage> {
        private final int i; // I in the listing
        private Region region = Region.REMAINDER;
        private boolean requesting; // also inside, and after giving up, until the token has arrived
        private boolean token; // for counting; not in the listing, where it follows from the rest
        private int father;
        private int next = NIL;

        Member(int index) {
            i = index;
            token = i == 0;
            father = i == 0 ? NIL : 0;
        }

        @Override
        public Region region() {
            return region;
        }

        @Override
        public long tokens() {
            return token ? 1 : 0;
        }

        @Override
        public void acquire(int units, Outbox<TrehelNaimiMessage> out) {
            expect(Region.REMAINDER, region);
            checkUnits(units, 1);
            region = Region.TRYING;
            if (requesting) {
                return; // an earlier, cancelled request is still on its way
            }
            requesting = true;
            if (father == NIL) {
                region = Region.CRITICAL;
            } else {
                out.send(father, new TrehelNaimiMessage.Request(i));
                father = NIL;
            }
        }

        @Override
        public void receive(int from, TrehelNaimiMessage message, Outbox<TrehelNaimiMessage> out) {
            switch (message) {
                case TrehelNaimiMessage.Request(int y) -> {
                    if (father != NIL) {
                        out.send(father, message);
                    } else if (requesting) {
                        next = y;
                    } else {
                        send(y, out);
                    }
                    father = y;
                }
                case TrehelNaimiMessage.Token() -> {
                    token = true;
                    if (region == Region.TRYING) {
                        region = Region.CRITICAL;
                    } else {
                        exit(out); // gave up
                    }
                }
            }
        }

        @Override
        public void release(Outbox<TrehelNaimiMessage> out) {
            expect(Region.CRITICAL, region);
            region = Region.REMAINDER;
            exit(out);
        }

        private void exit(Outbox<TrehelNaimiMessage> out) {
            requesting = false;
            if (next != NIL) {
                send(next, out);
                next = NIL;
            }
        }

        private void send(int to, Outbox<TrehelNaimiMessage> out) {
            token = false;
            out.send(to, new TrehelNaimiMessage.Token());
        }

        @Override
        public void cancel(Outbox<TrehelNaimiMessage> out) {
            expect(Region.TRYING, region);
            region = Region.REMAINDER;
        }

        @Override
        public void state(Fields fields) {
            region = regionOf(fields, region);
            requesting = fields.flag("requesting", requesting);
            token = fields.flag("token", token);
            father = fields.range("father", father, NIL, n - 1);
            next = fields.range("next", next, NIL, n - 1);
        }
    }
}
