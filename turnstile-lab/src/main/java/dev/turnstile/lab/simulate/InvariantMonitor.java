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
 * Watches a {@link Simulation}: how many are inside, and how many tokens there are. What is wrong first is the finding.
 */
final class InvariantMonitor {
    private static final int TIMEOUTS_TO_FIND_OUT =
            3; // that somebody has died: until it is asked, until it has not answered, and a view

    private final SimulatedNode<?>[] desks;
    private final AtMost limit;
    private final int floor;
    private final boolean stabilises;
    private final boolean holdsWhenStopped;
    private final Settling settling;
    private TokensConserved conserved;
    private int inside; // units
    private final Below below = new Below();
    private final Missing missing;
    private int out; // nodes in their remainder region, or that have stopped
    private long tokens; // at nodes and on their way
    private Optional<Result.Finding> finding = Optional.empty();

    InvariantMonitor(NodeSystem<?> system, SimulatedNode<?>[] desks, double timeout) {
        this.desks = desks;
        missing = new Missing(TIMEOUTS_TO_FIND_OUT * timeout);
        out = (int) Arrays.stream(desks)
                .filter(desk -> desk.region == Region.REMAINDER)
                .count();
        NodeFacts<?> facts = system.facts();
        floor = system.sizes().floor();
        limit = new AtMost(system.sizes().limit());
        stabilises = facts.stabilises();
        holdsWhenStopped = facts.holdsWhenStopped();
        settling = new Settling(system);
        conserved = new TokensConserved(facts.tokens());
        tokens = Arrays.stream(desks).mapToLong(desk -> desk.node.tokens()).sum();
        for (SimulatedNode<?> desk : desks) {
            desk.unitsInside = unitsInside(desk);
            inside += desk.unitsInside;
        }
    }

    private int unitsInside(SimulatedNode<?> desk) {
        Region region = desk.node.region();
        return region == Region.CRITICAL || (region == Region.EXIT && floor > 0) ? desk.node.units() : 0;
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
     * Something has gone wrong: from now on there are as many tokens as there are now, unless the system stabilises.
     */
    void disturb() {
        settling.disturb();
        conserved = new TokensConserved(tokens);
    }

    /** How many tokens there are: always as many, or, where the system stabilises, in the end. */
    void countTokens(double now, SimulatedOutbox<?> out) {
        if (stabilises) {
            settling.look(tokens, inside, now, out.sent(), out.sentCounted());
        } else if (tokens != conserved.tokens() && finding.isEmpty()) {
            check(conserved, false, now);
        }
    }

    /**
     * A node has acted, or was damaged: how many are inside now; too few in a window, if it has left, was not made to,
     * and did not count on one whose death nobody could know of.
     */
    void look(SimulatedNode<?> desk, boolean ended, double now) {
        int before = desk.unitsInside;
        desk.unitsInside = unitsInside(desk);
        inside += desk.unitsInside - before;
        below.look(now);
        if (desk.unitsInside >= before) {
            return;
        }
        if (ended) {
            missing.add(now);
        } else if (inside + missing.at(now) < floor && finding.isEmpty()) {
            check(new AtLeast(floor), false, now);
        }
    }

    /**
     * Each time that what was wrong was right again: of a system that stabilises, or of a window with too few inside.
     */
    List<Result.Recovery> recoveries() {
        return floor > 0 ? List.copyOf(below.recoveries) : settling.recoveries();
    }

    void countInside(double now) {
        if (inside > limit.limit() && !settling.mayBeWrong()) {
            check(limit, false, now);
        }
    }

    /** A node was in one region, and is in another. */
    void moves(Region from, Region to) {
        out += (to == Region.REMAINDER ? 1 : 0) - (from == Region.REMAINDER ? 1 : 0);
    }

    /** A node has stopped. Where the others go on without it, so does the count. */
    void buries(SimulatedNode<?> desk, double now) {
        moves(desk.region, Region.REMAINDER);
        if (!holdsWhenStopped) {
            inside -= desk.unitsInside;
            if (desk.unitsInside > 0) {
                missing.add(now);
            }
            below.look(now);
            tokens -= desk.node.tokens();
            for (Event<?> waiting = desk.first; waiting != null; waiting = waiting.next) {
                forgets(waiting);
            }
        }
    }

    /** Something comes to a node that has stopped. */
    void forgets(Event<?> event) {
        tokens -= !holdsWhenStopped && event.kind == Event.Kind.ARRIVES ? event.message.tokens() : 0;
    }

    /**
     * Whether all are in their remainder region, except those who have stopped or must stay inside, and nothing is
     * wrong that will be right again.
     */
    boolean seesNothingOpen() {
        return (out == desks.length || onlyThoseWhoMustStay()) && !settling.mustBecomeRight();
    }

    private boolean onlyThoseWhoMustStay() {
        return floor > 0
                && inside <= floor
                && Arrays.stream(desks)
                        .allMatch(desk -> desk.dead || desk.region == Region.REMAINDER || desk.region == Region.EXIT);
    }

    /**
     * Judges the end of a run, in which nobody asks any more: no node waits, and what may have been wrong for a while
     * is right.
     *
     * @param resting whether nothing will happen any more, or only what goes round in any case
     */
    void checkTheEnd(boolean resting, double now) {
        if (finding.isEmpty() && resting) {
            check(new Granted(floor), true, now);
        } else if (finding.isEmpty() && !seesNothingOpen()) {
            String reason = "it does not come to rest although no node asks any more, and somebody still waits";
            report(new NoLockout(floor), new Violation(reason, List.of()), now);
        }
        if (finding.isEmpty()) {
            settling.wrong(view(false)).ifPresent(violation -> report(settling.property(), violation, now));
        }
    }

    private void check(Invariant invariant, boolean resting, double now) {
        invariant.check(view(resting)).ifPresent(violation -> report(invariant, violation, now));
    }

    /** Times in which fewer were inside than a window wants: at the start, or because members inside have died. */
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

    /** Who died inside, and may be counted on by those who do not know it yet. */
    private static final class Missing {
        private final double known; // so long after a death
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
        return new SimulationView(desks, tokens, resting, holdsWhenStopped);
    }
}
