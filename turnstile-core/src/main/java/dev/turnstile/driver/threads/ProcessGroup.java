package dev.turnstile.driver.threads;

import dev.turnstile.machine.Cells;
import dev.turnstile.machine.Fields;
import dev.turnstile.machine.Process;
import dev.turnstile.machine.Region;
import dev.turnstile.machine.Step;
import java.util.List;

/**
 * Several processes that act as one, to get several units from an algorithm that grants one at a time. There are as
 * many processes as units. The group is inside when all of them are.
 *
 * <p>If two groups took their places in line alternately, each could hold what the other needs. So a group's way
 * through the doorway, {@link #step} until every part has taken its place, must not be interleaved with another
 * group's. The turnstile ensures this. Then, in a FIFO algorithm, the group that came first gets all its places first.
 * Single requests may come in between, because they hold no place while they wait. If the algorithm keeps no order, the
 * line lets one group at a time begin.
 */
final class ProcessGroup implements Process {
    private final List<Process> parts;

    ProcessGroup(List<Process> parts) {
        this.parts = parts;
    }

    List<Process> parts() {
        return parts;
    }

    /** Returns CRITICAL or REMAINDER if all parts are there, and otherwise TRYING or EXIT. */
    @Override
    public Region region() {
        Region first = parts.getFirst().region();
        boolean same = parts.stream().allMatch(part -> part.region() == first);
        if (same) {
            return first;
        }
        return parts.stream().anyMatch(part -> part.region() == Region.TRYING) ? Region.TRYING : Region.EXIT;
    }

    @Override
    public void acquire(int units) {
        parts.forEach(part -> part.acquire(1));
    }

    @Override
    public void attempt(int units) {
        parts.forEach(part -> part.attempt(1));
    }

    @Override
    public void release() {
        parts.forEach(Process::release);
    }

    /**
     * Always throws: the parts have different places in line, and some may be inside. The turnstile takes the group
     * apart instead.
     */
    @Override
    public void cancel() {
        throw new IllegalStateException("a group gives up part by part");
    }

    /**
     * Steps each part until it is through or must wait. That is many accesses in sequence, so a group is not for the
     * explorer.
     */
    @Override
    public Step step(Cells shared) {
        parts.forEach(part -> part.runUntilBlocked(shared));
        return Step.WAITS;
    }

    /** Returns the sum over its parts. It grows when that of any part does. */
    @Override
    public int progress() {
        return parts.stream().mapToInt(Process::progress).sum();
    }

    @Override
    public int ahead(Cells shared) {
        return parts.stream()
                .filter(part -> part.region() == Region.TRYING || part.region() == Region.EXIT)
                .mapToInt(part -> part.ahead(shared))
                .max()
                .orElse(0);
    }

    @Override
    public Process split(int units) {
        Process split = new ProcessGroup(List.copyOf(parts.subList(0, units)));
        parts.subList(0, units).clear();
        return split;
    }

    @Override
    public void state(Fields fields) {
        parts.forEach(part -> part.state(fields));
    }
}
