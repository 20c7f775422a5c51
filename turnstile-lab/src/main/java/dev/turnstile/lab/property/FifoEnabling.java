package dev.turnstile.lab.property;

import dev.turnstile.machine.Region;
import java.util.List;
import java.util.Optional;

/**
 * FIFO enabling (fischer-1985, section 3.4). If a process is in its remainder region while another waits to enter, it
 * does not become enabled to enter as long as that wait lasts. The same holds for leaving, from the critical region.
 */
public record FifoEnabling() implements RunProperty {
    /** The entry of this property in the registry. */
    public static final KnownProperty KNOWN = KnownProperty.ofSharedMemory("fifo", checked -> new FifoEnabling())
            .byDefaultIf(Checked::fifo)
            .explained(
                    "no process that arrives later is enabled to enter before one that waits",
                    "shared memory; the default if the algorithm promises an order");

    @Override
    public String name() {
        return KNOWN.name();
    }

    @Override
    public String sentence() {
        return "no process that arrives later is enabled to enter before one that waits";
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

    /**
     * Checks entering, then leaving. If waiters may give up, leaving is not checked: passing on a ticket is then an
     * exit that no process waits behind, so its order means nothing.
     */
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
