package dev.turnstile.lab.simulate;

import dev.turnstile.machine.Message;
import dev.turnstile.machine.Outbox;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** What a node's sending costs and brings about in a {@link Simulation}: one call of a node at a time. */
final class Sending<M extends Message> implements Outbox<M> {
    private final Workload workload;
    private final long seed;
    private final int nodes;
    private final SplittableRandom travelling;
    private final SplittableRandom choosing;
    private final Meter meter;
    private final Agenda<Event<M>> agenda;
    private final Event.Supply<M> events;
    private final Channels channels = new Channels();
    private final double sendCost;
    private final double transit;
    private final boolean constant;
    private final boolean hastens; // something
    private boolean remembers;
    private final List<Integer> chosen = new ArrayList<>(); // where somebody wants to know
    private int sender;
    private double now;
    private double freeFrom; // when the sender can begin to send
    private int copies;
    private boolean receiving;
    private boolean restartsTimer;
    private int tokens;

    Sending(
            Workload workload,
            long seed,
            int nodes,
            SplittableRandom travelling,
            SplittableRandom choosing,
            Meter meter,
            Agenda<Event<M>> agenda,
            Event.Supply<M> events) {
        this.workload = workload;
        this.seed = seed;
        this.nodes = nodes;
        this.travelling = travelling;
        this.choosing = choosing;
        this.meter = meter;
        this.agenda = agenda;
        this.events = events;
        sendCost = workload.costs().send();
        transit = workload.costs().transit();
        constant = workload.delay() instanceof Delay.Constant;
        hastens = !workload.hastened().isEmpty();
    }

    /** {@link #chosen} will be asked for. */
    void rememberChoices() {
        remembers = true;
    }

    /** A node acts, and can send from some time on; because a message has arrived, or of its own accord. */
    void begin(int node, double time, double free, boolean receives) {
        sender = node;
        now = time;
        freeFrom = free;
        copies = 0;
        receiving = receives;
        restartsTimer = false;
        tokens = 0;
        chosen.clear();
    }

    @Override
    public void send(int to, M message) {
        if (to == sender || to < 0 || to >= nodes) {
            throw new IllegalStateException("p" + sender + " sends to p" + to);
        }
        meter.sent(message.words());
        tokens += message.tokens();
        Event<M> event = events.take(Event.Kind.ARRIVES, to);
        event.from = sender;
        event.message = message;
        agenda.add(isHastened(message) ? now + transit : arrival(to), event);
    }

    private double arrival(int to) {
        copies++;
        double departure = freeAt();
        if (constant) {
            return departure + transit;
        }
        double inTransits = transit > 0 ? departure / transit : 0;
        double travel = transit * workload.delay().draw(travelling, seed, sender, to, inTransits);
        return channels.inOrder((long) sender * nodes + to, departure + travel, now);
    }

    /** Whether it costs nobody time. */
    boolean isHastened(M message) {
        return hastens && workload.hastened().contains(message.getClass());
    }

    @Override
    public int choose(int bound) {
        if (receiving) {
            throw new IllegalStateException("p" + sender + " leaves something to chance when a message arrives");
        }
        int choice = choosing.nextInt(bound);
        if (remembers) {
            chosen.add(choice);
        }
        return choice;
    }

    @Override
    public void restartTimer() {
        restartsTimer = true;
    }

    List<Integer> chosen() {
        return List.copyOf(chosen);
    }

    boolean restartsTimer() {
        return restartsTimer;
    }

    /** When all that has been sent is on its way. */
    double freeAt() {
        return freeFrom + copies * sendCost;
    }

    /** How many tokens were sent. */
    int tokens() {
        return tokens;
    }
}
