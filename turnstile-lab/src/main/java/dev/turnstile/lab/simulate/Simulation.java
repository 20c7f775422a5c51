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
 * One run of a message-passing algorithm in virtual time, event by event, from a seed: the same arguments give the same
 * run on every machine.
 *
 * <p>A node does one thing at a time, in the order in which things come to it: a message that has arrived, or what it
 * does of its own accord. To receive takes Tr, and then the node acts; each copy that it sends takes Ts, one after
 * another, and is on its way when that is over; what the workload hastens costs nobody time, and is taken when it
 * arrives, whatever the node is doing. A node that is inside goes on taking messages. It asks when its time of thinking
 * is over, and the delay of an entry runs from then.
 *
 * <p>That not more than k units are inside is looked at whenever anybody's region changes, since nothing else can
 * change it. At the end all that has been sent arrives, and all who have asked must have got in: who still waits then
 * is a finding, too; and so is it when very much happens and nobody enters.
 *
 * <pre>{@code
 * Result result = new Simulation<>(new Raymond(30, 3), Workload.of(0.1), 5000, 42).run();
 * }</pre>
 *
 * @param <M> what the nodes send each other
 */
public final class Simulation<M extends Message> {
    private static final int EVENTS_BETWEEN_LOOKS = 1024;

    private final Workload workload;
    private final double receiveCost;
    private final SimulatedNode<M>[] desks; // by node
    private final SplittableRandom damaging;
    private final EventQueue<Event<M>> agenda = new EventQueue<>();
    private final Event.Supply<M> events = new Event.Supply<>();
    private final Meter meter;
    private final NodeSystem<M> system;
    private final NodeFacts<M> facts;
    private final InvariantMonitor umpire;
    private final SimulatedOutbox<M> out;
    private Optional<Consumer<Move>> recorder = Optional.empty();
    private final StallDetector standstill;
    private double now;
    private boolean closing; // nobody asks any more
    private BooleanSupplier stopping = () -> false;
    private boolean stopped;

    /**
     * A run.
     *
     * @param system what runs
     * @param workload what the nodes want
     * @param entries the run ends after so many; the first tenth of them is warm-up
     * @param seed what chance starts from
     * @throws IllegalArgumentException when a number does not fit; it says what does
     */
    @SuppressWarnings({"unchecked", "rawtypes"}) // an array of desks
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
        desks = new SimulatedNode[system.sizes().participants()];
        Arrays.setAll(desks, i -> new SimulatedNode<>(system.node(i), root.split()));
        out = new SimulatedOutbox<>(
                workload, seed, desks.length, travelling, root.split(), meter, agenda, events, facts.timersOutlast());
        umpire = new InvariantMonitor(system, desks, workload.timeout());
        standstill = new StallDetector(desks.length);
    }

    /**
     * The run ends when all has been right for so many rounds of what timers must outlast, or was not after that many
     * at most.
     */
    public Simulation<M> untilSteadyFor(int rounds, int roundsMost) {
        umpire.settling().steadyAfter(rounds, roundsMost);
        return this;
    }

    /** Tells a recorder of every move: what a scenario is made of. */
    public Simulation<M> recordedBy(Consumer<Move> listener) {
        recorder = Optional.of(listener);
        out.rememberChoices();
        return this;
    }

    /** Counts messages by their type, too: {@link Result#messagesByType}. */
    public Simulation<M> countingTypes() {
        meter.countTypes();
        return this;
    }

    /**
     * Runs it.
     *
     * @throws IllegalStateException when it has run before
     */
    public Result run() {
        return runUnless(() -> false).orElseThrow();
    }

    /**
     * Runs it to its end, or until it is to stop, which is asked now and then. Empty if it was stopped: what was
     * measured until then is no result.
     *
     * @throws IllegalStateException when it has run before
     */
    public Optional<Result> runUnless(BooleanSupplier stops) {
        stopping = stops;
        if (standstill.happened() > 0) {
            throw new IllegalStateException("a run runs once");
        }
        for (int i = 0; i < desks.length; i++) {
            follow(i, desks[i].region);
            awaitTimeout(i);
        }
        workload.anyStart().ifPresent(this::beginAnywhere);
        for (int i = 0; i < workload.faults().size(); i++) {
            agenda.add(workload.faults().get(i).at(), events.take(Event.Kind.FAULT, i));
        }
        Settling ends = umpire.settling();
        while (!ends.isOver().orElseGet(meter::isOver)
                && umpire.isContent()
                && !agenda.isEmpty()
                && !standsStill()
                && !isStopped()) {
            happen();
        }
        Meter.Reading reading = meter.read(now);
        comeToRest();
        return stopped
                ? Optional.empty()
                : Optional.of(new Result(
                        reading, standstill.happened(), umpire.finding(), ends.settled(), umpire.recoveries()));
    }

    private boolean isStopped() {
        stopped = stopped || (standstill.happened() % EVENTS_BETWEEN_LOOKS == 0 && stopping.getAsBoolean());
        return stopped;
    }

    private void beginAnywhere(int messages) {
        RandomValues dice = new RandomValues(damaging);
        for (int i = 0; i < desks.length; i++) {
            corrupt(i, dice);
            out.begin(i, 0, 0, false);
            for (int to : facts.neighbours().apply(i)) {
                for (long left = dice.applyAsLong(messages + 1L); left > 0; left--) {
                    out.put(to, RandomValues.message(system, dice));
                }
            }
            umpire.tokensChange(out.tokens());
        }
        umpire.disturb();
        umpire.countTokens(0, out);
    }

    private void happen() {
        Event<M> event = agenda.remove();
        now = agenda.now();
        standstill.happens();
        happen(event);
    }

    /** Very much has happened, and nobody has entered: if it is not because all lose patience, nobody will. */
    private boolean standsStill() {
        if (standstill.isReached() && workload.patience().isEmpty()) {
            String reason = "nobody has entered during the last " + standstill.withoutEntry() + " events";
            umpire.report(new Deadlock(), new Violation(reason, List.of()), now);
        }
        return standstill.isReached();
    }

    /**
     * What is measured is over. Nobody asks, nothing goes wrong any more; whoever has asked must get in, or has been
     * locked out.
     */
    private void comeToRest() {
        closing = true;
        long most = standstill.mostToComeToRest();
        boolean circulates = system.arrivalsToSettle() > 0;
        while (umpire.isContent()
                && !agenda.isEmpty()
                && standstill.happened() < most
                && !(circulates && umpire.seesNothingOpen())
                && !isStopped()) {
            happen();
        }
        umpire.checkTheEnd(agenda.isEmpty() || circulates, now);
    }

    private void happen(Event<M> event) {
        switch (event.kind) {
            case ARRIVES -> comesTo(event);
            case ASKS, LEAVES, GIVES_UP -> {
                boolean asksTooLate = closing && event.kind == Event.Kind.ASKS;
                if (event.epoch == desks[event.node].epoch && !asksTooLate) {
                    wants(event);
                    comesTo(event);
                } else {
                    events.giveBack(event);
                }
            }
            case SERVED -> {
                serve(event.node);
                events.giveBack(event);
            }
            case TIMES_OUT -> timeOut(event);
            case FAULT -> {
                if (!closing) {
                    suffer(workload.faults().get(event.node));
                }
                events.giveBack(event);
            }
        }
    }

    /** The delay of an entry runs from when its node wants it, not from when it has time to ask. */
    private void wants(Event<M> event) {
        if (event.kind == Event.Kind.ASKS && !desks[event.node].dead) {
            meter.asks(event.node, now);
        } else if (event.kind == Event.Kind.LEAVES) {
            meter.asksToLeave(event.node, now);
        }
    }

    private void comesTo(Event<M> event) {
        SimulatedNode<M> desk = desks[event.node];
        if (desk.dead) {
            umpire.forgets(event);
            events.giveBack(event);
            return;
        }
        if (event.kind == Event.Kind.ARRIVES && out.isHastened(event.message)) {
            if (desk.pausedUntil > now) {
                agenda.add(desk.pausedUntil, event);
            } else {
                act(event, desk);
                events.giveBack(event);
            }
            return;
        }
        desk.add(event);
        if (!desk.serving) {
            beginToServe(desk, event.node);
        }
    }

    private void beginToServe(SimulatedNode<M> desk, int node) {
        double cost = desk.first.kind == Event.Kind.ARRIVES ? receiveCost : 0;
        desk.serving = true;
        agenda.add(Math.max(now, Math.max(desk.freeAt, desk.pausedUntil)) + cost, events.take(Event.Kind.SERVED, node));
    }

    private void serve(int node) {
        SimulatedNode<M> desk = desks[node];
        if (desk.dead) {
            return;
        }
        if (desk.pausedUntil > now) {
            agenda.add(desk.pausedUntil, events.take(Event.Kind.SERVED, node));
            return;
        }
        Event<M> event = desk.remove();
        desk.serving = false;
        if (desk.isStillDue(event, workload.timeout(), now)) {
            act(event, desk);
        }
        events.giveBack(event);
        if (desk.first != null) {
            beginToServe(desk, node);
        }
    }

    private void act(Event<M> event, SimulatedNode<M> desk) {
        int i = event.node;
        out.begin(i, now, Math.max(now, desk.freeAt), event.kind == Event.Kind.ARRIVES);
        umpire.tokensChange(-desk.node.tokens() - (event.kind == Event.Kind.ARRIVES ? event.message.tokens() : 0));
        try {
            event.happensTo(desk.node, desk.unitsWanted, out);
        } catch (RuntimeException failure) {
            Violation violation = new Violation("when " + event.move() + ": " + failure, List.of(i));
            umpire.report(new WellDefined(), violation, now);
        }
        if (recorder.isPresent()) {
            recorder.get().accept(event.move().choosing(out.chosen()));
        }
        umpire.tokensChange(desk.node.tokens() + out.tokens());
        umpire.countTokens(now, out);
        desk.freeAt = out.freeAt();
        desk.timerFrom = out.restartsTimer() || event.kind == Event.Kind.TIMES_OUT ? now : desk.timerFrom;
        observe(i, event.kind == Event.Kind.ARRIVES && facts.ends().test(event.message));
    }

    /** What has become of a node's region since it was looked at last; it may have been made to leave. */
    private void observe(int i, boolean ended) {
        SimulatedNode<M> desk = desks[i];
        Region region = desk.node.region();
        Region before = desk.region;
        umpire.look(desk, ended, now);
        if (region != before) {
            umpire.moves(before, region);
            desk.region = region;
            desk.epoch++;
            follow(i, region);
            if (region == Region.CRITICAL && before != Region.EXIT) {
                meter.enters(i, now);
                standstill.enters();
                umpire.countInside(now);
            }
        }
        awaitTimeout(i);
    }

    /** What a node in this region will do of its own accord. */
    private void follow(int i, Region region) {
        switch (region) {
            case TRYING -> losePatience(i);
            case CRITICAL -> foresee(Event.Kind.LEAVES, i, workload.hold());
            case EXIT -> {
                meter.waitsNoMore(i);
                losePatience(i);
            }
            case REMAINDER -> {
                meter.waitsNoMore(i);
                meter.leaves(i, now);
                think(i);
            }
        }
    }

    /** In the end nobody who waits to leave stays after all: it would ask again for ever. */
    private void losePatience(int i) {
        if (!closing || desks[i].region != Region.EXIT) {
            workload.patience().ifPresent(patience -> foresee(Event.Kind.GIVES_UP, i, patience));
        }
    }

    private void foresee(Event.Kind kind, int node, double after) {
        Event<M> event = events.take(kind, node);
        event.epoch = desks[node].epoch;
        agenda.add(now + after, event);
    }

    private void think(int node) {
        if (facts.asks().test(node)) {
            desks[node].unitsWanted = workload.unitsOfOne(desks[node].thinking);
            foresee(Event.Kind.ASKS, node, Delay.exponential(desks[node].thinking) / workload.rate());
        }
    }

    private void awaitTimeout(int node) {
        if (!desks[node].timed && desks[node].node.timer().isPresent()) {
            desks[node].timed = true;
            agenda.add(
                    Math.max(now, desks[node].timerFrom + workload.timeout()), events.take(Event.Kind.TIMES_OUT, node));
        }
    }

    /** It comes only if the timer has not been restarted meanwhile; else it is put off. */
    private void timeOut(Event<M> event) {
        SimulatedNode<M> desk = desks[event.node];
        double due = desk.timerFrom + workload.timeout();
        if (desk.dead || !desk.node.timer().isPresent()) {
            desk.timed = false;
            events.giveBack(event);
        } else if (due > now) {
            agenda.add(due, event);
        } else {
            desk.timed = false;
            comesTo(event);
        }
    }

    private void suffer(Fault fault) {
        SimulatedNode<M> desk = desks[fault.node()];
        if (desk.dead) {
            return;
        }
        if (fault instanceof Fault.Lose || fault instanceof Fault.Repeat) {
            umpire.disturb();
        }
        switch (fault) {
            case Fault.Lose(int node, double _) -> out.loseNextOf(node);
            case Fault.Repeat(int node, double _) -> out.repeatNextOf(node);
            case Fault.Crash(int node, double _) -> {
                desk.dead = true;
                umpire.buries(desk, now);
                meter.waitsNoMore(node);
                recorder.ifPresent(listener -> listener.accept(Move.stops(node)));
            }
            case Fault.Pause(int _, double at, double length) ->
                desk.pausedUntil = Math.max(desk.pausedUntil, at + length);
            case Fault.Corrupt(int node, double _) -> corrupt(node, Fault.Corrupt.dice(damaging));
        }
    }

    /** What was foreseen is void; the node wants what its new state says. */
    private void corrupt(int i, LongUnaryOperator dice) {
        SimulatedNode<M> desk = desks[i];
        umpire.tokensChange(-desk.node.tokens());
        State.scramble(desk.node, dice);
        umpire.tokensChange(desk.node.tokens());
        umpire.disturb();
        recorder.ifPresent(listener -> listener.accept(Move.becomes(i, desk.node)));
        meter.waitsNoMore(i);
        if (desk.node.region() == Region.TRYING) {
            meter.asks(i, now);
        }
        if (desk.node.region() == desk.region) {
            desk.epoch++;
            follow(i, desk.region);
        }
        observe(i, false);
    }
}
