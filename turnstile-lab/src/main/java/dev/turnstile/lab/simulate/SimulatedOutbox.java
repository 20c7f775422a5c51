package dev.turnstile.lab.simulate;

import dev.turnstile.machine.Message;
import dev.turnstile.machine.Outbox;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/** The outbox of the nodes in a {@link Simulation}, for one call of one node at a time. It schedules the arrivals. */
final class SimulatedOutbox<M extends Message> implements Outbox<M> {
    private final Workload workload;
    private final long seed;
    private final int nodes;
    private final SplittableRandom travelling;
    private final SplittableRandom choosing;
    private final Meter meter;
    private final EventQueue<Event<M>> queue;
    private final Event.Supply<M> events;
    private final Channels channels = new Channels();
    private final double sendCost;
    private final double transit;
    private final boolean constant;
    private final boolean hastens; // any type at all
    private boolean remembers;
    private final List<Integer> chosen = new ArrayList<>(); // if choices are recorded
    private int sender;
    private double now;
    private double freeFrom; // when the sender can begin to send
    private int copies;
    private boolean receiving;
    private boolean restartsTimer;
    private long tokens;
    private final Map<Integer, Integer> toLose = new HashMap<>(); // by node: the number of its next messages to drop
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
            EventQueue<Event<M>> queue,
            Event.Supply<M> events,
            Set<? extends Class<?>> counted) {
        this.counted = counted;
        this.workload = workload;
        this.seed = seed;
        this.nodes = nodes;
        this.travelling = travelling;
        this.choosing = choosing;
        this.meter = meter;
        this.queue = queue;
        this.events = events;
        sendCost = workload.costs().send();
        transit = workload.costs().transit();
        constant = workload.delay() instanceof Delay.Constant;
        hastens = !workload.hastened().isEmpty();
    }

    /** Records the choices from now on, for {@link #chosen}. */
    void rememberChoices() {
        remembers = true;
    }

    /**
     * Begins a call of a node.
     *
     * @param time the current time
     * @param free the time from which the node can send
     * @param receives whether the node handles a message, rather than an action of its own
     */
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
            throw new IllegalStateException("p" + sender + " cannot send to p" + to
                    + ": the receiver must be another node from 0 to " + (nodes - 1));
        }
        meter.sent(message);
        sent++;
        sentCounted += counted.contains(message.getClass()) ? 1 : 0;
        for (int times = copiesOf(sender); times > 0; times--) {
            post(to, message);
        }
    }

    /** Returns the number of copies that arrive: 1, or 0 or 2 after a fault. */
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

    /** Places a message in a channel of the initial configuration. */
    void put(int to, M message) {
        post(to, message);
    }

    private void post(int to, M message) {
        tokens += message.tokens();
        Event<M> event = events.take(Event.Kind.ARRIVES, to);
        event.from = sender;
        event.message = message;
        queue.add(isHastened(message) ? now + transit : arrival(to), event);
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

    /** Returns whether the message costs no processing time. */
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

    /** Returns the time at which all messages of this call have departed. */
    double freeAt() {
        return freeFrom + copies * sendCost;
    }

    /** Returns the number of messages sent in the whole run. */
    long sent() {
        return sent;
    }

    /** Returns the number of those messages whose types timers must outlast. */
    long sentCounted() {
        return sentCounted;
    }

    /** Returns the number of tokens sent in this call. */
    long tokens() {
        return tokens;
    }
}
