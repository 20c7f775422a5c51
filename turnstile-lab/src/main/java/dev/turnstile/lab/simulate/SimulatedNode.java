package dev.turnstile.lab.simulate;

import dev.turnstile.machine.Message;
import dev.turnstile.machine.Node;
import dev.turnstile.machine.Region;
import java.util.SplittableRandom;

/** A node of a {@link Simulation} with its queue of work and its bookkeeping. */
final class SimulatedNode<M extends Message> {
    final Node<M> node;
    final SplittableRandom thinking;
    Region region; // at the last look
    long epoch; // increases with every change of region; actions scheduled in an earlier epoch are void
    Event<M> first; // the head of the queue of work, linked by next
    private Event<M> last;
    boolean serving; // the head of the queue is being processed
    double freeAt; // when its pending sends are done
    double pausedUntil;
    double timerFrom; // when the node last restarted its timer
    boolean timed; // a timeout is scheduled
    int unitsWanted; // by the current or next request
    int unitsInside; // at the last look
    boolean dead;

    SimulatedNode(Node<M> node, SplittableRandom thinking) {
        this.node = node;
        region = node.region();
        this.thinking = thinking;
    }

    void add(Event<M> event) {
        if (first == null) {
            first = event;
        } else {
            last.next = event;
        }
        last = event;
    }

    /**
     * Returns whether the event still applies. Events handled before it may have voided an action of the node's own.
     */
    boolean isStillDue(Event<M> event, double timeout, double now) {
        return switch (event.kind) {
            case ARRIVES -> true;
            case TIMES_OUT -> node.timer().isPresent() && timerFrom + timeout <= now;
            case ASKS, LEAVES, GIVES_UP, SERVED, FAULT -> event.epoch == epoch;
        };
    }

    Event<M> remove() {
        Event<M> removed = first;
        first = removed.next;
        return removed;
    }
}
