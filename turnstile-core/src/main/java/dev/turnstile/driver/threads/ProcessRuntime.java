package dev.turnstile.driver.threads;

import dev.turnstile.algorithm.Algorithm;
import dev.turnstile.machine.Process;
import dev.turnstile.machine.ProcessSystem;
import dev.turnstile.machine.Region;
import dev.turnstile.machine.Sizes;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The machine at work: takes processes through its protocol, in and out, and changes the number of places. Knows
 * nothing of permits and of how threads wait.
 */
final class ProcessRuntime {
    private static final int PARTICIPANTS_DEFAULT = 64;
    private static final int WAITING_UNITS_MAX = 1 << 30;

    private final String algorithm;
    private final ProcessSystem system;
    private final boolean fifo; // what the system always answers, asked once: every acquire needs it
    private final boolean anyNumber;
    private final int unitsMax;
    private final ThreadCells cells;
    private final ProcessPool participants;
    private final Line line;
    private final Object doorway = new Object(); // held by a bundle while its parts take their places in line
    private final Optional<ReservedPlaces> withheld; // for algorithms that can't be resized

    /** Set up for {@code growableTo} places, or, where they can be added later, for {@code limit}. */
    ProcessRuntime(Algorithm.SharedMemory algorithm, int limit, int growableTo, OptionalInt participants) {
        if (algorithm.traits().survivesKills()) {
            throw new IllegalArgumentException(algorithm.name()
                    + " is for processes, which can be killed one by one; open it with open(Mapped.here())");
        }
        int most = participants.isEmpty()
                ? participantsFor(algorithm, growableTo)
                : withThoseForWithholding(participants.getAsInt(), limit, growableTo);
        ProcessSystem set = system(algorithm, most, growableTo);
        this.algorithm = algorithm.name();
        if (set.holdersBlockOthers() && growableTo != limit) {
            throw new IllegalArgumentException(cannotHoldPlaces("can't be growable by growableTo(" + growableTo + ")"));
        }
        boolean resizable = set instanceof ProcessSystem.Resizable;
        system = resizable ? algorithm.system(most, limit) : set;
        fifo = system.fifo();
        anyNumber = system.anyNumber();
        unitsMax = system.sizes().unitsEach();
        cells = new ThreadCells(system.cells());
        system.initialise(cells);
        this.participants = new ProcessPool(system);
        line = new Line(cells, fifo, this.participants::giveBack, this::afterGivingUp);
        withheld = resizable ? Optional.empty() : Optional.of(new ReservedPlaces());
    }

    /** Each place that is withheld at first needs one more. */
    private static int withThoseForWithholding(int participants, int limit, int growableTo) {
        return (int) Math.min(Integer.MAX_VALUE, (long) participants + growableTo - limit);
    }

    private static ProcessSystem system(Algorithm.SharedMemory algorithm, int participants, int places) {
        try {
            return algorithm.system(participants, places);
        } catch (IllegalArgumentException refused) {
            throw new IllegalArgumentException(
                    algorithm.name() + " for " + participants + " participants and at most " + places + " inside: "
                            + refused.getMessage(),
                    refused);
        }
    }

    /** What the algorithm can hold of the default. */
    private static int participantsFor(Algorithm.SharedMemory algorithm, int places) {
        int wanted = (int) Math.min(Integer.MAX_VALUE, (long) places + PARTICIPANTS_DEFAULT);
        return algorithm.largest(Sizes.of(wanted, places)).participants();
    }

    Line line() {
        return line;
    }

    /** The places it was set up with. */
    int places() {
        return system.sizes().limit();
    }

    /** In such an algorithm, places can't be kept while waiting for others, nor be withheld. */
    private String cannotHoldPlaces(String soWhat) {
        return algorithm + " " + soWhat
                + ": whoever stays inside can keep others out, so nobody may hold a place while waiting";
    }

    /** Whether one process, or several that act as one, can have so many. */
    private void checkUnits(int units) {
        if (units > unitsMax && system.holdersBlockOthers()) {
            throw new IllegalArgumentException(cannotHoldPlaces("gives one unit at a time, not " + units));
        }
    }

    /** Whether those who wait enter in the order of their arrival. */
    boolean isFifo() {
        return fifo;
    }

    /** Through the doorway: the process is inside, or has its place in line. */
    Process enter(int units) {
        if (anyNumber && !line.isEmpty() && -system.free(cells) > WAITING_UNITS_MAX - units) {
            throw new IllegalStateException("more than " + WAITING_UNITS_MAX + " units are waited for");
        }
        checkUnits(units);
        Process process = participants.take(units);
        process.acquire(units);
        if (process instanceof ProcessGroup bundle) {
            enterAll(bundle);
        } else {
            process.runUntilBlocked(cells);
            serveWhereOrderIsFree();
        }
        return process;
    }

    /** Without order, several at once are collected in line ({@link Line}): nothing happens in the doorway. */
    private void enterAll(ProcessGroup bundle) {
        if (fifo) {
            synchronized (doorway) {
                bundle.runUntilBlocked(cells);
            }
        }
    }

    /** What a process writes on its way in may let another one pass, where there is no order among them. */
    private void serveWhereOrderIsFree() {
        if (!fifo) {
            serve();
        }
    }

    /** A process that is inside, if that can be had at once without overtaking anybody. */
    Optional<Process> attempt(int units) {
        checkUnits(units);
        return attempt(participants.take(units), units);
    }

    private Optional<Process> attempt(Process process, int units) {
        process.attempt(units);
        if (process instanceof ProcessGroup bundle) {
            return attemptAll(bundle);
        }
        Optional<Process> inside = stepIn(process);
        if (inside.isEmpty()) {
            settle();
        }
        serveWhereOrderIsFree();
        return inside;
    }

    private Optional<Process> stepIn(Process process) {
        process.runUntilBlocked(cells);
        if (process.region() == Region.CRITICAL) {
            return Optional.of(process);
        }
        participants.giveBack(process);
        return Optional.empty();
    }

    /** One bundle at a time: two could take from each other what each of them needs, and both get nothing. */
    private Optional<Process> attemptAll(ProcessGroup bundle) {
        synchronized (doorway) {
            bundle.runUntilBlocked(cells);
            if (bundle.region() == Region.CRITICAL) {
                return Optional.of(bundle);
            }
            for (Process part : bundle.parts()) {
                if (part.region() == Region.CRITICAL) {
                    leaveAlone(part);
                } else {
                    participants.giveBack(part);
                }
            }
        }
        settle();
        serve();
        return Optional.empty();
    }

    /** Takes a process that is inside out, and hands its place on. */
    void leave(Process process) {
        if (process instanceof ProcessGroup bundle) {
            bundle.parts().forEach(this::leaveAlone);
        } else {
            leaveAlone(process);
        }
        serve();
    }

    /** Those who gave up may have left free places that are owed, also where they were not inside. */
    private void afterGivingUp(List<Process> mustLeave) {
        mustLeave.forEach(this::leaveAlone);
        settle();
    }

    /**
     * Withholds what could not be withheld when the limit was lowered, if it has become free without anybody leaving.
     */
    void settle() {
        withheld.ifPresent(places -> places.settle(this::seize));
    }

    /** Takes it out, unless its place is withheld; whoever is next is not served yet. */
    private void leaveAlone(Process process) {
        if (withheld.isEmpty()) {
            stepOut(process);
        } else if (withheld.get().leave(process, this::stepOut)) {
            participants.giveBack(process);
        }
    }

    private void stepOut(Process process) {
        process.release();
        process.runUntilBlocked(cells);
    }

    private void serve() {
        if (!line.isEmpty()) {
            line.serve();
        }
    }

    /**
     * Changes the number of places, one change at a time. Those who may enter now are not served yet.
     *
     * @throws IllegalArgumentException when there can't be so many; nothing has changed then
     */
    void resize(int from, int to) {
        switch (system) {
            case ProcessSystem.Resizable resizable -> add(resizable, from, to);
            case ProcessSystem fixed -> withhold(fixed, from, to);
        }
    }

    private void add(ProcessSystem.Resizable resizable, int from, int to) {
        if (to > resizable.limitMax()) {
            throw new IllegalArgumentException("the limit can be at most " + resizable.limitMax() + ", not " + to);
        }
        line.change(() -> resizable.resize(cells, to - from));
    }

    private void withhold(ProcessSystem fixed, int from, int to) {
        if (fixed.holdersBlockOthers() && from != to) {
            throw new IllegalArgumentException(cannotHoldPlaces("can't change its limit from " + from + " to " + to));
        }
        if (to > fixed.sizes().limit()) {
            throw new IllegalArgumentException("it was opened for at most "
                    + fixed.sizes().limit() + " places, not " + to + "; open it with growableTo(" + to + ")");
        }
        ReservedPlaces places = withheld.orElseThrow();
        if (from > to) {
            places.more(from - to, this::seize);
        }
        for (int more = from; more < to; more++) {
            places.less().ifPresent(process -> {
                stepOut(process);
                participants.giveBack(process);
            });
        }
    }

    /**
     * A process that is inside with one unit, if there is a free place. Where there is no order, others on their way
     * can make an attempt fail although a place is free and stays free; it is repeated then, or more would be let in
     * later than the limit allows.
     */
    private Optional<Process> seize() {
        Optional<Process> inside = seizeOnce();
        while (inside.isEmpty() && !fifo && system.free(cells) > 0 && participants.hasAny()) {
            Thread.onSpinWait();
            inside = seizeOnce();
        }
        return inside;
    }

    private Optional<Process> seizeOnce() {
        return participants.takeIfAny().flatMap(process -> {
            process.attempt(1);
            return stepIn(process);
        });
    }

    /** How many units are inside, under that limit. */
    int held(int limit) {
        long places = withheld.isPresent() ? system.sizes().limit() : limit;
        long notInside = line.units() + withheld.map(ReservedPlaces::count).orElse(0);
        int most = withheld.isPresent()
                ? system.sizes().limit()
                : Integer.MAX_VALUE; // those inside stay when it is resized
        return Math.clamp(places - system.free(cells) - notInside, 0, most);
    }

    /** How many units can be had at once, under that limit. */
    int free(int limit) {
        if (system.holdersBlockOthers()) {
            return held(limit) == 0 && system.free(cells) > 0 ? 1 : 0;
        }
        return Math.max(0, Math.min(limit - held(limit), system.free(cells)));
    }
}
