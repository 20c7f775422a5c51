package dev.turnstile.driver.nodes;

import dev.turnstile.driver.nodes.NodeRequest.State;
import dev.turnstile.machine.Message;
import dev.turnstile.machine.Node;
import dev.turnstile.machine.NodeSystem;
import dev.turnstile.machine.Region;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/**
 * Runs nodes of a message-passing algorithm for real callers: all nodes of a system in one JVM, or some of them here
 * and the others elsewhere. None of its methods waits for anything but the moment that another thread needs to make a
 * node act.
 *
 * <p>No thread is set aside for the nodes. A thread that asks, leaves or gives up makes a node act, and delivers what
 * follows from that, as far as it stays within this JVM, before the call returns ({@link Host}).
 *
 * <p>The algorithm runs in <em>epochs</em>. When the set of nodes changes, {@link #suspend} ends one and says what
 * callers hold here. Once it is known of all nodes who is inside, {@link #resume} begins the next with a system that
 * starts from there: callers inside stay inside, and those that wait ask again. Messages of an earlier epoch are
 * dropped, and those of a later one kept until it begins here.
 *
 * <pre>{@code
 * NodeSystem<M> system = ..
 * NodeRuntime<M> runtime = NodeRuntime.inOneJvm(system, grants);
 * NodeRequest request = runtime.enter(1);
 * }</pre>
 *
 * @param <M> what the nodes send each other
 */
public final class NodeRuntime<M extends Message> implements AutoCloseable {
    private static final int EARLY_MAX = 1_000; // of one sender
    private static final int FENCE_BITS = 40; // below the epoch

    private final Transport<M> transport;
    private final Timers timers;
    private final Grants grants;
    private final List<Host<M>> hosts = new ArrayList<>(); // of the nodes that are here, in their order
    private final boolean takesTurns;
    private final ActingLock turns = new ActingLock(true); // of all nodes, where they take turns
    private final Reception<M> reception;
    private final Admission<M> admission;
    private final int unitsEach;
    private final AtomicLong dropped = new AtomicLong();
    private final Object changing = new Object(); // held by the one who ends or begins an epoch, or closes
    private final Map<Integer, Deque<Envelope<M>>> early = new HashMap<>(); // by sender; guarded by itself
    private volatile Epoch<M> epoch;
    private volatile boolean suspended;
    private volatile boolean closed;
    private volatile Runnable whenReleased = () -> {};

    /** The nodes that are here have these hosts; the others have none. */
    private record Epoch<M extends Message>(long number, NodeSystem<M> system, List<Optional<Host<M>>> hosts) {
        Optional<Host<M>> host(int node) {
            return node >= 0 && node < hosts.size() ? hosts.get(node) : Optional.empty();
        }
    }

    /**
     * Starts the nodes that are here, in epoch 0.
     *
     * @param local the numbers of the nodes that are here
     * @throws IllegalArgumentException if there are none, or one of them does not start outside
     */
    @SuppressWarnings("this-escape") // hosts and transport have it, and nobody else before it is complete
    public NodeRuntime(NodeSystem<M> system, BitSet local, Transport<M> transport, Timers timers, Grants grants) {
        this.transport = transport;
        this.timers = timers;
        this.grants = grants;
        List<Node<M>> nodes = nodes(system, local);
        if (nodes.stream().anyMatch(node -> node.region() != Region.REMAINDER)) {
            throw new IllegalArgumentException("at first no node may be inside");
        }
        takesTurns = transport.takesTurns();
        nodes.forEach(node -> hosts.add(new Host<>(this, takesTurns ? turns : new ActingLock(false))));
        unitsEach = unitsEach(system);
        reception = new Reception<>(hosts, system.arrivalsToSettle() > 0);
        admission = new Admission<>(system.sizes().limit());
        begin(0, system, local, nodes);
    }

    /** Starts all nodes of a system in this JVM. */
    public static <M extends Message> NodeRuntime<M> inOneJvm(NodeSystem<M> system, Grants grants) {
        BitSet all = new BitSet();
        all.set(0, system.sizes().participants());
        Transport<M> transport = system.arrivalsToSettle() > 0
                ? new CirculatingTransport<>(system.arrivalsToSettle())
                : new DirectTransport<>();
        return new NodeRuntime<>(system, all, transport, Timers.NEVER, grants);
    }

    private static <M extends Message> List<Node<M>> nodes(NodeSystem<M> system, BitSet local) {
        if (local.isEmpty() || local.length() > system.sizes().participants()) {
            throw new IllegalArgumentException(
                    "of " + system.sizes().participants() + " nodes, at least one must be here, not " + local);
        }
        return local.stream().mapToObj(system::node).toList();
    }

    /** A request must be able to give back some of its units: where a node can't, several units are several nodes. */
    private static int unitsEach(NodeSystem<?> system) {
        return system.isDivisible() ? system.sizes().unitsEach() : 1;
    }

    private void begin(long number, NodeSystem<M> system, BitSet local, List<Node<M>> nodes) {
        Round<M> round = new Round<>();
        hosts.forEach(Host::lock);
        try {
            List<Optional<Host<M>>> byNumber = new ArrayList<>();
            Iterator<Host<M>> next = hosts.iterator();
            Iterator<Node<M>> fresh = nodes.iterator();
            for (int i = 0; i < system.sizes().participants(); i++) {
                byNumber.add(local.get(i) ? Optional.of(next.next()) : Optional.empty());
                int index = i;
                byNumber.getLast().ifPresent(host -> host.become(number, system, index, fresh.next()));
            }
            publish(new Epoch<>(number, system, List.copyOf(byNumber)));
            suspended = false;
            transport.start(this);
            hosts.forEach(host -> host.goOn(round));
        } finally {
            unlockAll(round);
        }
        finish(round);
    }

    /** What came in the meantime was left to us. */
    private void unlockAll(Round<M> round) {
        hosts.forEach(Host::unlock);
        hosts.forEach(host -> host.lookForMail(round));
    }

    /** What came too early is in the inboxes before anything else of this epoch. */
    private void publish(Epoch<M> next) {
        synchronized (early) {
            for (Deque<Envelope<M>> kept : early.values()) {
                kept.stream()
                        .filter(envelope -> envelope.epoch() == next.number())
                        .forEach(envelope -> next.host(envelope.to()).ifPresent(host -> host.post(envelope)));
                kept.removeIf(envelope -> envelope.epoch() <= next.number());
            }
            epoch = next;
        }
    }

    Transport<M> transport() {
        return transport;
    }

    /** The lock that all nodes share, if they take turns. */
    ActingLock turns() {
        return turns;
    }

    boolean takesTurns() {
        return takesTurns;
    }

    Timers timers() {
        return timers;
    }

    Admission<M> admission() {
        return admission;
    }

    boolean isClosed() {
        return closed;
    }

    /** The host of a node, if it is here. */
    Optional<Host<M>> local(int node) {
        return epoch.host(node);
    }

    /** The numbers of the nodes that are here, in the present epoch. */
    public BitSet local() {
        Epoch<M> now = epoch;
        BitSet local = new BitSet();
        IntStream.range(0, now.hosts().size())
                .filter(i -> now.host(i).isPresent())
                .forEach(local::set);
        return local;
    }

    /** The number of the present epoch, or, between two, of the last. */
    public long epoch() {
        return epoch.number();
    }

    /**
     * The most units that a request can ask for. Several nodes with one unit each serve a request together only if all
     * nodes are here (of two such requests at different places, each could hold what the other needs), and outside a
     * window.
     */
    public int unitsMax() {
        NodeSystem<M> system = epoch.system();
        if (unitsEach > 1) {
            return Math.min(unitsEach, system.sizes().limit());
        }
        boolean mayCollect = hosts.size() == system.sizes().participants()
                && !system.holdersBlockOthers()
                && system.sizes().floor() == 0;
        return mayCollect ? system.sizes().limit() : 1;
    }

    /** How many units are inside by requests from here. */
    public int held() {
        return admission.held();
    }

    /** Whether no request can come in before one from here leaves, or the limit is raised. */
    boolean isFull() {
        return admission.isFull();
    }

    /**
     * How many messages were dropped: of an earlier epoch, not for a node that is here, or not such as a node sends.
     */
    public long dropped() {
        return dropped.get();
    }

    void drop() {
        dropped.incrementAndGet();
    }

    /**
     * Asks for units, by a node of this JVM that is idle; if none is, the request stands in line for the first that
     * will be. If this is closed, the request is OUT.
     *
     * @throws IllegalArgumentException unless units is between 1 and {@link #unitsMax}
     */
    public NodeRequest enter(int units) {
        Request<M> request = request(units);
        boolean hasNodes = reception.arrive(request);
        begin(request, hasNodes);
        return request;
    }

    /** As {@link #enter}, but empty if that would mean to stand in line. */
    public Optional<NodeRequest> enterIfIdle(int units) {
        Request<M> request = request(units);
        if (!reception.arriveIfIdle(request)) {
            return Optional.empty();
        }
        begin(request, true);
        return Optional.of(request);
    }

    private Request<M> request(int units) {
        if (units < 1 || units > unitsMax()) {
            throw new IllegalArgumentException("a request can be for 1 to " + unitsMax() + " units, not " + units);
        }
        return new Request<>(this, units, units > unitsEach ? units : 1);
    }

    private void begin(Request<M> request, boolean hasNodes) {
        if (hasNodes) {
            Round<M> round = new Round<>();
            ask(request, round);
            finish(round);
        }
        if (closed) {
            request.cancel(); // the one who closed may have looked too early to see it
        }
    }

    private void ask(Request<M> request, Round<M> round) {
        if (reception.mayAsk(request)) {
            request.hosts().forEach(host -> host.ask(request, round));
        }
    }

    boolean cancel(Request<M> request) {
        if (request.become(State.WAITING, State.OUT)) {
            Round<M> round = new Round<>();
            round.changed(request);
            Optional<List<Request<M>>> next = reception.withdraw(request);
            next.ifPresent(seated -> seated.forEach(other -> ask(other, round)));
            if (next.isEmpty()) {
                admission.forget(request, round);
                request.hosts().forEach(host -> host.giveUp(request, round));
                if (request.isSeveral()) {
                    round.collected(request);
                }
            }
            finish(round);
            return true;
        }
        if (request.state() != State.LEAVING) {
            return false;
        }
        Round<M> round = new Round<>();
        request.hosts().forEach(host -> host.stay(request, round));
        finish(round);
        return request.state() == State.INSIDE;
    }

    void leave(Request<M> request, int units) {
        int all = request.units();
        if (units < 1 || units > all) {
            throw new IllegalArgumentException("of " + all + " units, 1 to " + all + " can leave, not " + units);
        }
        boolean whole = units == all;
        if (whole ? !request.become(State.INSIDE, State.LEAVING) : request.state() != State.INSIDE) {
            throw new IllegalStateException("a request that is " + request.state() + " can't leave");
        }
        Round<M> round = new Round<>();
        if (!isWindow()) { // in a window they are inside until the node has left
            request.putSlotsBack(units);
            admission.leave(units, round);
        }
        if (whole) {
            request.hosts().forEach(host -> host.leave(request, round));
        } else {
            leaveInPart(request, units, round);
        }
        if (suspended && !isWindow()) {
            whenReleased.run();
        }
        finish(round);
    }

    private void leaveInPart(Request<M> request, int units, Round<M> round) {
        List<Host<M>> all = request.hosts();
        request.lessen(units);
        if (request.isSeveral()) {
            int stay = all.size() - units;
            request.hosts(all.subList(0, stay));
            all.subList(stay, all.size()).forEach(host -> host.leave(request, round));
        } else {
            all.getFirst().leaveInPart(request, round);
        }
    }

    private boolean isWindow() {
        return epoch.system().sizes().floor() > 0;
    }

    NodeRequest.Grant take(int units) {
        NodeRequest.Grant grant = grants.take(units);
        return new NodeRequest.Grant(grant.slots(), (epoch.number() << FENCE_BITS) + grant.fence());
    }

    void putBack(List<Integer> slots) {
        grants.putBack(slots);
    }

    /** The limit under which callers come in. */
    public int limit() {
        return admission.limit();
    }

    /**
     * Lets at most so many units in from now on; those inside stay. For a system all of whose nodes are here.
     *
     * @throws IllegalArgumentException unless it is at least 1, and not more than the system was set up for
     */
    public void limit(int wanted) {
        if (wanted < 1 || wanted > epoch.system().sizes().limit()) {
            throw new IllegalArgumentException(
                    "the limit must be between 1 and " + epoch.system().sizes().limit() + ", not " + wanted);
        }
        admission.limit(wanted);
        Round<M> round = new Round<>();
        round.hasRoom();
        finish(round);
    }

    /**
     * A message has arrived for a node that is here. What is not for one, or not of this or a later epoch, is dropped.
     */
    public void receive(Envelope<M> envelope) {
        if (!isSound(envelope)) {
            drop();
            return;
        }
        post(envelope);
        Round<M> round = new Round<>();
        local(envelope.to()).ifPresent(host -> host.takeMail(round));
        finish(round);
    }

    private boolean isSound(Envelope<M> envelope) {
        Epoch<M> now = epoch;
        return envelope.epoch() > now.number()
                || (envelope.from() >= 0
                        && envelope.from() < now.hosts().size()
                        && envelope.from() != envelope.to()
                        && now.system().fits(envelope.message()));
    }

    /** Puts it into the inbox of its receiver, from where it is still to be delivered. */
    void post(Envelope<M> envelope) {
        Epoch<M> now = epoch;
        if (envelope.epoch() > now.number()) {
            if (isKept(envelope)) {
                return;
            }
            now = epoch; // it has begun by now
        }
        Optional<Host<M>> receiver = now.host(envelope.to());
        if (receiver.isEmpty() || envelope.epoch() != now.number()) {
            drop();
        } else {
            receiver.get().post(envelope);
        }
    }

    /** Keeps it until its epoch begins; false if that has begun by now. */
    private boolean isKept(Envelope<M> envelope) {
        synchronized (early) {
            if (envelope.epoch() <= epoch.number()) {
                return false;
            }
            Deque<Envelope<M>> kept = early.computeIfAbsent(envelope.from(), from -> new ArrayDeque<>());
            if (kept.size() < EARLY_MAX) {
                kept.add(envelope);
            } else {
                drop();
            }
            return true;
        }
    }

    /**
     * Delivers a message where nodes take turns, and returns whether its receiver changed its region. The lock is held.
     */
    boolean deliver(Envelope<M> envelope, Round<M> round) {
        Optional<Host<M>> receiver = local(envelope.to());
        return receiver.isPresent() && receiver.get().take(envelope, round);
    }

    /** The timer of a node that is here has ended, in that epoch. */
    public void timeout(long when, int node) {
        Round<M> round = new Round<>();
        local(node).ifPresent(host -> host.timeout(when, round));
        finish(round);
    }

    /**
     * Ends the epoch: nodes act no more, and messages of this epoch are dropped. Callers may still come, and wait; they
     * may give up, and, outside a window, leave.
     *
     * @param released is run whenever a caller has left before the next epoch begins: then less is held
     * @return how many units callers hold at each of the nodes that are here, in the order of their numbers
     */
    public int[] suspend(Runnable released) {
        Round<M> round = new Round<>();
        int[] held;
        synchronized (changing) {
            whenReleased = released;
            hosts.forEach(Host::lock);
            try {
                suspended = true;
                hosts.forEach(host -> host.suspend(round));
                held = heldByAll();
            } finally {
                unlockAll(round);
            }
        }
        finish(round);
        return held;
    }

    /** As {@link #suspend} returned it, now. */
    public int[] heldByNode() {
        Round<M> round = new Round<>();
        int[] held;
        hosts.forEach(Host::lock);
        try {
            held = heldByAll();
        } finally {
            unlockAll(round);
        }
        finish(round);
        return held;
    }

    private int[] heldByAll() {
        return hosts.stream().mapToInt(Host::held).toArray();
    }

    /**
     * Begins an epoch with a system that starts from what all report to hold. As many nodes are here as before, perhaps
     * by other numbers; each takes the place of that before it in order. Callers that wait ask again; what has left
     * since it was reported leaves now.
     *
     * @throws IllegalArgumentException if it is no later epoch, other units or another number of nodes are here, or a
     *     node would start with less than a caller holds there
     * @throws IllegalStateException unless this is suspended, and open
     */
    public void resume(long number, NodeSystem<M> next, BitSet local) {
        synchronized (changing) {
            if (!suspended || closed) {
                throw new IllegalStateException(
                        closed ? "the runtime is closed" : "epoch " + epoch.number() + " has not ended here");
            }
            if (number <= epoch.number()) {
                throw new IllegalArgumentException("epoch " + number + " is not after " + epoch.number());
            }
            List<Node<M>> nodes = nodes(next, local);
            if (nodes.size() != hosts.size() || unitsEach(next) != unitsEach) {
                throw new IllegalArgumentException(hosts.size() + " nodes with " + unitsEach
                        + " units each are here, not " + nodes.size() + " with " + unitsEach(next));
            }
            check(local, nodes);
            admission.limit(next.sizes().limit());
            begin(number, next, local, nodes);
        }
    }

    private void check(BitSet local, List<Node<M>> nodes) {
        int[] numbers = local.stream().toArray();
        hosts.forEach(Host::lock);
        try {
            for (int i = 0; i < numbers.length; i++) {
                hosts.get(i).check(nodes.get(i), numbers[i]);
            }
        } finally {
            hosts.forEach(Host::unlock); // between two epochs no mail is read
        }
    }

    /**
     * Lets nobody in any more: requests that wait give up. Requests inside may leave as before, and no floor holds them
     * back: those that wait to leave are out. No node acts from now on.
     */
    @Override
    public void close() {
        synchronized (changing) {
            closed = true;
        }
        Round<M> round = new Round<>();
        hosts.forEach(host -> host.close(round));
        Set<Request<M>> waiting = new LinkedHashSet<>(reception.waiting());
        hosts.stream().map(Host::occupant).filter(request -> request != null).forEach(waiting::add);
        waiting.forEach(request -> {
            if (request.state() == State.WAITING) {
                request.cancel();
            }
        });
        finish(round);
    }

    /** Does what a thread has to do after it made nodes act. */
    private void finish(Round<M> round) {
        follow(round);
        transport.settle();
    }

    /** As {@link #finish}, for the transport. */
    void follow(Round<M> round) {
        boolean goesOn = true;
        while (goesOn) {
            round.tellAll();
            if (round.takeRoom()) {
                admission.admitReady(round);
            } else if (!round.freed().isEmpty()) {
                reception.freed(round.freed().remove()).forEach(request -> ask(request, round));
            } else if (!round.collected().isEmpty()) {
                reception
                        .collected(round.collected().remove())
                        .ifPresent(request -> request.hosts().forEach(host -> host.ask(request, round)));
            } else if (!round.addressed().isEmpty()) {
                round.addressed().remove().takeMail(round);
            } else {
                goesOn = false;
            }
        }
    }
}
