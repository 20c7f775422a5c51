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
 * Runs nodes of a message-passing algorithm for real callers. All nodes of a system are in one JVM, or some of them are
 * here and the others elsewhere. No method blocks, except for the moment that another thread needs to make a node act.
 *
 * <p>No thread is dedicated to the nodes. A thread that asks for units, leaves or gives up makes a node act. Before the
 * call returns, it also delivers the resulting messages, as far as they stay within this JVM ({@link Host}).
 *
 * <p>The algorithm runs in <em>epochs</em>. When the set of nodes changes, {@link #suspend} ends an epoch and returns
 * what callers hold here. Once the holders at all nodes are known, {@link #resume} begins the next epoch with a system
 * that starts from there. Holders stay inside, and waiters ask again. Messages of an earlier epoch are dropped.
 * Messages of a later epoch are kept until it begins here.
 *
 * <pre>{@code
 * NodeRuntime<M> runtime = NodeRuntime.inOneJvm(system, grants);
 * NodeRequest request = runtime.enter(1);
 * request.state();     // INSIDE, or WAITING if the limit is reached
 * }</pre>
 *
 * @param <M> the type of the messages between nodes
 */
public final class NodeRuntime<M extends Message> implements AutoCloseable {
    private static final int EARLY_MAX = 1_000; // per sender
    private static final int FENCE_BITS = 40; // the epoch is above them

    private final Transport<M> transport;
    private final Timers timers;
    private final Grants grants;
    private final List<Host<M>> hosts = new ArrayList<>(); // of the local nodes, in order
    private final boolean takesTurns;
    private final ActingLock turns = new ActingLock(true); // shared by all nodes if they take turns
    private final Reception<M> reception;
    private final Admission<M> admission;
    private final int unitsEach;
    private final AtomicLong dropped = new AtomicLong();
    private final Object changing = new Object(); // held to begin or end an epoch, or to close
    private final Map<Integer, Deque<Envelope<M>>> early = new HashMap<>(); // by sender; guarded by itself
    private volatile Epoch<M> epoch;
    private volatile boolean suspended;
    private volatile boolean closed;
    private volatile Runnable whenReleased = () -> {};

    /** The current epoch. Local nodes have a host, remote nodes have none. */
    private record Epoch<M extends Message>(long number, NodeSystem<M> system, List<Optional<Host<M>>> hosts) {
        Optional<Host<M>> host(int node) {
            return node >= 0 && node < hosts.size() ? hosts.get(node) : Optional.empty();
        }
    }

    /**
     * Creates a runtime and starts the local nodes, in epoch 0.
     *
     * @param local the numbers of the local nodes
     * @throws IllegalArgumentException if there are no local nodes, or one of them does not start outside
     */
    @SuppressWarnings("this-escape") // only hosts and transport see it before it is complete
    public NodeRuntime(NodeSystem<M> system, BitSet local, Transport<M> transport, Timers timers, Grants grants) {
        this.transport = transport;
        this.timers = timers;
        this.grants = grants;
        List<Node<M>> nodes = nodes(system, local);
        if (nodes.stream().anyMatch(node -> node.region() != Region.REMAINDER)) {
            throw new IllegalArgumentException("all nodes must start outside in the first epoch");
        }
        takesTurns = transport.takesTurns();
        nodes.forEach(node -> hosts.add(new Host<>(this, takesTurns ? turns : new ActingLock(false))));
        unitsEach = unitsEach(system);
        reception = new Reception<>(hosts, system.arrivalsToSettle() > 0);
        admission = new Admission<>(system.sizes().limit());
        begin(0, system, local, nodes);
    }

    /** Creates a runtime and starts all nodes of a system in this JVM. */
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
                    "at least one of the " + system.sizes().participants() + " nodes must be local, not " + local);
        }
        return local.stream().mapToObj(system::node).toList();
    }

    /**
     * Returns the number of units per node. A request must be able to give back some of its units. If a node can't do
     * that, a request for several units takes several nodes.
     */
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

    /** Unlocks all hosts, and looks for messages that other threads have left to this one meanwhile. */
    private void unlockAll(Round<M> round) {
        hosts.forEach(Host::unlock);
        hosts.forEach(host -> host.lookForMail(round));
    }

    /** Begins the epoch. Messages that arrived too early go to the inboxes before any other message of this epoch. */
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

    /** Returns the lock that all nodes share if they take turns. */
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

    /** Returns the host of a node, if the node is local. */
    Optional<Host<M>> local(int node) {
        return epoch.host(node);
    }

    /** Returns the numbers of the local nodes in the current epoch. */
    public BitSet local() {
        Epoch<M> now = epoch;
        BitSet local = new BitSet();
        IntStream.range(0, now.hosts().size())
                .filter(i -> now.host(i).isPresent())
                .forEach(local::set);
        return local;
    }

    /** Returns the number of the current epoch or, between two epochs, of the last one. */
    public long epoch() {
        return epoch.number();
    }

    /**
     * Returns the maximum number of units of a request. Several nodes with one unit each serve a request together only
     * if all nodes are local and there is no floor. Otherwise, of two such requests at different places, each could
     * hold what the other needs.
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

    /** Returns how many units requests of this runtime hold. */
    public int held() {
        return admission.held();
    }

    /** Returns whether no request can enter before a local one leaves or the limit is raised. */
    boolean isFull() {
        return admission.isFull();
    }

    /**
     * Returns how many messages were dropped because they were of an earlier epoch, not for a local node, or not one
     * that a node sends.
     */
    public long dropped() {
        return dropped.get();
    }

    void drop() {
        dropped.incrementAndGet();
    }

    /**
     * Asks for units through an idle local node. If none is idle, the request waits in line for one. If this runtime is
     * closed, the request is OUT.
     *
     * @throws IllegalArgumentException unless units is between 1 and {@link #unitsMax}
     */
    public NodeRequest enter(int units) {
        Request<M> request = request(units);
        boolean hasNodes = reception.arrive(request);
        begin(request, hasNodes);
        return request;
    }

    /**
     * Asks for units as {@link #enter} does, but returns empty if the request would have to wait in line for a node.
     */
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
            throw new IllegalArgumentException("units must be between 1 and " + unitsMax() + ", not " + units);
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
            request.cancel(); // a concurrent close may have missed it
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
            throw new IllegalArgumentException(
                    "the units to give back must be between 1 and " + all + ", not " + units);
        }
        boolean whole = units == all;
        if (whole ? !request.become(State.INSIDE, State.LEAVING) : request.state() != State.INSIDE) {
            throw new IllegalStateException(
                    "only a request that is INSIDE can leave, not one that is " + request.state());
        }
        Round<M> round = new Round<>();
        if (!isWindow()) { // in a window the units are held until the node has left
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

    /** Returns the limit under which callers enter. */
    public int limit() {
        return admission.limit();
    }

    /**
     * Sets the limit. Current holders keep their units. Requires all nodes of the system to be local.
     *
     * @throws IllegalArgumentException unless the limit is between 1 and the limit that the system was created with
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

    /** Receives a message for a local node. Drops the message if it is for another node or of an earlier epoch. */
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

    /** Puts the message into the inbox of its receiver, without delivering it. */
    void post(Envelope<M> envelope) {
        Epoch<M> now = epoch;
        if (envelope.epoch() > now.number()) {
            if (isKept(envelope)) {
                return;
            }
            now = epoch; // its epoch has begun meanwhile
        }
        Optional<Host<M>> receiver = now.host(envelope.to());
        if (receiver.isEmpty() || envelope.epoch() != now.number()) {
            drop();
        } else {
            receiver.get().post(envelope);
        }
    }

    /** Keeps the message until its epoch begins. Returns false if the epoch has already begun. */
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
     * Delivers a message where nodes take turns, and returns whether its receiver changed its region. The caller holds
     * the lock.
     */
    boolean deliver(Envelope<M> envelope, Round<M> round) {
        Optional<Host<M>> receiver = local(envelope.to());
        return receiver.isPresent() && receiver.get().take(envelope, round);
    }

    /** Notifies a local node that its timer of this epoch has expired. */
    public void timeout(long when, int node) {
        Round<M> round = new Round<>();
        local(node).ifPresent(host -> host.timeout(when, round));
        finish(round);
    }

    /**
     * Ends the epoch. Nodes no longer act, and messages of this epoch are dropped. Callers may still arrive and wait.
     * They may give up and, outside a window, leave.
     *
     * @param released runs whenever a caller has left before the next epoch begins, so that less is held
     * @return the number of units that callers hold at each local node, in the order of the node numbers
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
                hosts.forEach(Host::assignSlots);
                held = heldByAll();
            } finally {
                unlockAll(round);
            }
        }
        finish(round);
        return held;
    }

    /** Returns the current number of units held at each local node, as {@link #suspend} does. */
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
     * Begins an epoch with a system that starts from the units that all nodes reported as held. The number of local
     * nodes is the same as before, perhaps under other node numbers. Each takes the place of its predecessor in order.
     * Waiters ask again. Units that have left since the report are given back now.
     *
     * @throws IllegalArgumentException if the epoch is not a later one, the number of local nodes or of units per node
     *     differs, or a node would start with fewer units than a caller holds there
     * @throws IllegalStateException unless this runtime is suspended and open
     */
    public void resume(long number, NodeSystem<M> next, BitSet local) {
        synchronized (changing) {
            if (!suspended || closed) {
                throw new IllegalStateException(
                        closed ? "the runtime is closed" : "epoch " + epoch.number() + " has not ended here");
            }
            if (number <= epoch.number()) {
                throw new IllegalArgumentException("epoch " + number + " is not after epoch " + epoch.number());
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
            hosts.forEach(Host::unlock); // no messages are delivered between two epochs
        }
    }

    /**
     * Rejects further requests, and cancels those that are waiting. Holders may leave as before, and no floor holds
     * them back. Holders that are waiting to leave are out. No node acts from now on.
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

    /** Completes what a thread has to do after it made nodes act. */
    private void finish(Round<M> round) {
        follow(round);
        transport.settle();
    }

    /** Does the work of {@link #finish}, apart from settling the transport. */
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
