package dev.turnstile.lab.simulate;

import dev.turnstile.property.Property;
import dev.turnstile.property.Violation;
import java.util.List;
import java.util.Optional;

/**
 * What came of one run.
 *
 * <pre>{@code
 * System.out.println(result.value(Metric.MESSAGES) + " messages per entry");
 * }</pre>
 */
public final class Result {
    private final double[] values;
    private final long entries;
    private final long events;
    private final double time;
    private final Optional<Finding> finding;
    private final Optional<Settled> settled;
    private final List<Recovery> recoveries;

    /** A property that does not hold in the run: why, and when it was seen. */
    public record Finding(Property property, Violation violation, double time) {}

    /**
     * When a system that stabilises was wrong for the last time.
     *
     * @param time how late it was
     * @param messages how many messages had been sent
     * @param rounds how many rounds of the controller those of them were that timers must outlast
     */
    public record Settled(double time, long messages, double rounds) {}

    /**
     * How long it took until all was right again, once.
     *
     * @param time from when it was not
     * @param messages sent since then, of all kinds
     */
    public record Recovery(double time, long messages) {}

    Result(
            double[] values,
            long entries,
            long events,
            double time,
            Optional<Finding> finding,
            Optional<Settled> settled,
            List<Recovery> recoveries) {
        this.settled = settled;
        this.recoveries = recoveries;
        this.values = values;
        this.entries = entries;
        this.events = events;
        this.time = time;
        this.finding = finding;
    }

    /** What was measured, after the warm-up; no number where nothing was. */
    @SuppressWarnings("EnumOrdinal") // an index of an array that lives as long as the enum
    public double value(Metric metric) {
        return values[metric.ordinal()];
    }

    /** How often anybody entered, the warm-up included. */
    public long entries() {
        return entries;
    }

    /** How many events it took, until all had come to rest: messages that arrived, and were handled, and what nodes did of their own accord. */
    public long events() {
        return events;
    }

    /** How much time has passed in the run. */
    public double time() {
        return time;
    }

    /** When all had become right, of a system that stabilises. */
    public Optional<Settled> settled() {
        return settled;
    }

    /** Each time that all became right again, the start included; of a system that stabilises. */
    public List<Recovery> recoveries() {
        return recoveries;
    }

    /** What went wrong, if something did. */
    public Optional<Finding> finding() {
        return finding;
    }
}
