package dev.turnstile.lab.simulate;

import dev.turnstile.lab.toy.Toy;
import dev.turnstile.machine.Region;
import java.util.function.IntConsumer;

/** Toy systems shared by several tests. */
final class Toys {
    static final int NO_NODE = -1;

    private Toys() {}

    /**
     * Returns nodes that enter at will and notify node 0. Node 0 awaits a timeout unless it has received a message
     * since it left. It fails on a timeout that it does not await.
     */
    static Toy drowsy(int nodes) {
        return Toy.of("drowsy", nodes)
                .variable("awaits", 0, 0, 1)
                .onAcquire((me, units, out) -> {
                    me.moveTo(Region.CRITICAL);
                    if (me.index() > 0) {
                        out.send(0, new Toy.ToyMessage.Note());
                    }
                })
                .onRelease((me, out) -> {
                    me.set("awaits", me.index() == 0 ? 1 : 0);
                    out.restartTimer();
                })
                .onReceive((me, from, message, out) -> me.set("awaits", 0))
                .onTimeout(me -> me.get("awaits") == 1, (me, out) -> {
                    if (me.get("awaits") == 0) {
                        throw new IllegalStateException("this timeout is not awaited");
                    }
                });
    }

    /**
     * Returns nodes among which a token circulates forever. The token admits each waiting node that it reaches, except
     * {@code passed}.
     */
    static Toy roundabout(int nodes, int passed) {
        return roundabout(nodes, passed, units -> {});
    }

    /** Returns the same nodes; {@code heard} receives the units of each request. */
    static Toy roundabout(int nodes, int passed, IntConsumer heard) {
        Toy.Acting pass = (me, out) -> {
            me.set("has", 0);
            out.send(me.next(), new Toy.ToyMessage.Token());
        };
        return Toy.of("roundabout", nodes)
                .limit(4)
                .unitsMax(4)
                .arrivalsToSettle(2L * nodes)
                .variable("has", index -> index == 0 ? 1 : 0, 0, 1)
                .tokens(1, me -> me.get("has"))
                .onAcquire((me, units, out) -> heard.accept(units))
                .onRelease(pass)
                .onReceive((me, from, message, out) -> {
                    me.set("has", 1);
                    if (me.region() == Region.TRYING && me.index() != passed) {
                        me.moveTo(Region.CRITICAL);
                    } else {
                        pass.react(me, out);
                    }
                })
                .onTimeout(me -> me.get("has") == 1 && me.region() != Region.CRITICAL, pass); // only at the start
    }
}
