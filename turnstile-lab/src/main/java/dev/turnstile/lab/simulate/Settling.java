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

/** Whether, and when, a system that stabilises has become right. */
final class Settling {
    private final boolean stabilises;
    private final Stabilises property;
    private final long round; // messages
    private final boolean hasRounds;
    private boolean disturbed; // something went wrong that the system is to get over
    private boolean everRight;
    private double rightFrom; // time
    private long messages; // sent until then
    private long roundMessages; // of those types that timers must outlast
    private long roundMessagesNow;
    private boolean wrong = true;
    private double wrongFrom;
    private long messagesBefore; // sent until then
    private final List<Result.Recovery> recoveries = new ArrayList<>();
    private int steadyRounds; // 0: the run does not end by this
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
                    "rounds are counted of a system that stabilises, with two nodes or more, and a controller");
        }
        if (rounds < 1 || most < rounds) {
            throw new IllegalArgumentException(
                    "a run is steady for at least 1 round, and at most " + most + ", not " + rounds);
        }
        steadyRounds = rounds;
        roundsMost = most;
    }

    void disturb() {
        disturbed = true;
    }

    /** More inside than there are places is no finding by itself. */
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

    /** Each time that all became right again, the start included. */
    List<Result.Recovery> recoveries() {
        return List.copyOf(recoveries);
    }

    /** Whether the run ends, if this decides it. */
    Optional<Boolean> isOver() {
        return steadyRounds == 0
                ? Optional.empty()
                : Optional.of(roundMessagesNow - roundMessages >= steadyRounds * round
                        || roundMessagesNow >= roundsMost * round);
    }

    /** Whether something is wrong now that should be right in the end. */
    boolean mustBecomeRight() {
        return stabilises && wrong && (disturbed || everRight || steadyRounds > 0);
    }

    /** What is not right at the end, although it should be. */
    Optional<Violation> wrong(Invariant.View view) {
        return mustBecomeRight() ? property.check(view) : Optional.empty();
    }

    Optional<Result.Settled> settled() {
        return stabilises
                ? Optional.of(new Result.Settled(rightFrom, messages, (double) roundMessages / round))
                : Optional.empty();
    }
}
