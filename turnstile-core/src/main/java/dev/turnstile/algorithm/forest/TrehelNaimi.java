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
 * Trehel and Naimi 1987: one token, a tree of pointers to where it will be, and a queue of which every node knows the
 * next one only. What {@link Forest} grew out of.
 *
 * <p>The idea. "father" leads to whoever asked last, as far as this node has heard; who has none is that one, or has
 * the token and does not need it. A request follows the fathers, and each node on its way takes the one who asks for
 * its new father: about log n messages per entry on average (Ginat, Sleator and Tarjan 1989). Where it ends, "next"
 * remembers it.
 *
 * <p>The listing is that of the corrections to bulgannawar-1995. Beyond it: a node that gives up leaves its request
 * where it is; the token that comes is passed on, or kept, and if it asks again before that, the old request serves.
 *
 * <pre>{@code
 * NodeSystem<?> system = new TrehelNaimi(30, 1);
 * }</pre>
 */
public final class TrehelNaimi extends AbstractNodeSystem<TrehelNaimi.TrehelNaimiMessage> {
    private static final int NIL = -1;

    /** What nodes tell each other. */
    public sealed interface TrehelNaimiMessage extends Message {
        /** REQ(Y): that node wants the token. */
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
     * For n nodes; node 0 has the token at first.
     *
     * @throws IllegalArgumentException when there is more than one place
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
        private boolean requesting; // also inside, and after having given up, until the token has come
        private boolean token; // not in the listing, which can tell from the rest; for counting
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
                return; // an earlier request, given up, is still on its way
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
                        exit(out); // has given up
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
