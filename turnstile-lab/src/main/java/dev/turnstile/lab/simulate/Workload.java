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
 * What nodes want, and what happens to them.
 *
 * <pre>{@code
 * Workload workload = Workload.of(0.1).withHold(0.0002).withCosts(new Costs(0.1, 0.1, 0.8));
 * }</pre>
 *
 * @param rate lambda: a node asks again after an exponentially distributed time with mean 1/lambda since it left
 * @param hold E: how long it stays inside
 * @param units how many units a node asks for, at most
 * @param costs what messages cost
 * @param delay how long they travel
 * @param patience how long a node waits before it gives up; empty for ever
 * @param timeout how long after a node has restarted its timer a timeout comes, if it awaits one
 * @param faults what goes wrong
 * @param hastened messages of these types cost neither Ts nor Tr, travel for Tt exactly, and are taken when they
 *     arrive, before others, even before what was sent earlier on the same channel: what bulgannawar-1995 grants to
 *     Makki (section 4)
 * @param unitsLeast how many units a node asks for, at least: each number between the two is as likely
 * @param anyStart the run begins in an arbitrary configuration, with up to so many arbitrary messages in each channel;
 *     empty for the usual one
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

    /** Everything in the range that makes sense. */
    public Workload {
        positive("the rate", rate);
        if (rate < RATE_LEAST) {
            throw new IllegalArgumentException("the rate must be at least " + RATE_LEAST + ", not " + rate
                    + ": the clock has no digits for delays beside such long times");
        }
        positive("the timeout", timeout);
        patience.ifPresent(time -> positive("the patience", time));
        if (!isTime(hold)) {
            throw new IllegalArgumentException("the time inside must be 0 or more, not " + hold);
        }
        if (units < 1) {
            throw new IllegalArgumentException("units must be at least 1, not " + units);
        }
        if (unitsLeast < 1 || unitsLeast > units) {
            throw new IllegalArgumentException(
                    "a request is for at least 1 and at most " + units + " units, so not for at least " + unitsLeast);
        }
        if (anyStart.isPresent() && anyStart.getAsInt() < 0) {
            throw new IllegalArgumentException(
                    "a channel holds 0 messages or more at the start, not " + anyStart.getAsInt());
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

    /** How many units one request is for. */
    int unitsOfOne(SplittableRandom chance) {
        return unitsLeast == units ? units : chance.nextInt(unitsLeast, units + 1);
    }

    /** Says what does not fit a system, or is no number of entries. */
    void checkFor(NodeSystem<?> system, long entries) {
        if (entries < 1 || entries > ENTRIES_MAX) {
            throw new IllegalArgumentException("entries must be between 1 and " + ENTRIES_MAX + ", not " + entries);
        }
        int most = Math.min(system.sizes().unitsEach(), system.sizes().limit());
        if (units > most) {
            throw new IllegalArgumentException("a node can ask for 1 to " + most + " units here, not " + units);
        }
        if (anyStart.isPresent() && anyStart.getAsInt() > 0) {
            RandomValues.message(system, bound -> 0); // says so if there is none
        }
        for (Class<? extends Message> type : hastened) {
            if (!system.facts().mayOvertake().contains(type)) {
                throw new IllegalArgumentException("a " + type.getSimpleName()
                        + " may not be hastened: it would overtake others on its channel. There may be: "
                        + system.facts().mayOvertake().stream()
                                .map(Class::getSimpleName)
                                .sorted()
                                .toList());
            }
        }
        for (Fault fault : faults) {
            if (fault.node() < 0 || fault.node() >= system.sizes().participants() || !isTime(fault.at())) {
                throw new IllegalArgumentException("a fault happens to a node from 0 to "
                        + (system.sizes().participants() - 1) + ", at time 0 or later, not " + fault);
            }
            if (fault instanceof Fault.Pause(int _, double _, double length) && !isTime(length)) {
                throw new IllegalArgumentException("a pause lasts for a time of 0 or more, not " + length);
            }
        }
    }

    /**
     * Nodes ask at that rate; the rest is as bulgannawar-1995 has it for its figures: E = 0.0002, Ts = Tr = 0.1, Tt =
     * 0.8.
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

    /** With another rate. */
    public Workload withRate(double changed) {
        return new Workload(
                changed, hold, units, costs, delay, patience, timeout, faults, hastened, unitsLeast, anyStart);
    }

    /** With another time inside. */
    public Workload withHold(double changed) {
        return new Workload(
                rate, changed, units, costs, delay, patience, timeout, faults, hastened, unitsLeast, anyStart);
    }

    /** With so many units for each request. */
    public Workload withUnits(int changed) {
        return new Workload(rate, hold, changed, costs, delay, patience, timeout, faults, hastened, changed, anyStart);
    }

    /** With so many units for each request, from one number to another. */
    public Workload withUnits(int least, int most) {
        return new Workload(rate, hold, most, costs, delay, patience, timeout, faults, hastened, least, anyStart);
    }

    /** From an arbitrary configuration, with up to so many arbitrary messages in each channel. */
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

    /** With other costs. */
    public Workload withCosts(Costs changed) {
        return new Workload(
                rate, hold, units, changed, delay, patience, timeout, faults, hastened, unitsLeast, anyStart);
    }

    /** With other delays. */
    public Workload withDelay(Delay changed) {
        return new Workload(
                rate, hold, units, costs, changed, patience, timeout, faults, hastened, unitsLeast, anyStart);
    }

    /** Whoever waits for so long gives up. */
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

    /** With another time after which a timeout comes. */
    public Workload withTimeout(double changed) {
        return new Workload(rate, hold, units, costs, delay, patience, changed, faults, hastened, unitsLeast, anyStart);
    }

    /** With these faults. */
    public Workload withFaults(List<Fault> changed) {
        return new Workload(
                rate, hold, units, costs, delay, patience, timeout, changed, hastened, unitsLeast, anyStart);
    }

    /** Where messages of these types cost nobody time. */
    public Workload withHastened(Set<Class<? extends Message>> changed) {
        return new Workload(rate, hold, units, costs, delay, patience, timeout, faults, changed, unitsLeast, anyStart);
    }
}
