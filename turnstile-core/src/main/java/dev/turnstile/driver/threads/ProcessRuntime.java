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
 * The runtime of a shared-memory machine: takes processes in and out through its protocol, and changes the number of
 * places. It knows nothing about permits or about how threads wait.
 */
final class ProcessRuntime {
    private static final int PARTICIPANTS_DEFAULT = 64;
    private static final int WAITING_UNITS_MAX = 1 << 30;

    private final String algorithm;
    private final ProcessSystem system;
    private final boolean fifo; // the system's constant answer, cached because every acquire needs it
    private final boolean anyNumber;
    private final int unitsMax;
    private final ThreadCells cells;
    private final ProcessPool participants;
    private final Line line;
    private final Object doorway = new Object(); // held by a group while its parts take their places in line
    private final Optional<ReservedPlaces> withheld; // for algorithms that cannot be resized

    /** Sets up the algorithm for {@code growableTo} places, or for {@code limit} if places can be added later. */
    ProcessRuntime(Algorithm.SharedMemory algorithm, int limit, int growableTo, OptionalInt participants) {
        if (algorithm.traits().survivesKills()) {
            throw new IllegalArgumentException(algorithm.name()
                    + " is for turnstiles between processes, where each can crash on its own; open it with"
                    + " open(Mapped.here())");
        }
        int most = participants.isEmpty()
                ? participantsFor(algorithm, growableTo)
                : plusWithheld(participants.getAsInt(), limit, growableTo);
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
        line = new Line(cells, fifo, this.participants::recycle, this::afterGivingUp);
        withheld = resizable ? Optional.empty() : Optional.of(new ReservedPlaces());
    }

    /** Adds one participant for each place that is withheld at first. */
    private static int plusWithheld(int participants, int limit, int growableTo) {
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

    /** Returns the default number of participants, or fewer if the algorithm cannot hold that many. */
    private static int participantsFor(Algorithm.SharedMemory algorithm, int places) {
        int wanted = (int) Math.min(Integer.MAX_VALUE, (long) places + PARTICIPANTS_DEFAULT);
        return algorithm.largest(Sizes.of(wanted, places)).participants();
    }

    Line line() {
        return line;
    }

    /** Returns the number of places this was set up with. */
    int limit() {
        return system.sizes().limit();
    }

    /**
     * Describes an algorithm in which no process can hold a place while it waits for others, and no place can be
     * withheld.
     */
    private String cannotHoldPlaces(String consequence) {
        return algorithm + " " + consequence
                + ": its holders can block others, so a request must not hold one unit while it waits for another;"
                + " use the default algorithm";
    }

    /** Checks that one process, or several that act as one, can have this many units. */
    private void checkUnits(int units) {
        if (units > unitsMax && system.holdersBlockOthers()) {
            throw new IllegalArgumentException(cannotHoldPlaces("grants one unit per request, not " + units));
        }
    }

    /** Returns true if waiters enter in the order of their arrival. */
    boolean isFifo() {
        return fifo;
    }

    /** Passes the doorway: afterwards the process is inside, or has its place in line. */
    Process enter(int units) {
        if (anyNumber && !line.isEmpty() && -system.free(cells) > WAITING_UNITS_MAX - units) {
            throw new IllegalStateException("more than " + WAITING_UNITS_MAX + " units are being waited for");
        }
        checkUnits(units);
        Process process = participants.take(units);
        process.acquire(units);
        if (process instanceof ProcessGroup group) {
            enterAll(group);
        } else {
            process.runUntilBlocked(cells);
            serveIfUnordered();
        }
        return process;
    }

    /**
     * Takes all parts through the doorway. If the algorithm keeps no order, the {@link Line} collects the places
     * instead, and nothing happens here.
     */
    private void enterAll(ProcessGroup group) {
        if (fifo) {
            synchronized (doorway) {
                group.runUntilBlocked(cells);
            }
        }
    }

    /**
     * Serves the line if the algorithm keeps no order: what a process writes on its way in may let another one pass.
     */
    private void serveIfUnordered() {
        if (!fifo) {
            serve();
        }
    }

    /** Returns a process that is inside, if it can enter at once without overtaking a waiter. */
    Optional<Process> attempt(int units) {
        checkUnits(units);
        return attempt(participants.take(units), units);
    }

    private Optional<Process> attempt(Process process, int units) {
        process.attempt(units);
        if (process instanceof ProcessGroup group) {
            return attemptAll(group);
        }
        Optional<Process> inside = stepIn(process);
        if (inside.isEmpty()) {
            settle();
        }
        serveIfUnordered();
        return inside;
    }

    private Optional<Process> stepIn(Process process) {
        process.runUntilBlocked(cells);
        if (process.region() == Region.CRITICAL) {
            return Optional.of(process);
        }
        participants.recycle(process);
        return Optional.empty();
    }

    /**
     * Attempts one group at a time. Otherwise two groups could take from each other what both need, and neither would
     * succeed.
     */
    private Optional<Process> attemptAll(ProcessGroup group) {
        synchronized (doorway) {
            group.runUntilBlocked(cells);
            if (group.region() == Region.CRITICAL) {
                return Optional.of(group);
            }
            for (Process part : group.parts()) {
                if (part.region() == Region.CRITICAL) {
                    leaveAlone(part);
                } else {
                    participants.recycle(part);
                }
            }
        }
        settle();
        serve();
        return Optional.empty();
    }

    /** Takes a process that is inside out, and hands its place on. */
    void leave(Process process) {
        if (process instanceof ProcessGroup group) {
            group.parts().forEach(this::leaveAlone);
        } else {
            leaveAlone(process);
        }
        serve();
    }

    /** Settles what is owed. Callers that gave up may have left free places, even if they were not inside. */
    private void afterGivingUp(List<Process> mustLeave) {
        mustLeave.forEach(this::leaveAlone);
        settle();
    }

    /**
     * Withholds places that could not be withheld when the limit was lowered, if they have become free although no
     * process left.
     */
    void settle() {
        withheld.ifPresent(places -> places.settle(this::seize));
    }

    /** Takes a process out, unless its place is withheld. Does not serve the line yet. */
    private void leaveAlone(Process process) {
        if (withheld.isEmpty()) {
            stepOut(process);
        } else if (withheld.get().leave(process, this::stepOut)) {
            participants.recycle(process);
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
     * Changes the number of places, one change at a time. Does not yet serve waiters that may enter now.
     *
     * @throws IllegalArgumentException if this number of places is not possible; nothing has changed
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
            throw new IllegalArgumentException(
                    "the limit can't grow to " + to + ": the turnstile was opened to grow to "
                            + fixed.sizes().limit() + "; open it with growableTo(" + to + ")");
        }
        ReservedPlaces places = withheld.orElseThrow();
        if (from > to) {
            places.more(from - to, this::seize);
        }
        for (int more = from; more < to; more++) {
            places.less().ifPresent(process -> {
                stepOut(process);
                participants.recycle(process);
            });
        }
    }

    /**
     * Returns a process that is inside with one unit, if there is a free place. If the algorithm keeps no order,
     * processes on their way can make an attempt fail although a place is free and stays free. Then the attempt is
     * repeated, because otherwise more processes than the limit allows would be admitted later.
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

    /** Returns how many units are held under that limit. */
    int held(int limit) {
        long places = withheld.isPresent() ? system.sizes().limit() : limit;
        long notInside = line.units() + withheld.map(ReservedPlaces::count).orElse(0);
        int most = withheld.isPresent() ? system.sizes().limit() : Integer.MAX_VALUE; // holders stay when it is resized
        return Math.clamp(places - system.free(cells) - notInside, 0, most);
    }

    /** Returns how many units are available at once under that limit. */
    int free(int limit) {
        if (system.holdersBlockOthers()) {
            return held(limit) == 0 && system.free(cells) > 0 ? 1 : 0;
        }
        return Math.max(0, Math.min(limit - held(limit), system.free(cells)));
    }
}
