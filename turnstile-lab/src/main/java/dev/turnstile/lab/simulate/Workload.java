package dev.turnstile.lab.simulate;

import dev.turnstile.lab.run.RandomValues;
import dev.turnstile.machine.Message;
import dev.turnstile.machine.NodeSystem;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * The demand of the nodes in a {@link Simulation}, the cost of their messages, and the faults that occur.
 *
 * <pre>{@code
 * Workload workload = Workload.of(0.1).withHold(0.0002).withCosts(new Costs(0.1, 0.1, 0.8));
 * }</pre>
 *
 * @param rate lambda: after leaving, a node makes its next request after an exponentially distributed time with mean
 *     1/lambda
 * @param hold E: the time a node stays inside
 * @param units the maximum number of units per request
 * @param costs the cost of messages
 * @param delay the distribution of transit times
 * @param patience the time after which a waiting node gives up; if empty, a node waits forever
 * @param timeout the time from a node's last restart of its timer to the timeout, if the node awaits one
 * @param faults the faults, each with its node and time
 * @param hastened message types that cost neither Ts nor Tr and travel for exactly Tt. A node takes such a message on
 *     arrival, before any other, even before messages sent earlier on the same channel. This is what bulgannawar-1995
 *     grants to Makki (section 4)
 * @param unitsLeast the minimum number of units per request; every number from this to {@code units} is equally likely
 * @param anyStart if present, the run begins in an arbitrary configuration with at most this number of arbitrary
 *     messages in each channel; if empty, in the usual initial configuration
 */
public record Workload(
        double rate,
        double hold,
        int units,
        Costs costs,
        Delay delay,
        OptionalDouble patience,
        double timeout,
        List<Fault> faults,
        Set<Class<? extends Message>> hastened,
        int unitsLeast,
        OptionalInt anyStart) {
    private static final long ENTRIES_MAX = 1_000_000_000;
    private static final double RATE_LEAST = 1e-10;

    /**
     * Validates the parameters.
     *
     * @throws IllegalArgumentException if a parameter is out of range; the message states the range
     */
    public Workload {
        positive("the rate", rate);
        if (rate < RATE_LEAST) {
            throw new IllegalArgumentException("the rate must be at least " + RATE_LEAST + ", not " + rate
                    + ": with longer times between requests the clock cannot resolve message delays");
        }
        positive("the timeout", timeout);
        patience.ifPresent(time -> positive("the patience", time));
        if (!isTime(hold)) {
            throw new IllegalArgumentException("the holding time must be 0 or more, not " + hold);
        }
        if (units < 1) {
            throw new IllegalArgumentException("units must be at least 1, not " + units);
        }
        if (unitsLeast < 1 || unitsLeast > units) {
            throw new IllegalArgumentException(
                    "the minimum units per request must be between 1 and " + units + ", not " + unitsLeast);
        }
        if (anyStart.isPresent() && anyStart.getAsInt() < 0) {
            throw new IllegalArgumentException(
                    "the number of initial messages per channel must be 0 or more, not " + anyStart.getAsInt());
        }
        faults = List.copyOf(faults);
        hastened = Set.copyOf(hastened);
    }

    private static void positive(String what, double value) {
        if (!(value > 0) || Double.isInfinite(value)) {
            throw new IllegalArgumentException(what + " must be more than 0, not " + value);
        }
    }

    private static boolean isTime(double value) {
        return value >= 0 && !Double.isInfinite(value);
    }

    /** Returns the number of units for one request, drawn between {@code unitsLeast} and {@code units}. */
    int unitsOfOne(SplittableRandom chance) {
        return unitsLeast == units ? units : chance.nextInt(unitsLeast, units + 1);
    }

    /**
     * Checks that this workload fits a system.
     *
     * @throws IllegalArgumentException if it does not, or if the number of entries is out of range
     */
    void checkFor(NodeSystem<?> system, long entries) {
        if (entries < 1 || entries > ENTRIES_MAX) {
            throw new IllegalArgumentException("entries must be between 1 and " + ENTRIES_MAX + ", not " + entries);
        }
        int most = Math.min(system.sizes().unitsEach(), system.sizes().limit());
        if (units > most) {
            throw new IllegalArgumentException("a node can request 1 to " + most + " units here, not " + units);
        }
        if (anyStart.isPresent() && anyStart.getAsInt() > 0) {
            RandomValues.message(system, bound -> 0); // throws if the system has no arbitrary messages
        }
        for (Class<? extends Message> type : hastened) {
            if (!system.facts().mayOvertake().contains(type)) {
                throw new IllegalArgumentException("a " + type.getSimpleName()
                        + " cannot be hastened: it would overtake other messages on its channel. Types that can be"
                        + " hastened: "
                        + system.facts().mayOvertake().stream()
                                .map(Class::getSimpleName)
                                .sorted()
                                .toList());
            }
        }
        for (Fault fault : faults) {
            if (fault.node() < 0 || fault.node() >= system.sizes().participants() || !isTime(fault.at())) {
                throw new IllegalArgumentException("the node of a fault must be between 0 and "
                        + (system.sizes().participants() - 1) + ", and its time 0 or later, not node " + fault.node()
                        + " at time "
                        + fault.at());
            }
            if (fault instanceof Fault.Pause(int _, double _, double length) && !isTime(length)) {
                throw new IllegalArgumentException("the length of a pause must be 0 or more, not " + length);
            }
        }
    }

    /**
     * Returns a workload with the given rate and the values that bulgannawar-1995 uses for its figures: E = 0.0002, Ts
     * = Tr = 0.1, Tt = 0.8.
     */
    public static Workload of(double rate) {
        return new Workload(
                rate,
                0.0002,
                1,
                new Costs(0.1, 0.1, 0.8),
                new Delay.Constant(),
                OptionalDouble.empty(),
                1_000,
                List.of(),
                Set.of(),
                1,
                OptionalInt.empty());
    }

    /** Returns a copy with another rate. */
    public Workload withRate(double changed) {
        return new Workload(
                changed, hold, units, costs, delay, patience, timeout, faults, hastened, unitsLeast, anyStart);
    }

    /** Returns a copy with another holding time. */
    public Workload withHold(double changed) {
        return new Workload(
                rate, changed, units, costs, delay, patience, timeout, faults, hastened, unitsLeast, anyStart);
    }

    /** Returns a copy in which every request is for the given number of units. */
    public Workload withUnits(int changed) {
        return new Workload(rate, hold, changed, costs, delay, patience, timeout, faults, hastened, changed, anyStart);
    }

    /** Returns a copy in which the units of a request are drawn from the given range. */
    public Workload withUnits(int least, int most) {
        return new Workload(rate, hold, most, costs, delay, patience, timeout, faults, hastened, least, anyStart);
    }

    /**
     * Returns a copy that begins in an arbitrary configuration, with at most this number of arbitrary messages per
     * channel.
     */
    public Workload withAnyStart(int messages) {
        return new Workload(
                rate,
                hold,
                units,
                costs,
                delay,
                patience,
                timeout,
                faults,
                hastened,
                unitsLeast,
                OptionalInt.of(messages));
    }

    /** Returns a copy with other message costs. */
    public Workload withCosts(Costs changed) {
        return new Workload(
                rate, hold, units, changed, delay, patience, timeout, faults, hastened, unitsLeast, anyStart);
    }

    /** Returns a copy with another distribution of transit times. */
    public Workload withDelay(Delay changed) {
        return new Workload(
                rate, hold, units, costs, changed, patience, timeout, faults, hastened, unitsLeast, anyStart);
    }

    /** Returns a copy in which a node that has waited for the given time gives up. */
    public Workload withPatience(double changed) {
        return new Workload(
                rate,
                hold,
                units,
                costs,
                delay,
                OptionalDouble.of(changed),
                timeout,
                faults,
                hastened,
                unitsLeast,
                anyStart);
    }

    /** Returns a copy with another timeout. */
    public Workload withTimeout(double changed) {
        return new Workload(rate, hold, units, costs, delay, patience, changed, faults, hastened, unitsLeast, anyStart);
    }

    /** Returns a copy with the given faults. */
    public Workload withFaults(List<Fault> changed) {
        return new Workload(
                rate, hold, units, costs, delay, patience, timeout, changed, hastened, unitsLeast, anyStart);
    }

    /** Returns a copy in which messages of the given types cost no processing time. */
    public Workload withHastened(Set<Class<? extends Message>> changed) {
        return new Workload(rate, hold, units, costs, delay, patience, timeout, faults, changed, unitsLeast, anyStart);
    }
}
