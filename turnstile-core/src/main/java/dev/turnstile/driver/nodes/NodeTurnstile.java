package dev.turnstile.driver.nodes;

import dev.turnstile.Description;
import dev.turnstile.LimitExceededException;
import dev.turnstile.SemaphoreView;
import dev.turnstile.Snapshot;
import dev.turnstile.TurnstileClosedException;
import dev.turnstile.algorithm.Algorithm;
import dev.turnstile.algorithm.Catalogue;
import dev.turnstile.algorithm.Traits;
import dev.turnstile.driver.AbstractPermit;
import dev.turnstile.driver.AbstractTurnstile;
import dev.turnstile.driver.Patience;
import dev.turnstile.driver.Spinning;
import dev.turnstile.driver.nodes.NodeRequest.State;
import dev.turnstile.machine.NodeSystem;
import dev.turnstile.machine.Region;
import dev.turnstile.machine.Sizes;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;

/**
 * A turnstile for message-passing algorithms and for windows, with all nodes in this JVM ({@link NodeRuntime}). A
 * caller has one or more nodes from its request until it has left. Callers enter, and leave a window, in the order of
 * the algorithm.
 *
 * <p>A thread that makes a node act wakes only those callers whose nodes have reached their goal as a result.
 */
public final class NodeTurnstile extends AbstractTurnstile<NodeTurnstile.Entry> {
    /** The default algorithm of a window. All nodes are local, so one node may decide for all. */
    private static final String WINDOW_DEFAULT = "window:coterie=singleton";

    private static final int PARTICIPANTS_MORE = 64;
    private static final int WINDOW_PARTICIPANTS_MOST =
            16_384; // each node knows all others, so opening takes quadratic time

    private final Algorithm algorithm;
    private final int floor;
    private final int places;
    private final int participants;
    private final boolean holdersBlockOthers;
    private final boolean watched;
    private final NodeRuntime<?> runtime;
    private final Object resizing = new Object();
    private final AtomicLong arrivals = new AtomicLong();
    private final ReentrantLock attempting = new ReentrantLock();
    private final Set<Entry> waiting = ConcurrentHashMap.newKeySet();
    private final Set<NodePermit> holders = ConcurrentHashMap.newKeySet(); // only if watched
    private final AtomicInteger spinners = new AtomicInteger();
    private final Spinning spinning = new Spinning();
    private volatile int limit;

    /** A request, with what the turnstile knows about it beyond the runtime. */
    public static final class Entry {
        private final NodeRequest request;
        private final AtomicBoolean isSettled = new AtomicBoolean(); // the future has been notified
        private Optional<Thread> thread =
                Optional.empty(); // the waiting thread; set before other threads can find the entry
        private volatile boolean gaveUp;
        private long number; // of arrival, once it waits
        private long since;

        private Entry(NodeRequest request) {
            this.request = request;
        }

        private void giveUp() {
            gaveUp = true;
            request.cancel();
        }
    }

    /**
     * Opens a turnstile for the threads of this JVM.
     *
     * @throws IllegalArgumentException if the algorithm does not support this size or does not run on threads
     */
    public NodeTurnstile(Description wanted, Algorithm.MessagePassing algorithm) {
        super(wanted.name(), wanted.limit(), wanted.watched());
        this.algorithm = algorithm;
        floor = wanted.floor();
        limit = wanted.limit();
        watched = wanted.watched();
        if (!algorithm.runsOn(Traits.Runtime.THREADS)) {
            throw new IllegalArgumentException(algorithm.name() + " does not run on threads; choose one that does: "
                    + Catalogue.forThreads().stream().map(Algorithm::name).collect(Collectors.joining(", ")));
        }
        NodeSystem<?> system = isWindow() ? window(wanted, algorithm) : system(wanted, algorithm);
        places = system.sizes().limit();
        participants = system.sizes().participants();
        holdersBlockOthers = system.holdersBlockOthers();
        runtime = NodeRuntime.inOneJvm(system, new SlotTable());
        runtime.limit(limit);
    }

    /**
     * Opens a window for the threads of this JVM.
     *
     * @throws IllegalArgumentException if the algorithm does not support windows or this size, or does not run on
     *     threads
     */
    public static NodeTurnstile window(Description wanted) {
        Algorithm chosen = wanted.algorithm().orElseGet(() -> Catalogue.find(WINDOW_DEFAULT));
        if (chosen instanceof Algorithm.MessagePassing messages && messages.isWindow()) {
            return new NodeTurnstile(wanted, messages);
        }
        throw new IllegalArgumentException(
                chosen.name() + " has no floor; use window or gcs, or leave the choice to the driver");
    }

    private static NodeSystem<?> system(Description wanted, Algorithm.MessagePassing algorithm) {
        NodeSystem<?> system = sized(algorithm, participants(wanted, algorithm), wanted.growableTo());
        if (system.sizes().floor() > 0 || system.node(0).region() != Region.REMAINDER) {
            throw new IllegalArgumentException(algorithm.name()
                    + " must have no floor here, and no node inside at the start; open a window with"
                    + " Turnstile.between(least, most)");
        }
        if (system.holdersBlockOthers() && wanted.growableTo() != wanted.limit()) {
            throw new IllegalArgumentException(
                    cannotHoldPlaces(algorithm, "can't be growable by growableTo(" + wanted.growableTo() + ")"));
        }
        return system;
    }

    private static int participants(Description wanted, Algorithm algorithm) {
        long least = wanted.growableTo();
        if (wanted.participants().isEmpty()) {
            int most = (int) Math.min(Integer.MAX_VALUE, least + PARTICIPANTS_MORE);
            return algorithm.largest(Sizes.of(most, wanted.growableTo())).participants();
        }
        long most = wanted.participants().getAsInt();
        long enough = Math.min(
                least, most + least - wanted.limit()); // callers need not count the participants that it may grow by
        return (int) Math.min(Integer.MAX_VALUE, Math.max(most, enough));
    }

    private static NodeSystem<?> sized(Algorithm.MessagePassing algorithm, int participants, int places) {
        try {
            return algorithm.system(participants, places);
        } catch (IllegalArgumentException refused) {
            throw new IllegalArgumentException(
                    algorithm.name() + " for " + participants + " participants and at most " + places + " inside: "
                            + refused.getMessage(),
                    refused);
        }
    }

    private static NodeSystem<?> window(Description wanted, Algorithm.MessagePassing algorithm) {
        if (wanted.growableTo() != wanted.limit()) {
            throw new IllegalArgumentException("a window of threads can't be growable by growableTo("
                    + wanted.growableTo() + "): it keeps the limit of " + wanted.limit());
        }
        int participants = windowParticipants(wanted);
        if (wanted.floor() == wanted.limit()) {
            throw new IllegalArgumentException("the floor (" + wanted.floor() + ") must be below the limit ("
                    + wanted.limit() + ") on the threads of"
                    + " one JVM; raise the limit,"
                    + " or open it with open(Mapped.here()), where a holder and a waiter can change places");
        }
        NodeSystem<?> system = algorithm.system(new Sizes(participants, wanted.limit(), wanted.floor(), 1));
        if (system.holdersBlockOthers()) {
            throw new IllegalArgumentException(
                    algorithm.name() + " can't be a window: a holder can keep others out of free"
                            + " places, so a holder that waits to leave"
                            + " could wait forever");
        }
        return system;
    }

    private static int windowParticipants(Description wanted) {
        int least = wanted.limit();
        int most = wanted.participants().orElse(Math.min(least, WINDOW_PARTICIPANTS_MOST) + PARTICIPANTS_MORE);
        if (Math.max(most, least) > WINDOW_PARTICIPANTS_MOST) {
            throw new IllegalArgumentException("a window of threads can have " + WINDOW_PARTICIPANTS_MOST
                    + " participants at most, inside or waiting, not " + Math.max(most, least));
        }
        return Math.max(most, least);
    }

    /**
     * Returns a message for algorithms in which a request can't keep places while it waits for others, and in which not
     * all places may be usable.
     */
    private static String cannotHoldPlaces(Algorithm algorithm, String soWhat) {
        return algorithm.name() + " " + soWhat
                + ": its holders can block others, so a request must not hold one unit while it waits for another;"
                + " use the default algorithm";
    }

    boolean isWindow() {
        return floor > 0;
    }

    @Override
    protected Entry enter(int units) {
        checkUnits(units);
        return new Entry(runtime.enterIfIdle(units).orElseThrow(this::noneIdle));
    }

    private void checkUnits(int units) {
        if (units <= runtime.unitsMax()) {
            return;
        }
        if (isWindow()) {
            throw new IllegalArgumentException("a window of threads gives one unit at a time, not " + units);
        }
        throw new IllegalArgumentException(
                holdersBlockOthers
                        ? cannotHoldPlaces(algorithm, "grants one unit per request, not " + units)
                        : algorithm.name() + " gives at most " + runtime.unitsMax() + " units at a time, not " + units
                                + ": requests that collect more, and one that waits with some, could wait for each"
                                + " other forever");
    }

    private IllegalStateException noneIdle() {
        return new IllegalStateException("all " + participants + " participants are inside or waiting"
                + (isWindow() ? "" : ", one for each unit") + "; open the turnstile with more participants(..)");
    }

    /**
     * Makes one attempt at a time. If two attempts met halfway, each could see nodes of the other on their way in. Both
     * would then give up although all units are free.
     */
    @Override
    protected Optional<Entry> attempt(int units) {
        attempting.lock();
        try {
            Entry entry = enter(units);
            if (isInside(entry) || (!entry.request.cancel() && isInside(entry))) {
                return Optional.of(entry);
            }
            return Optional.empty();
        } finally {
            attempting.unlock();
        }
    }

    @Override
    protected boolean isInside(Entry entry) {
        return entry.request.state() == State.INSIDE;
    }

    @Override
    protected boolean await(Entry entry, int units, Patience patience) {
        entry.thread = Optional.of(Thread.currentThread());
        join(entry, units, unparkMe());
        if (spinners.incrementAndGet() <= Spinning.NEAR) {
            spinning.spin(() -> entry.request.state() == State.WAITING, patience);
        }
        spinners.decrementAndGet();
        park(entry.request, State.WAITING, patience, entry::giveUp);
        waiting.remove(entry);
        return outcome(entry, units);
    }

    private static Runnable unparkMe() {
        Thread thread = Thread.currentThread();
        return () -> LockSupport.unpark(thread);
    }

    /**
     * Registers the entry, so that a thread that closes this turnstile or lowers the limit can find it. If that
     * happened before, cancels the request at once.
     */
    private void join(Entry entry, int units, Runnable whenChanged) {
        entry.since = System.nanoTime();
        entry.number = arrivals.getAndIncrement();
        waiting.add(entry);
        entry.request.onChange(whenChanged);
        if (!isAdmissible(units)) {
            entry.request.cancel();
        }
    }

    /** Parks until the request is in another state. If patience ends first, gives up, which may be too late. */
    private static void park(NodeRequest request, State from, Patience patience, Runnable giveUp) {
        boolean interrupted = false;
        while (request.state() == from) {
            if (patience.isOver() || (interrupted && patience.interruptible())) {
                giveUp.run();
            } else if (patience.deadlineNanos() == Patience.FOR_EVER) {
                LockSupport.park(request);
            } else {
                LockSupport.parkNanos(request, patience.deadlineNanos() - System.nanoTime());
            }
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean outcome(Entry entry, int units) {
        if (entry.request.state() != State.OUT) {
            return true;
        }
        if (entry.gaveUp) {
            return false;
        }
        throw isClosed() ? new TurnstileClosedException(name()) : new LimitExceededException(name(), units, limit);
    }

    @Override
    protected Runnable whenSettled(Entry entry, int units, Promise promise) {
        Runnable settle = () -> {
            if (entry.request.state() != State.WAITING && entry.isSettled.compareAndSet(false, true)) {
                waiting.remove(entry);
                promise.settle(() -> outcome(entry, units));
            }
        };
        join(entry, units, settle);
        settle.run();
        return () -> {
            if (!entry.isSettled.get()) {
                entry.giveUp();
            }
        };
    }

    @Override
    protected AbstractPermit permit(Entry entry, int units) {
        if (!watched) {
            return new NodePermit(this, entry.request, units, "", 0);
        }
        NodePermit permit = new NodePermit(
                this, entry.request, units, Thread.currentThread().getName(), System.nanoTime());
        entry.request.grant(); // snapshots show its slots from the start
        holders.add(permit);
        return permit;
    }

    void afterLeaving(NodePermit permit) {
        if (watched) {
            holders.remove(permit);
        }
    }

    @Override
    protected void leave(Entry entry) {
        leave(entry.request, Patience.UNINTERRUPTIBLE);
    }

    /** Leaves, and returns whether the request has left. Outside a window it always has. */
    boolean leave(NodeRequest request, Patience patience) {
        if (isWindow()) {
            request.onChange(unparkMe());
        }
        request.leave(request.units());
        if (isWindow()) {
            park(request, State.LEAVING, patience, request::cancel);
        }
        return request.state() != State.INSIDE;
    }

    boolean leaveAtOnce(NodeRequest request) {
        request.leave(request.units());
        return !isWindow() || !request.cancel();
    }

    void refuseToStop() {
        if (isWindow()) {
            throw new UnsupportedOperationException(
                    "a window of threads has no holders that stop: release the permit instead");
        }
    }

    @Override
    protected void whenClosed() {
        runtime.close();
    }

    @Override
    public int limit() {
        return limit;
    }

    @Override
    protected void changeLimit(int wanted) {
        synchronized (resizing) {
            checkLimit(wanted);
            boolean shrinks = wanted < limit;
            limit = wanted;
            admit(wanted);
            runtime.limit(wanted);
            if (shrinks) {
                waiting.stream()
                        .filter(entry -> entry.request.units() > wanted)
                        .forEach(entry -> entry.request.cancel());
            }
        }
    }

    private void checkLimit(int wanted) {
        if (wanted != limit && isWindow()) {
            throw new IllegalArgumentException(
                    "a window of threads keeps its limit of " + limit + "; it can't be changed to " + wanted);
        }
        if (wanted != limit && holdersBlockOthers) {
            throw new IllegalArgumentException(
                    cannotHoldPlaces(algorithm, "can't change its limit from " + limit + " to " + wanted));
        }
        if (wanted > places) {
            throw new IllegalArgumentException("the limit can't grow to " + wanted
                    + ": the turnstile was opened to grow to " + places + "; open it with growableTo(" + wanted + ")");
        }
    }

    @Override
    protected boolean isFair() {
        return algorithm.fifo();
    }

    @Override
    protected int free() {
        if (holdersBlockOthers) {
            return runtime.held() == 0 && waiting.isEmpty() ? 1 : 0;
        }
        int wanted = waiting.stream().mapToInt(entry -> entry.request.units()).sum();
        return Math.max(0, limit - runtime.held() - wanted);
    }

    @Override
    protected int queueLength() {
        return waiting.size();
    }

    @Override
    protected int unitsMax() {
        return runtime.unitsMax();
    }

    @Override
    public Snapshot snapshot() {
        long now = System.nanoTime();
        List<Snapshot.Holder> inside = holders.stream()
                .flatMap(permit -> permit.shown(now).stream())
                .sorted(Comparator.comparingInt(Snapshot.Holder::slot))
                .toList();
        List<Snapshot.Waiter> line = waiting.stream()
                .sorted(Comparator.comparingLong(entry -> entry.number))
                .map(entry -> new Snapshot.Waiter(
                        entry.request.units(),
                        entry.thread.map(Thread::getName),
                        Duration.ofNanos(Math.max(0, now - entry.since)),
                        Optional.empty()))
                .toList();
        int most = limit;
        return new Snapshot(name(), algorithm.name(), floor, most, most, runtime.held(), inside, line);
    }

    @Override
    public SemaphoreView asSemaphore() {
        if (isWindow()) {
            throw new UnsupportedOperationException(
                    "a window has no semaphore view, because a release from a window can wait");
        }
        return super.asSemaphore();
    }

    @Override
    public String toString() {
        return "Turnstile['" + name() + "', " + (isWindow() ? "between " + floor + " and " : "at most ") + limit + ", "
                + algorithm.name() + "]";
    }
}
