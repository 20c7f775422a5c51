package dev.turnstile.lab.property;

import dev.turnstile.machine.Region;
import java.util.List;
import java.util.Optional;

/**
 * FIFO enabling, fischer-1985, section 3.4: nobody becomes enabled to enter, having started from its remainder region,
 * while another waits all the time; likewise for leaving.
 *
 * <pre>{@code
 * new FifoEnabling().sentence();
 * }</pre>
 */
public record FifoEnabling() implements RunProperty {
    /** How to ask for it. */
    public static final KnownProperty KNOWN =
            KnownProperty.ofSharedMemory("fifo", checked -> new FifoEnabling()).byDefaultIf(Checked::fifo);

    @Override
    public String name() {
        return KNOWN.name();
    }

    @Override
    public String sentence() {
        return "nobody who comes later is enabled to enter before one who waits";
    }

    @Override
    public Optional<String> undefinedWhere(Conditions conditions) {
        return conditions.refuseMessages(this);
    }

    @Override
    public <F extends LivenessJudge.Found> Optional<F> judge(LivenessJudge<F> runs) {
        for (int waiter = 0; waiter < runs.participants(); waiter++) {
            for (int other = 0; other < runs.participants(); other++) {
                Optional<F> found = waiter == other ? Optional.empty() : judge(runs, waiter, other);
                if (found.isPresent()) {
                    return found;
                }
            }
        }
        return Optional.empty();
    }

    /** Where waiters may give up, passing on a ticket is an exit that nobody waits behind: its order says nothing. */
    private static <F extends LivenessJudge.Found> Optional<F> judge(LivenessJudge<F> runs, int waiter, int other) {
        Optional<F> entering = runs.runThrough(
                configuration -> runs.region(configuration, other) == Region.REMAINDER,
                configuration -> runs.waitsToEnter(configuration, waiter),
                configuration -> runs.isEnabledToEnter(configuration, other),
                new Violation(
                        "p" + other + " becomes enabled to enter while p" + waiter + " waits", List.of(waiter, other)));
        return entering.isPresent() || runs.canCancel()
                ? entering
                : runs.runThrough(
                        configuration -> runs.region(configuration, other) == Region.CRITICAL,
                        configuration -> runs.waitsToLeave(configuration, waiter),
                        configuration -> runs.isEnabledToLeave(configuration, other),
                        new Violation(
                                "p" + other + " becomes enabled to leave while p" + waiter + " waits to leave",
                                List.of(waiter, other)));
    }
}
