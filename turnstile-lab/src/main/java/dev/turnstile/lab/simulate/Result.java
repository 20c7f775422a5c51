package dev.turnstile.lab.simulate;

import dev.turnstile.lab.property.Property;
import dev.turnstile.lab.property.Violation;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/** The outcome of one {@link Simulation}: the metrics, and the finding if a property was violated. */
public final class Result {
    private final Meter.Reading reading;
    private final long events;
    private final Optional<Finding> finding;
    private final Optional<Settled> settled;
    private final List<Recovery> recoveries;

    /** A property that was violated in the run, with the reason and the time of detection. */
    public record Finding(Property property, Violation violation, double time) {}

    /**
     * The last moment at which a self-stabilising system was not legitimate.
     *
     * @param time the virtual time of that moment
     * @param messages the number of messages sent until then
     * @param rounds the number of controller rounds until then, counted by the messages of the types that timers must
     *     outlast
     */
    public record Settled(double time, long messages, double rounds) {}

    /**
     * One recovery to a legitimate state.
     *
     * @param time the duration of the violation
     * @param messages the number of messages of all types sent during it
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

    /** Returns a metric, measured after the warm-up; NaN if there is no measurement. */
    public double value(Metric metric) {
        return reading.values().get(metric);
    }

    /**
     * Returns the messages sent per entry after the warm-up, by type, in the order of the type names. A message that
     * carries another counts under the combined name, such as "Lmin Mx Request". The values add up to
     * {@link Metric#MESSAGES}. The map is empty unless the run counts types: {@link Simulation#countingTypes}.
     */
    public SortedMap<String, Double> messagesByType() {
        return Collections.unmodifiableSortedMap(reading.byType());
    }

    /** Returns the number of entries, including the warm-up. */
    public long entries() {
        return reading.entries();
    }

    /**
     * Returns the number of events until the system came to rest: messages that arrived, messages that were handled,
     * and actions of the nodes' own.
     */
    public long events() {
        return events;
    }

    /** Returns the virtual time at the end of the measurement. */
    public double time() {
        return reading.time();
    }

    /** Returns when a self-stabilising system became legitimate; empty for other systems. */
    public Optional<Settled> settled() {
        return settled;
    }

    /**
     * Returns the recoveries of a self-stabilising system, including the first from its initial state, or of a window
     * that had too few participants inside.
     */
    public List<Recovery> recoveries() {
        return recoveries;
    }

    /** Returns the first violation, if there was one. */
    public Optional<Finding> finding() {
        return finding;
    }
}
