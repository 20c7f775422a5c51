package dev.turnstile.lab.simulate;

import dev.turnstile.machine.Message;
import dev.turnstile.machine.Node;
import dev.turnstile.machine.Region;
import java.util.SplittableRandom;

/** A node of a {@link Simulation}, what waits for it to have time, and what is known of it. */
final class SimulatedNode<M extends Message> {
    final Node<M> node;
    final SplittableRandom thinking;
    Region region; // when it was looked at last
    long epoch; // grows with every change of region; what was foreseen before is void
    Event<M> first; // the line of what has come; linked by next
    private Event<M> last;
    boolean serving; // the first of them is being received
    double freeAt; // when it has sent what it had to send
    double pausedUntil;
    double timerFrom; // when the node restarted its timer
    boolean timed; // a timeout is foreseen
    int unitsWanted; // by the request that is to come, or is there
    int unitsInside; // counted when it entered
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

    /** What the node was to do of its own accord may have been overtaken by what came before it. */
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
