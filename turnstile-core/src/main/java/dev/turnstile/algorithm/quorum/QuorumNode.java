package dev.turnstile.algorithm.quorum;

import dev.turnstile.machine.Message;
import dev.turnstile.machine.Node;
import dev.turnstile.machine.Outbox;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.Consumer;

/**
 * A node that may be a member of its own quorum. It handles the messages that it sends to itself after the current
 * step, before the call returns, and they never reach the outbox. So an algorithm can send to all members of a quorum
 * alike.
 */
abstract class QuorumNode<M extends Message> implements Node<M> {
    final int self;
    private final Queue<M> toSelf = new ArrayDeque<>();
    private final Around around = new Around();

    QuorumNode(int self) {
        this.self = self;
    }

    abstract void enter(int units, Outbox<M> out);

    abstract void leave(Outbox<M> out);

    abstract void giveUp(Outbox<M> out);

    abstract void take(int from, M message, Outbox<M> out);

    @Override
    public final void acquire(int units, Outbox<M> out) {
        enter(units, around.to(out));
        takeOwn(out);
    }

    @Override
    public final void release(Outbox<M> out) {
        leave(around.to(out));
        takeOwn(out);
    }

    @Override
    public final void cancel(Outbox<M> out) {
        giveUp(around.to(out));
        takeOwn(out);
    }

    @Override
    public final void receive(int from, M message, Outbox<M> out) {
        take(from, message, around.to(out));
        takeOwn(out);
    }

    /** Performs another step that may send to this node itself. */
    final void act(Consumer<Outbox<M>> action, Outbox<M> out) {
        action.accept(around.to(out));
        takeOwn(out);
    }

    private void takeOwn(Outbox<M> out) {
        for (M own = toSelf.poll(); own != null; own = toSelf.poll()) {
            take(self, own, around.to(out));
        }
    }

    private final class Around implements Outbox<M> {
        private Outbox<M> outer;

        Outbox<M> to(Outbox<M> out) {
            outer = out;
            return this;
        }

        @Override
        public void send(int to, M message) {
            if (to == self) {
                toSelf.add(message);
            } else {
                outer.send(to, message);
            }
        }

        @Override
        public int choose(int bound) {
            return outer.choose(bound);
        }

        @Override
        public void restartTimer() {
            outer.restartTimer();
        }
    }
}
