package dev.turnstile.driver.threads;

import dev.turnstile.machine.Cells;
import dev.turnstile.machine.Fields;
import dev.turnstile.machine.Process;
import dev.turnstile.machine.Region;
import dev.turnstile.machine.Step;
import java.util.List;

/**
 * Several units from an algorithm that knows only one at a time: as many processes as units, which act as one. It is
 * inside when all of them are.
 *
 * <p>Two bundles that take their places in line in turns could each hold what the other needs. So a bundle's way
 * through the doorway, {@link #step} until every part has taken its place, must not be interleaved with another
 * bundle's; the turnstile sees to that. Then the bundle that came first gets all its places first, in a FIFO algorithm.
 * Single requests may come in between: they hold no place while they wait. Where there is no order, the line lets one
 * bundle at a time begin.
 */
final class ProcessGroup implements Process {
    private final List<Process> parts;

    ProcessGroup(List<Process> parts) {
        this.parts = parts;
    }

    List<Process> parts() {
        return parts;
    }

    /** CRITICAL or REMAINDER when all parts are; otherwise on the way. */
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

    /** Not as one: its parts stand in different places, and some may be inside. The turnstile takes it apart. */
    @Override
    public void cancel() {
        throw new IllegalStateException("a bundle gives up part by part");
    }

    /**
     * Steps each part until it is through or must wait. Many accesses, one after another: this is not for the explorer.
     */
    @Override
    public Step step(Cells shared) {
        parts.forEach(part -> part.runUntilBlocked(shared));
        return Step.WAITS;
    }

    /** That of its parts together: it grows when one of theirs does. */
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
