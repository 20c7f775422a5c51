package dev.turnstile.lab.simulate;

import dev.turnstile.machine.Message;
import dev.turnstile.machine.Outbox;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/** What a node's sending costs and brings about in a {@link Simulation}: one call of a node at a time. */
final class SimulatedOutbox<M extends Message> implements Outbox<M> {
    private final Workload workload;
    private final long seed;
    private final int nodes;
    private final SplittableRandom travelling;
    private final SplittableRandom choosing;
    private final Meter meter;
    private final EventQueue<Event<M>> agenda;
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
    private long tokens;
    private final Map<Integer, Integer> toLose = new HashMap<>(); // by node: so many of what it sends next
    private final Map<Integer, Integer> toRepeat = new HashMap<>();
    private final Set<? extends Class<?>> counted;
    private long sent;
    private long sentCounted;

    SimulatedOutbox(
            Workload workload,
            long seed,
            int nodes,
            SplittableRandom travelling,
            SplittableRandom choosing,
            Meter meter,
            EventQueue<Event<M>> agenda,
            Event.Supply<M> events,
            Set<? extends Class<?>> counted) {
        this.counted = counted;
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
        meter.sent(message);
        sent++;
        sentCounted += counted.contains(message.getClass()) ? 1 : 0;
        for (int times = copiesOf(sender); times > 0; times--) {
            post(to, message);
        }
    }

    /** As many as are sent, unless something goes wrong. */
    private int copiesOf(int node) {
        if (toLose.isEmpty() && toRepeat.isEmpty()) {
            return 1;
        }
        return isDue(toLose, node) ? 0 : isDue(toRepeat, node) ? 2 : 1;
    }

    private static boolean isDue(Map<Integer, Integer> faults, int node) {
        boolean due = faults.containsKey(node);
        faults.computeIfPresent(node, (same, count) -> count > 1 ? count - 1 : null);
        return due;
    }

    void loseNextOf(int node) {
        toLose.merge(node, 1, Integer::sum);
    }

    void repeatNextOf(int node) {
        toRepeat.merge(node, 1, Integer::sum);
    }

    /** Is there from the start, as if it had been sent. */
    void put(int to, M message) {
        post(to, message);
    }

    private void post(int to, M message) {
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

    /** How many messages have been sent in the whole run. */
    long sent() {
        return sent;
    }

    /** How many of those types that timers must outlast. */
    long sentCounted() {
        return sentCounted;
    }

    /** How many tokens were sent. */
    long tokens() {
        return tokens;
    }
}
