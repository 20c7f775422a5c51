package dev.turnstile.lab.simulate;

import dev.turnstile.lab.property.Property;
import dev.turnstile.lab.property.Violation;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/**
 * What came of one run.
 *
 * <pre>{@code
 * System.out.println(result.value(Metric.MESSAGES) + " messages per entry");
 * }</pre>
 */
public final class Result {
    private final Meter.Reading reading;
    private final long events;
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
            Meter.Reading reading,
            long events,
            Optional<Finding> finding,
            Optional<Settled> settled,
            List<Recovery> recoveries) {
        this.settled = settled;
        this.recoveries = recoveries;
        this.reading = reading;
        this.events = events;
        this.finding = finding;
    }

    /** What was measured, after the warm-up; no number where nothing was. */
    public double value(Metric metric) {
        return reading.values().get(metric);
    }

    /**
     * Messages sent per entry after the warm-up, by their type, in the order of its name; one that carries another is
     * of both types, such as "Lmin Mx Request". Together they are {@link Metric#MESSAGES}. None, unless the run was
     * told to count them: {@link Simulation#countingTypes}.
     */
    public SortedMap<String, Double> messagesByType() {
        return Collections.unmodifiableSortedMap(reading.byType());
    }

    /** How often anybody entered, the warm-up included. */
    public long entries() {
        return reading.entries();
    }

    /**
     * How many events it took, until all had come to rest: messages that arrived, and were handled, and what nodes did
     * of their own accord.
     */
    public long events() {
        return events;
    }

    /** How much time has passed in the run. */
    public double time() {
        return reading.time();
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
