package dev.turnstile.driver.nodes;

import dev.turnstile.driver.nodes.NodeRequest.State;
import dev.turnstile.machine.Message;
import dev.turnstile.machine.Node;
import dev.turnstile.machine.NodeSystem;
import dev.turnstile.machine.Outbox;
import dev.turnstile.machine.Region;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The place of one local node, epoch after epoch, and of the request that it serves.
 *
 * <p>The node is locked while it acts. Its messages go to the transport before it is unlocked, which keeps every
 * channel in order. They go there after its request knows the region that the node has reached, so no other node acts
 * on a move that is not counted yet. A thread that finds a receiver locked leaves its messages to the thread that holds
 * the lock. That thread looks into the inbox again after it has released the lock. So every message is delivered by a
 * thread that has not returned yet.
 *
 * @param <M> the type of the messages between nodes
 */
final class Host<M extends Message> {
    private final NodeRuntime<M> runtime;
    private final ActingLock acting;
    private final Transport<M> transport;
    private final boolean takesTurns;
    private final Inbox<M> inbox = new Inbox<>();
    private final Deque<Envelope<M>> written =
            new ArrayDeque<>(); // by the acting node; guarded by the lock, as are all fields below
    private final Outbox<M> out = new Writing();
    private long epoch;
    private int index;
    private Node<M> node;
    private Region reached;
    private boolean runs; // false between two epochs and after closing
    private boolean isWindow;
    private Request<M> occupant; // null if there is none
    private boolean isAwaited; // by the reception, as soon as the node is back

    Host(NodeRuntime<M> runtime, ActingLock acting) {
        this.runtime = runtime;
        this.acting = acting;
        transport = runtime.transport();
        takesTurns = runtime.takesTurns();
    }

    private final class Writing implements Outbox<M> {
        @Override
        public void send(int to, M message) {
            Envelope<M> envelope = new Envelope<>(epoch, index, to, message);
            if (takesTurns) {
                transport.send(envelope); // no other node acts before this one is unlocked
            } else {
                written.add(envelope);
            }
        }

        @Override
        public int choose(int bound) {
            return ThreadLocalRandom.current().nextInt(bound);
        }

        @Override
        public void restartTimer() {
            startTimer();
        }
    }

    private void startTimer() {
        node.timer().ifPresent(timer -> runtime.timers().restart(epoch, index, timer));
    }

    void lock() {
        acting.lock();
    }

    void unlock() {
        acting.unlock();
    }

    private void act(Runnable deed, Round<M> round) {
        lock();
        try {
            deed.run();
            noteRegion(round);
            send(round);
        } finally {
            unlock();
        }
        lookForMail(round); // messages that arrived meanwhile were left to this thread
    }

    private void send(Round<M> round) {
        for (Envelope<M> envelope = written.poll(); envelope != null; envelope = written.poll()) {
            transport.send(envelope);
            Optional<Host<M>> receiver = runtime.local(envelope.to());
            if (receiver.isPresent()) {
                round.address(receiver.get()); // the message may be in the inbox now
            }
        }
    }

    /** Schedules the contents of the inbox for delivery when no node is locked. */
    void lookForMail(Round<M> round) {
        if (!inbox.isEmpty()) {
            round.address(this);
        }
    }

    /** Adds a message for this node, which {@link #takeMail} delivers. */
    void post(Envelope<M> envelope) {
        inbox.add(envelope);
    }

    /** Delivers the contents of the inbox, unless another thread does. */
    void takeMail(Round<M> round) {
        while (!inbox.isEmpty() && acting.lockForMail()) {
            try {
                inbox.takeAll(this::read);
                noteRegion(round);
                send(round);
            } finally {
                unlock();
            }
        }
    }

    /**
     * Delivers this message where nodes take turns, and returns whether the node changed its region. The caller holds
     * the lock.
     */
    boolean take(Envelope<M> envelope, Round<M> round) {
        read(envelope);
        if (node.region() == reached) {
            return false;
        }
        noteRegion(round);
        return true;
    }

    private void read(Envelope<M> envelope) {
        if (runs && envelope.epoch() == epoch) {
            node.receive(envelope.from(), envelope.message(), out);
        } else {
            runtime.drop();
        }
    }

    /** Applies the region of the node to its request. Other nodes do not know of the change yet. */
    private void noteRegion(Round<M> round) {
        Region now = node.region();
        Region before = reached;
        if (!runs || now == before) {
            return;
        }
        reached = now;
        transport.moved(before, now);
        switch (now) {
            case CRITICAL -> isInside(before, round);
            case REMAINDER -> isBack(round);
            case TRYING, EXIT -> {}
        }
    }

    private void isInside(Region before, Round<M> round) {
        if (occupant == null) {
            return;
        }
        if (before == Region.EXIT) {
            if (occupant.become(State.LEAVING, State.INSIDE)) {
                round.changed(occupant);
            }
        } else if (occupant.oneMoreInside()) {
            if (occupant.isSeveral()) {
                round.collected(occupant);
            }
            runtime.admission().admit(occupant, round);
        }
    }

    private void isBack(Round<M> round) {
        if (occupant != null && occupant.state() == State.WAITING) { // the request waited for this
            node.acquire(occupant.unitsOfNode(), out);
            noteRegion(round);
        } else {
            completeLeaving(round);
            free(round);
        }
    }

    /** Records that the node has left for its request, if it still has one. */
    private void completeLeaving(Round<M> round) {
        Request<M> request = occupant;
        occupant = null;
        if (request == null) {
            return;
        }
        if (isWindow) {
            request.putSlotsBack(1);
            runtime.admission().leave(1, round);
        }
        if (request.oneMoreLeft() && request.become(State.LEAVING, State.OUT)) {
            round.changed(request);
        }
    }

    private void free(Round<M> round) {
        if (isAwaited) {
            isAwaited = false;
            round.freed(this);
        }
    }

    /** Makes the node ask on behalf of a request, unless the request has already given up. */
    void ask(Request<M> request, Round<M> round) {
        act(
                () -> {
                    if (request.state() == State.WAITING) {
                        occupant = request;
                        if (runs && node.region() == Region.REMAINDER) {
                            node.acquire(request.unitsOfNode(), out);
                        }
                    }
                },
                round);
    }

    /** Makes the node give up or leave, if it has asked on behalf of this request, which has given up. */
    void giveUp(Request<M> request, Round<M> round) {
        act(
                () -> {
                    isAwaited = true;
                    boolean hasAsked = occupant == request;
                    if (hasAsked) {
                        occupant = null;
                    }
                    if (!hasAsked || !runs || node.region() == Region.REMAINDER) {
                        free(round);
                    } else if (node.region() == Region.TRYING) {
                        node.cancel(out);
                    } else {
                        node.release(out);
                    }
                },
                round);
    }

    /**
     * Makes the node leave. Between two epochs it need not ask, unless there is a floor. It may already have left, if
     * an epoch has begun since its request started to leave.
     */
    void leave(Request<M> request, Round<M> round) {
        act(
                () -> {
                    isAwaited = true;
                    if (occupant != request) {
                        free(round);
                    } else if (runs && node.region() == Region.CRITICAL) {
                        node.release(out);
                    } else if (!runs && (!isWindow || runtime.isClosed())) {
                        completeLeaving(round);
                        free(round);
                    }
                },
                round);
    }

    /**
     * Makes the node give back the units that its request no longer has, and stay. It may have done so already when an
     * epoch began.
     */
    void leaveInPart(Request<M> request, Round<M> round) {
        act(
                () -> {
                    if (runs && occupant == request && node.units() > request.unitsOfNode()) {
                        node.releasePart(node.units() - request.unitsOfNode(), out);
                    }
                },
                round);
    }

    /** Makes the node stay although it was to leave, if it is not too late. */
    void stay(Request<M> request, Round<M> round) {
        act(
                () -> {
                    if (occupant != request) {
                        return;
                    }
                    isAwaited = false;
                    if (runs && node.region() == Region.EXIT) {
                        node.cancel(out);
                    } else if (request.become(State.LEAVING, State.INSIDE)) {
                        round.changed(request);
                    }
                },
                round);
    }

    /** Notifies the node that its timer has expired. */
    void timeout(long when, Round<M> round) {
        act(
                () -> {
                    if (runs && when == epoch && node.timer().isPresent()) {
                        node.timeout(out);
                    }
                },
                round);
    }

    /** Stops the node from acting in this epoch. The caller holds the lock. */
    void suspend(Round<M> round) {
        runs = false;
        if (occupant != null && occupant.state() == State.WAITING) {
            occupant.noneInside();
            runtime.admission().forget(occupant, round);
        }
    }

    /**
     * Assigns slots to a holder that has not asked for them yet. Later, a caller elsewhere could already have used them
     * in the next epoch, with a larger fence. The caller holds the lock.
     */
    void assignSlots() {
        if (occupant != null) {
            occupant.grant();
        }
    }

    /** Returns the number of units that its request holds. The caller holds the lock. */
    int held() {
        boolean isInside = occupant != null && (occupant.state() == State.INSIDE || occupant.state() == State.LEAVING);
        return isInside ? occupant.unitsOfNode() : 0;
    }

    /**
     * Checks that a node of the next epoch can take this one's place. It must be inside with the units held here, or
     * with more if some have left meanwhile. The caller holds the lock.
     */
    void check(Node<M> next, int number) {
        int inside = next.region() == Region.CRITICAL ? next.units() : 0;
        if (inside < held()) {
            throw new IllegalArgumentException("a caller holds " + held() + " units at node " + number
                    + ", which starts the next epoch with " + inside);
        }
    }

    /** Replaces this node by one of the next epoch. The caller holds the lock. */
    void become(long number, NodeSystem<M> system, int next, Node<M> fresh) {
        epoch = number;
        index = next;
        node = fresh;
        isWindow = system.sizes().floor() > 0;
        Region before = reached == null ? Region.REMAINDER : reached;
        reached = node.region();
        runs = true;
        if (before != reached) {
            transport.moved(before, reached);
        }
        startTimer();
    }

    /** Continues in a new epoch: gives back what has left meanwhile, then asks for what its request wants. */
    void goOn(Round<M> round) {
        act(this::giveBackWhatLeft, round);
        act(
                () -> {
                    if (occupant != null && occupant.state() == State.WAITING && node.region() == Region.REMAINDER) {
                        node.acquire(occupant.unitsOfNode(), out);
                    } else if (occupant != null && occupant.state() == State.LEAVING) {
                        node.release(out);
                    }
                },
                round);
    }

    private void giveBackWhatLeft() {
        int held = held();
        if (node.region() == Region.CRITICAL && held == 0) {
            node.release(out);
        } else if (node.region() == Region.CRITICAL && held < node.units()) {
            node.releasePart(node.units() - held, out);
        }
    }

    /** Stops the node. A request that is waiting to leave is out, because nothing holds it back any more. */
    void close(Round<M> round) {
        act(
                () -> {
                    runs = false;
                    if (occupant != null && occupant.state() == State.LEAVING) {
                        completeLeaving(round);
                    }
                },
                round);
    }

    /** Returns the request that this node serves, or null. Called on closing. */
    Request<M> occupant() { // all nodes are closed, so no messages are read
        lock();
        try {
            return occupant;
        } finally {
            unlock();
        }
    }
}
