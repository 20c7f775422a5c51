package dev.turnstile.lab.simulate;

import dev.turnstile.lab.property.AtLeast;
import dev.turnstile.lab.property.AtMost;
import dev.turnstile.lab.property.Granted;
import dev.turnstile.lab.property.Invariant;
import dev.turnstile.lab.property.NoLockout;
import dev.turnstile.lab.property.Property;
import dev.turnstile.lab.property.TokensConserved;
import dev.turnstile.lab.property.Violation;
import dev.turnstile.machine.NodeSystem;
import dev.turnstile.machine.Region;
import dev.turnstile.machine.facts.NodeFacts;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * Checks the number of units inside and the number of tokens during a {@link Simulation}. The first violation is the
 * finding.
 */
final class InvariantMonitor {
    private static final int TIMEOUTS_TO_FIND_OUT =
            3; // of a crash: one timeout until the query, one without an answer, one for the new view

    private final SimulatedNode<?>[] nodes;
    private final AtMost limit;
    private final int floor;
    private final boolean stabilises;
    private final boolean holdsWhenStopped;
    private final Settling settling;
    private TokensConserved conserved;
    private int inside; // units
    private final Below below = new Below();
    private final Missing missing;
    private int out; // nodes that are in their remainder region or have crashed
    private long tokens; // held by nodes and in flight
    private Optional<Result.Finding> finding = Optional.empty();

    InvariantMonitor(NodeSystem<?> system, SimulatedNode<?>[] nodes, double timeout) {
        this.nodes = nodes;
        missing = new Missing(TIMEOUTS_TO_FIND_OUT * timeout);
        out = (int) Arrays.stream(nodes)
                .filter(simulated -> simulated.region == Region.REMAINDER)
                .count();
        NodeFacts<?> facts = system.facts();
        floor = system.sizes().floor();
        limit = new AtMost(system.sizes().limit());
        stabilises = facts.stabilises();
        holdsWhenStopped = facts.holdsWhenStopped();
        settling = new Settling(system);
        conserved = new TokensConserved(facts.tokens());
        tokens = Arrays.stream(nodes)
                .mapToLong(simulated -> simulated.node.tokens())
                .sum();
        for (SimulatedNode<?> simulated : nodes) {
            simulated.unitsInside = unitsInside(simulated);
            inside += simulated.unitsInside;
        }
    }

    private int unitsInside(SimulatedNode<?> simulated) {
        Region region = simulated.node.region();
        return region == Region.CRITICAL || (region == Region.EXIT && floor > 0) ? simulated.node.units() : 0;
    }

    Settling settling() {
        return settling;
    }

    boolean isContent() {
        return finding.isEmpty();
    }

    Optional<Result.Finding> finding() {
        return finding;
    }

    void report(Property property, Violation violation, double now) {
        finding = Optional.of(new Result.Finding(property, violation, now));
    }

    void tokensChange(long by) {
        tokens += by;
    }

    /**
     * Notes a fault. From now on the current number of tokens must be conserved, unless the system is self-stabilising.
     */
    void disturb() {
        settling.disturb();
        conserved = new TokensConserved(tokens);
    }

    /** Checks the number of tokens. It must be constant, or, in a self-stabilising system, become right in the end. */
    void countTokens(double now, SimulatedOutbox<?> out) {
        if (stabilises) {
            settling.look(tokens, inside, now, out.sent(), out.sentCounted());
        } else if (tokens != conserved.tokens() && finding.isEmpty()) {
            check(conserved, false, now);
        }
    }

    /**
     * Recounts the units inside after a node has acted or was damaged. In a window, too few units inside is a violation
     * if this node left without being forced to. It is excused if the node may have counted on a participant whose
     * crash was not yet known.
     */
    void look(SimulatedNode<?> simulated, boolean ended, double now) {
        int before = simulated.unitsInside;
        simulated.unitsInside = unitsInside(simulated);
        inside += simulated.unitsInside - before;
        below.look(now);
        if (simulated.unitsInside >= before) {
            return;
        }
        if (ended) {
            missing.add(now);
        } else if (inside + missing.at(now) < floor && finding.isEmpty()) {
            check(new AtLeast(floor), false, now);
        }
    }

    /** Returns the recoveries: of a self-stabilising system, or of a window that had too few units inside. */
    List<Result.Recovery> recoveries() {
        return floor > 0 ? List.copyOf(below.recoveries) : settling.recoveries();
    }

    void countInside(double now) {
        if (inside > limit.limit() && !settling.mayBeWrong()) {
            check(limit, false, now);
        }
    }

    /** Notes a node's change of region. */
    void moves(Region from, Region to) {
        out += (to == Region.REMAINDER ? 1 : 0) - (from == Region.REMAINDER ? 1 : 0);
    }

    /** Notes a crash. If the other nodes go on without the crashed node, its units and tokens no longer count. */
    void buries(SimulatedNode<?> simulated, double now) {
        moves(simulated.region, Region.REMAINDER);
        if (!holdsWhenStopped) {
            inside -= simulated.unitsInside;
            if (simulated.unitsInside > 0) {
                missing.add(now);
            }
            below.look(now);
            tokens -= simulated.node.tokens();
            for (Event<?> waiting = simulated.first; waiting != null; waiting = waiting.next) {
                forgets(waiting);
            }
        }
    }

    /** Notes that an event reached a crashed node, which drops it. */
    void forgets(Event<?> event) {
        tokens -= !holdsWhenStopped && event.kind == Event.Kind.ARRIVES ? event.message.tokens() : 0;
    }

    /**
     * Returns whether every node is in its remainder region, has crashed or must stay inside, and no violation remains
     * that stabilisation must repair.
     */
    boolean seesNothingOpen() {
        return (out == nodes.length || onlyNodesThatMustStayAreInside()) && !settling.mustBecomeRight();
    }

    private boolean onlyNodesThatMustStayAreInside() {
        return floor > 0
                && inside <= floor
                && Arrays.stream(nodes)
                        .allMatch(simulated -> simulated.dead
                                || simulated.region == Region.REMAINDER
                                || simulated.region == Region.EXIT);
    }

    /**
     * Checks the end of a run, when no node makes requests any more: no node may wait, and temporary violations must be
     * over.
     *
     * @param resting whether no events are left, or only those that circulate in any case
     */
    void checkTheEnd(boolean resting, double now) {
        if (finding.isEmpty() && resting) {
            check(new Granted(floor), true, now);
        } else if (finding.isEmpty() && !seesNothingOpen()) {
            String reason = "it does not come to rest although no node asks any more, and a node still waits";
            report(new NoLockout(floor), new Violation(reason, List.of()), now);
        }
        if (finding.isEmpty()) {
            settling.wrong(view(false)).ifPresent(violation -> report(settling.property(), violation, now));
        }
    }

    private void check(Invariant invariant, boolean resting, double now) {
        invariant.check(view(resting)).ifPresent(violation -> report(invariant, violation, now));
    }

    /** Periods with fewer units inside than the window requires, at the start or after crashes inside. */
    private final class Below {
        private boolean isBelow;
        private double since;
        private final List<Result.Recovery> recoveries = new ArrayList<>();

        void look(double now) {
            if (isBelow == inside < floor) {
                return;
            }
            isBelow = !isBelow;
            if (isBelow) {
                since = now;
            } else {
                recoveries.add(new Result.Recovery(now - since, 0));
            }
        }
    }

    /** Recent losses of participants inside, which other nodes may still count on. */
    private static final class Missing {
        private final double known; // the time after a loss until every node knows of it
        private final Deque<Double> deaths = new ArrayDeque<>();

        Missing(double known) {
            this.known = known;
        }

        void add(double now) {
            deaths.add(now);
        }

        int at(double now) {
            while (!deaths.isEmpty() && deaths.peek() < now - known) {
                deaths.remove();
            }
            return deaths.size();
        }
    }

    private Invariant.View view(boolean resting) {
        return new SimulationView(nodes, tokens, resting, holdsWhenStopped);
    }
}
