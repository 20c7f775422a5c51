package dev.turnstile.lab.simulate;

import dev.turnstile.lab.property.Deadlock;
import dev.turnstile.lab.property.Violation;
import dev.turnstile.lab.property.WellDefined;
import dev.turnstile.lab.run.Move;
import dev.turnstile.lab.run.RandomValues;
import dev.turnstile.machine.Message;
import dev.turnstile.machine.NodeSystem;
import dev.turnstile.machine.Region;
import dev.turnstile.machine.State;
import dev.turnstile.machine.facts.NodeFacts;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongUnaryOperator;

/**
 * One run of a message-passing algorithm in virtual time, driven by discrete events and a seed. The same arguments give
 * the same run on every machine.
 *
 * <p>A node does one thing at a time, in the order in which its work arrives: handling a received message, or an action
 * of its own. Receiving takes Tr, and then the node acts. Each copy it sends takes Ts, one after another, and departs
 * when that time is over. Messages that the workload hastens take no processing time; a node takes them on arrival,
 * whatever it is doing. A node inside its critical section continues to take messages. A node makes its request when
 * its thinking time is over, and the delay of its entry is measured from then.
 *
 * <p>The run checks that at most k units are inside whenever the region of a node changes, because nothing else can
 * change that number. At the end all messages in flight are delivered, and every pending request must be granted. A
 * node that still waits then is a finding. Unless nodes lose patience, a very long stretch of events without an entry
 * is a finding, too.
 *
 * <pre>{@code
 * Result result = new Simulation<>(new Raymond(30, 3), Workload.of(0.1), 5000, 42).run();
 * System.out.println(result.value(Metric.MESSAGES) + " messages per entry");
 * }</pre>
 *
 * @param <M> the type of the messages
 */
public final class Simulation<M extends Message> {
    private static final int EVENTS_BETWEEN_LOOKS = 1024;

    private final Workload workload;
    private final double receiveCost;
    private final SimulatedNode<M>[] nodes; // by node
    private final SplittableRandom damaging;
    private final EventQueue<Event<M>> queue = new EventQueue<>();
    private final Event.Supply<M> events = new Event.Supply<>();
    private final Meter meter;
    private final NodeSystem<M> system;
    private final NodeFacts<M> facts;
    private final InvariantMonitor monitor;
    private final SimulatedOutbox<M> out;
    private Optional<Consumer<Move>> recorder = Optional.empty();
    private final StallDetector stalls;
    private double now;
    private boolean closing; // the measurement is over: nodes make no more requests
    private BooleanSupplier stopping = () -> false;
    private boolean stopped;

    /**
     * Creates a run.
     *
     * @param system the algorithm and its size
     * @param workload the demand, the costs and the faults
     * @param entries the number of entries after which the run ends; the first tenth of them is warm-up
     * @param seed the seed of all random choices
     * @throws IllegalArgumentException if a number is out of range; the message states the range
     */
    @SuppressWarnings({"unchecked", "rawtypes"}) // generic array
    public Simulation(NodeSystem<M> system, Workload workload, long entries, long seed) {
        workload.checkFor(system, entries);
        this.workload = workload;
        this.system = system;
        receiveCost = workload.costs().receive();
        facts = system.facts();
        meter = new Meter(system.sizes().participants(), entries);
        SplittableRandom root = new SplittableRandom(seed);
        SplittableRandom travelling = root.split();
        damaging = root.split();
        nodes = new SimulatedNode[system.sizes().participants()];
        Arrays.setAll(nodes, i -> new SimulatedNode<>(system.node(i), root.split()));
        out = new SimulatedOutbox<>(
                workload, seed, nodes.length, travelling, root.split(), meter, queue, events, facts.timersOutlast());
        monitor = new InvariantMonitor(system, nodes, workload.timeout());
        stalls = new StallDetector(nodes.length);
    }

    /**
     * Ends the run once the system has been legitimate for the given number of controller rounds, or after
     * {@code roundsMost} rounds at the latest.
     */
    public Simulation<M> untilSteadyFor(int rounds, int roundsMost) {
        monitor.settling().steadyAfter(rounds, roundsMost);
        return this;
    }

    /** Passes every move to a recorder, which can make a scenario of them. */
    public Simulation<M> recordedBy(Consumer<Move> listener) {
        recorder = Optional.of(listener);
        out.rememberChoices();
        return this;
    }

    /** Also counts messages by type: {@link Result#messagesByType}. */
    public Simulation<M> countingTypes() {
        meter.countTypes();
        return this;
    }

    /**
     * Runs the simulation to its end.
     *
     * @throws IllegalStateException if it has run before
     */
    public Result run() {
        return runUnless(() -> false).orElseThrow();
    }

    /**
     * Runs the simulation to its end, or until the supplier, polled now and then, returns true. Returns empty if the
     * run was stopped, because an incomplete measurement is no result.
     *
     * @throws IllegalStateException if it has run before
     */
    public Optional<Result> runUnless(BooleanSupplier stops) {
        stopping = stops;
        if (stalls.happened() > 0) {
            throw new IllegalStateException("this simulation has already run; create a new one");
        }
        for (int i = 0; i < nodes.length; i++) {
            scheduleNextAction(i, nodes[i].region);
            awaitTimeout(i);
        }
        workload.anyStart().ifPresent(this::beginInArbitraryConfiguration);
        for (int i = 0; i < workload.faults().size(); i++) {
            queue.add(workload.faults().get(i).at(), events.take(Event.Kind.FAULT, i));
        }
        Settling ends = monitor.settling();
        while (!ends.isOver().orElseGet(meter::isOver)
                && monitor.isContent()
                && !queue.isEmpty()
                && !isStalled()
                && !isStopped()) {
            processNextEvent();
        }
        Meter.Reading reading = meter.read(now);
        comeToRest();
        return stopped
                ? Optional.empty()
                : Optional.of(new Result(
                        reading, stalls.happened(), monitor.finding(), ends.settled(), monitor.recoveries()));
    }

    private boolean isStopped() {
        stopped = stopped || (stalls.happened() % EVENTS_BETWEEN_LOOKS == 0 && stopping.getAsBoolean());
        return stopped;
    }

    private void beginInArbitraryConfiguration(int messages) {
        RandomValues dice = new RandomValues(damaging);
        for (int i = 0; i < nodes.length; i++) {
            corrupt(i, dice);
            out.begin(i, 0, 0, false);
            for (int to : facts.neighbours().apply(i)) {
                for (long left = dice.applyAsLong(messages + 1L); left > 0; left--) {
                    out.put(to, RandomValues.message(system, dice));
                }
            }
            monitor.tokensChange(out.tokens());
        }
        monitor.disturb();
        monitor.countTokens(0, out);
    }

    private void processNextEvent() {
        Event<M> event = queue.remove();
        now = queue.now();
        stalls.happens();
        dispatch(event);
    }

    /**
     * Returns whether the run is stalled: very many events have happened without an entry. Unless nodes lose patience,
     * a stalled run is reported as a deadlock.
     */
    private boolean isStalled() {
        if (stalls.isReached() && workload.patience().isEmpty()) {
            String reason = "no node has entered during the last " + stalls.withoutEntry() + " events";
            monitor.report(new Deadlock(), new Violation(reason, List.of()), now);
        }
        return stalls.isReached();
    }

    /**
     * Delivers what is in flight after the measurement. No node makes a request and no fault occurs any more. Every
     * pending request must be granted; otherwise its node is locked out.
     */
    private void comeToRest() {
        closing = true;
        long most = stalls.mostToComeToRest();
        boolean circulates = system.arrivalsToSettle() > 0;
        while (monitor.isContent()
                && !queue.isEmpty()
                && stalls.happened() < most
                && !(circulates && monitor.seesNothingOpen())
                && !isStopped()) {
            processNextEvent();
        }
        monitor.checkTheEnd(queue.isEmpty() || circulates, now);
    }

    private void dispatch(Event<M> event) {
        switch (event.kind) {
            case ARRIVES -> deliver(event);
            case ASKS, LEAVES, GIVES_UP -> {
                boolean asksTooLate = closing && event.kind == Event.Kind.ASKS;
                if (event.epoch == nodes[event.node].epoch && !asksTooLate) {
                    startClock(event);
                    deliver(event);
                } else {
                    events.recycle(event);
                }
            }
            case SERVED -> {
                serve(event.node);
                events.recycle(event);
            }
            case TIMES_OUT -> timeOut(event);
            case FAULT -> {
                if (!closing) {
                    apply(workload.faults().get(event.node));
                }
                events.recycle(event);
            }
        }
    }

    /** Starts the clock of a request when the node wants to enter or leave, not when it has time to act. */
    private void startClock(Event<M> event) {
        if (event.kind == Event.Kind.ASKS && !nodes[event.node].dead) {
            meter.asks(event.node, now);
        } else if (event.kind == Event.Kind.LEAVES) {
            meter.asksToLeave(event.node, now);
        }
    }

    private void deliver(Event<M> event) {
        SimulatedNode<M> simulated = nodes[event.node];
        if (simulated.dead) {
            monitor.forgets(event);
            events.recycle(event);
            return;
        }
        if (event.kind == Event.Kind.ARRIVES && out.isHastened(event.message)) {
            if (simulated.pausedUntil > now) {
                queue.add(simulated.pausedUntil, event);
            } else {
                act(event, simulated);
                events.recycle(event);
            }
            return;
        }
        simulated.add(event);
        if (!simulated.serving) {
            beginService(simulated, event.node);
        }
    }

    private void beginService(SimulatedNode<M> simulated, int node) {
        double cost = simulated.first.kind == Event.Kind.ARRIVES ? receiveCost : 0;
        simulated.serving = true;
        queue.add(
                Math.max(now, Math.max(simulated.freeAt, simulated.pausedUntil)) + cost,
                events.take(Event.Kind.SERVED, node));
    }

    private void serve(int node) {
        SimulatedNode<M> simulated = nodes[node];
        if (simulated.dead) {
            return;
        }
        if (simulated.pausedUntil > now) {
            queue.add(simulated.pausedUntil, events.take(Event.Kind.SERVED, node));
            return;
        }
        Event<M> event = simulated.remove();
        simulated.serving = false;
        if (simulated.isStillDue(event, workload.timeout(), now)) {
            act(event, simulated);
        }
        events.recycle(event);
        if (simulated.first != null) {
            beginService(simulated, node);
        }
    }

    private void act(Event<M> event, SimulatedNode<M> simulated) {
        int i = event.node;
        out.begin(i, now, Math.max(now, simulated.freeAt), event.kind == Event.Kind.ARRIVES);
        monitor.tokensChange(
                -simulated.node.tokens() - (event.kind == Event.Kind.ARRIVES ? event.message.tokens() : 0));
        try {
            event.happensTo(simulated.node, simulated.unitsWanted, out);
        } catch (RuntimeException failure) {
            Violation violation = new Violation("when " + event.move() + ": " + failure, List.of(i));
            monitor.report(new WellDefined(), violation, now);
        }
        if (recorder.isPresent()) {
            recorder.get().accept(event.move().choosing(out.chosen()));
        }
        monitor.tokensChange(simulated.node.tokens() + out.tokens());
        monitor.countTokens(now, out);
        simulated.freeAt = out.freeAt();
        simulated.timerFrom = out.restartsTimer() || event.kind == Event.Kind.TIMES_OUT ? now : simulated.timerFrom;
        observe(i, event.kind == Event.Kind.ARRIVES && facts.ends().test(event.message));
    }

    /** Follows up a change of the node's region since the last look. The node may have been forced to leave. */
    private void observe(int i, boolean ended) {
        SimulatedNode<M> simulated = nodes[i];
        Region region = simulated.node.region();
        Region before = simulated.region;
        monitor.look(simulated, ended, now);
        if (region != before) {
            monitor.moves(before, region);
            simulated.region = region;
            simulated.epoch++;
            scheduleNextAction(i, region);
            if (region == Region.CRITICAL && before != Region.EXIT) {
                meter.enters(i, now);
                stalls.enters();
                monitor.countInside(now);
            }
        }
        awaitTimeout(i);
    }

    /** Schedules the next action of the node's own in this region. */
    private void scheduleNextAction(int i, Region region) {
        switch (region) {
            case TRYING -> scheduleGivingUp(i);
            case CRITICAL -> schedule(Event.Kind.LEAVES, i, workload.hold());
            case EXIT -> {
                meter.waitsNoMore(i);
                scheduleGivingUp(i);
            }
            case REMAINDER -> {
                meter.waitsNoMore(i);
                meter.leaves(i, now);
                scheduleRequest(i);
            }
        }
    }

    /**
     * Schedules the end of the node's patience. While the run comes to rest, a node waiting to leave does not give up,
     * because it would ask to leave again forever.
     */
    private void scheduleGivingUp(int i) {
        if (!closing || nodes[i].region != Region.EXIT) {
            workload.patience().ifPresent(patience -> schedule(Event.Kind.GIVES_UP, i, patience));
        }
    }

    private void schedule(Event.Kind kind, int node, double after) {
        Event<M> event = events.take(kind, node);
        event.epoch = nodes[node].epoch;
        queue.add(now + after, event);
    }

    private void scheduleRequest(int node) {
        if (facts.asks().test(node)) {
            nodes[node].unitsWanted = workload.unitsOfOne(nodes[node].thinking);
            schedule(Event.Kind.ASKS, node, Delay.exponential(nodes[node].thinking) / workload.rate());
        }
    }

    private void awaitTimeout(int node) {
        if (!nodes[node].timed && nodes[node].node.timer().isPresent()) {
            nodes[node].timed = true;
            queue.add(
                    Math.max(now, nodes[node].timerFrom + workload.timeout()), events.take(Event.Kind.TIMES_OUT, node));
        }
    }

    /** Delivers a timeout, or postpones it if the node has restarted its timer meanwhile. */
    private void timeOut(Event<M> event) {
        SimulatedNode<M> simulated = nodes[event.node];
        double due = simulated.timerFrom + workload.timeout();
        if (simulated.dead || !simulated.node.timer().isPresent()) {
            simulated.timed = false;
            events.recycle(event);
        } else if (due > now) {
            queue.add(due, event);
        } else {
            simulated.timed = false;
            deliver(event);
        }
    }

    private void apply(Fault fault) {
        SimulatedNode<M> simulated = nodes[fault.node()];
        if (simulated.dead) {
            return;
        }
        if (fault instanceof Fault.Lose || fault instanceof Fault.Repeat) {
            monitor.disturb();
        }
        switch (fault) {
            case Fault.Lose(int node, double _) -> out.loseNextOf(node);
            case Fault.Repeat(int node, double _) -> out.repeatNextOf(node);
            case Fault.Crash(int node, double _) -> {
                simulated.dead = true;
                monitor.buries(simulated, now);
                meter.waitsNoMore(node);
                recorder.ifPresent(listener -> listener.accept(Move.stops(node)));
            }
            case Fault.Pause(int _, double at, double length) ->
                simulated.pausedUntil = Math.max(simulated.pausedUntil, at + length);
            case Fault.Corrupt(int node, double _) -> corrupt(node, Fault.Corrupt.dice(damaging));
        }
    }

    /** Scrambles the node's state, and voids its scheduled actions. The node then acts on its new state. */
    private void corrupt(int i, LongUnaryOperator dice) {
        SimulatedNode<M> simulated = nodes[i];
        monitor.tokensChange(-simulated.node.tokens());
        State.scramble(simulated.node, dice);
        monitor.tokensChange(simulated.node.tokens());
        monitor.disturb();
        recorder.ifPresent(listener -> listener.accept(Move.becomes(i, simulated.node)));
        meter.waitsNoMore(i);
        if (simulated.node.region() == Region.TRYING) {
            meter.asks(i, now);
        }
        if (simulated.node.region() == simulated.region) {
            simulated.epoch++;
            scheduleNextAction(i, simulated.region);
        }
        observe(i, false);
    }
}
