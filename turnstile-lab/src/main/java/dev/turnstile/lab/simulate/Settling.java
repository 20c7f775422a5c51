package dev.turnstile.lab.simulate;

import dev.turnstile.lab.property.Invariant;
import dev.turnstile.lab.property.Stabilises;
import dev.turnstile.lab.property.Violation;
import dev.turnstile.machine.NodeSystem;
import dev.turnstile.machine.facts.NodeFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Determines whether and when a self-stabilising system has become legitimate. */
final class Settling {
    private final boolean stabilises;
    private final Stabilises property;
    private final long round; // messages
    private final boolean hasRounds;
    private boolean disturbed; // a fault occurred from which the system must recover
    private boolean everRight;
    private double rightFrom; // time
    private long messages; // sent until then
    private long roundMessages; // of the types that timers must outlast
    private long roundMessagesNow;
    private boolean wrong = true;
    private double wrongFrom;
    private long messagesBefore; // sent until then
    private final List<Result.Recovery> recoveries = new ArrayList<>();
    private int steadyRounds; // 0: this does not end the run
    private int roundsMost;

    Settling(NodeSystem<?> system) {
        NodeFacts<?> facts = system.facts();
        stabilises = facts.stabilises();
        hasRounds =
                stabilises && !facts.timersOutlast().isEmpty() && system.sizes().participants() > 1;
        property = new Stabilises(facts.tokens(), system.sizes().limit());
        round = stabilises
                ? Math.max(
                        1,
                        IntStream.range(0, system.sizes().participants())
                                .mapToLong(i -> facts.neighbours().apply(i).length)
                                .sum())
                : 1;
    }

    void steadyAfter(int rounds, int most) {
        if (!hasRounds) {
            throw new IllegalArgumentException(
                    "rounds can be counted only in a self-stabilising system with a controller and at least 2 nodes");
        }
        if (rounds < 1 || most < rounds) {
            throw new IllegalArgumentException(
                    "the number of steady rounds must be between 1 and " + most + ", not " + rounds);
        }
        steadyRounds = rounds;
        roundsMost = most;
    }

    void disturb() {
        disturbed = true;
    }

    /** Returns whether too many units inside may be a temporary violation rather than a finding. */
    boolean mayBeWrong() {
        return stabilises && disturbed;
    }

    Stabilises property() {
        return property;
    }

    void look(long tokens, int inside, double now, long sent, long sentCounted) {
        roundMessagesNow = sentCounted;
        boolean right = tokens == property.tokens() && inside <= property.limit();
        everRight |= right;
        if (right == wrong) {
            turn(right, now, sent);
        }
        if (!right) {
            rightFrom = now;
            messages = sent;
            roundMessages = sentCounted;
        }
    }

    private void turn(boolean right, double now, long sent) {
        wrong = !right;
        if (wrong) {
            wrongFrom = now;
            messagesBefore = sent;
        } else {
            recoveries.add(new Result.Recovery(now - wrongFrom, sent - messagesBefore));
        }
    }

    /** Returns the recoveries, including the first from the initial state. */
    List<Result.Recovery> recoveries() {
        return List.copyOf(recoveries);
    }

    /** Returns whether the run is over, or empty if steadiness does not decide that. */
    Optional<Boolean> isOver() {
        return steadyRounds == 0
                ? Optional.empty()
                : Optional.of(roundMessagesNow - roundMessages >= steadyRounds * round
                        || roundMessagesNow >= roundsMost * round);
    }

    /** Returns whether there is a violation that must be repaired in the end. */
    boolean mustBecomeRight() {
        return stabilises && wrong && (disturbed || everRight || steadyRounds > 0);
    }

    /** Returns the violation that should have been repaired by the end, if there is one. */
    Optional<Violation> wrong(Invariant.View view) {
        return mustBecomeRight() ? property.check(view) : Optional.empty();
    }

    Optional<Result.Settled> settled() {
        return stabilises
                ? Optional.of(new Result.Settled(rightFrom, messages, (double) roundMessages / round))
                : Optional.empty();
    }
}
