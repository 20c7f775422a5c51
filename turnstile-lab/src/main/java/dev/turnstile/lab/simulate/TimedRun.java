package dev.turnstile.lab.simulate;

import dev.turnstile.lab.run.LocalCells;
import dev.turnstile.lab.run.Move;
import dev.turnstile.machine.Process;
import dev.turnstile.machine.ProcessSystem;
import dev.turnstile.machine.Region;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * One run of a shared-memory algorithm in virtual time, under the model of omori-2002. A process that tries or leaves
 * takes its next step after at most l, and a process stays inside for at most c. Time is counted in l.
 *
 * <p>The trying time of an entry runs from the request to the step that enters. The first step follows a request within
 * l, and the first step of the exit protocol follows the end of a stay within l. Steps themselves take no time. Steps
 * at the same moment happen in the order in which they were scheduled. At a uniform pace nothing is random, so the seed
 * has no effect.
 *
 * <p>Dead processes stop forever: inside, during their first stay, or, at a random pace, after some step on their way
 * in or out.
 *
 * <p>The same arguments give the same run on every machine.
 *
 * <pre>{@code
 * TimedRun.Result result = new TimedRun(new Excl(8, 2), Pace.UNIFORM, 1, 8, 1000, 100, 42).run();
 * System.out.println(result.longest().text());      // 6c + 105l
 * }</pre>
 */
public final class TimedRun {
    private static final double SOON = 1e-6; // practically at once
    private static final int MOODS = 48; // mean number of steps between an adversarial process's choices of speed
    private static final int DIES_WITHIN = 200; // steps
    private static final int PATIENCE =
            50; // stays and scans of all processes without any entry before the run counts as a lockout
    private static final int LONG_PATIENCE = 1_000; // the same for the wait of a single process
    private static final int LOOKS = 1024; // events between two checks for lockout

    private final ProcessSystem system;
    private final Pace pace;
    private final int dead;
    private final int competing;
    private final int hold;
    private final long entries;
    private final Random random;
    private final LocalCells memory;
    private final Actor[] actors;
    private final int victim;
    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private long sequence;
    private double now;
    private double lastEntry;
    private long entered;
    private long stepsTrying;
    private double sum;
    private double longest;
    private int mostInside;
    private int inside;
    private Optional<Consumer<Move>> recorder = Optional.empty();

    /**
     * The outcome of a run.
     *
     * @param entries the number of entries
     * @param meanInL the mean trying time, in l
     * @param longest the longest trying time, including the time that a process still waiting at the end has waited so
     *     far
     * @param stepsPerEntry register accesses, or transactions, of the trying protocol per entry
     * @param mostInside the maximum number of processes inside at once, the dead included
     * @param lockedOut whether, for very long, no process has entered although one waits, or a single process has
     *     waited much longer than that
     */
    public record Result(
            long entries, double meanInL, Span longest, double stepsPerEntry, int mostInside, boolean lockedOut) {}

    private record Event(double time, long order, int process) implements Comparable<Event> {
        @Override
        public int compareTo(Event other) {
            int byTime = Double.compare(time, other.time);
            return byTime != 0 ? byTime : Long.compare(order, other.order);
        }
    }

    /** A process with its behaviour in this run. */
    private static final class Actor {
        final Process process;
        boolean mortal;
        long stepsToLive = Long.MAX_VALUE;
        boolean racing;
        double since;

        Actor(Process process) {
            this.process = process;
        }
    }

    /**
     * Creates a run.
     *
     * @param system the algorithm and its size
     * @param pace the speed of the processes
     * @param dead the number of processes that stop forever
     * @param competing the number of processes, the dead included, that ever make a request
     * @param hold c, in l
     * @param entries the number of entries after which the run ends
     * @param seed the seed of all random choices
     * @throws IllegalArgumentException if a number is out of range; the message states the range
     */
    public TimedRun(ProcessSystem system, Pace pace, int dead, int competing, int hold, long entries, long seed) {
        check("the number of dead processes", dead, 0, system.sizes().participants() - 1);
        check(
                "the number of competing processes",
                competing,
                dead + 1,
                system.sizes().participants());
        check("c, in l,", hold, 1, 1_000_000);
        check("the number of entries", entries, 1, 1_000_000_000);
        this.system = system;
        this.pace = pace;
        this.dead = dead;
        this.competing = competing;
        this.hold = hold;
        this.entries = entries;
        random = new Random(seed);
        memory = new LocalCells(system.cells());
        system.initialise(memory);
        actors = new Actor[competing];
        victim = pace == Pace.ADVERSARIAL
                ? random.nextInt(competing - dead)
                : competing; // the mortal processes come last
    }

    private static void check(String what, long value, long least, long most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(what + " must be between " + least + " and " + most + ", not " + value);
        }
    }

    /** Passes every step, in order, to a recorder, which can make a scenario of them. */
    public TimedRun recordedBy(Consumer<Move> listener) {
        recorder = Optional.of(listener);
        return this;
    }

    /**
     * Runs to the end.
     *
     * @throws IllegalStateException if it has run before
     */
    public Result run() {
        return runUnless(() -> false).orElseThrow();
    }

    /**
     * Runs to the end, or until the supplier, polled now and then, returns true. Returns empty if the run was stopped,
     * because an incomplete measurement is no result.
     *
     * @throws IllegalStateException if it has run before
     */
    public Optional<Result> runUnless(BooleanSupplier stops) {
        if (sequence > 0) {
            throw new IllegalStateException("this run has already run; create a new one");
        }
        for (int i = 0; i < competing; i++) {
            actors[i] = new Actor(system.process(spread(i)));
            actors[i].mortal = i >= competing - dead;
            if (actors[i].mortal && pace == Pace.RANDOM) {
                actors[i].stepsToLive = 1L + random.nextInt(DIES_WITHIN);
            }
            schedule(i, actors[i].mortal ? SOON * i : startOf(i));
        }
        boolean lockedOut = false;
        while (entered < entries && !events.isEmpty() && !lockedOut) {
            Event event = events.remove();
            now = event.time();
            act(event.process());
            if (sequence % LOOKS == 0) {
                if (stops.getAsBoolean()) {
                    return Optional.empty();
                }
                lockedOut = isLockedOut();
            }
        }
        longest = Math.max(longest, now - oldest());
        return Optional.of(new Result(
                entered,
                sum / Math.max(1, entered),
                new Span(longest, hold),
                stepsTrying / (double) Math.max(1, entered),
                mostInside,
                lockedOut || events.isEmpty()));
    }

    private boolean isLockedOut() {
        double scans = (double) system.sizes().participants() * system.sizes().participants();
        double turnOfAll = (hold + scans) * competing;
        boolean waited = oldest() < now;
        return (waited && now - lastEntry > PATIENCE * turnOfAll) || now - oldest() > LONG_PATIENCE * turnOfAll;
    }

    /** Spreads the competing processes over all indices, so that a tournament does not put them all in one group. */
    private int spread(int i) {
        return (int) ((long) i * system.sizes().participants() / competing);
    }

    /** Returns the time of the first request. The victim starts after the other processes have made progress. */
    private double startOf(int i) {
        return switch (pace) {
            case UNIFORM -> 0;
            case RANDOM -> random.nextDouble() * hold;
            case ADVERSARIAL -> i == victim ? hold * random.nextDouble() : 0;
        };
    }

    private double oldest() {
        double oldest = now;
        for (Actor actor : actors) {
            if (actor.process.region() == Region.TRYING && actor.stepsToLive > 0) {
                oldest = Math.min(oldest, actor.since);
            }
        }
        return oldest;
    }

    private void schedule(int process, double time) {
        events.add(new Event(time, sequence++, process));
    }

    private void act(int i) {
        Actor actor = actors[i];
        switch (actor.process.region()) {
            case REMAINDER -> {
                actor.process.acquire(1);
                actor.since = now;
                schedule(i, now + stepTime(i));
            }
            case CRITICAL -> {
                inside--;
                actor.process.release();
                schedule(i, now + stepTime(i));
            }
            case TRYING, EXIT -> step(i, actor);
        }
    }

    private void step(int i, Actor actor) {
        boolean trying = actor.process.region() == Region.TRYING;
        actor.process.step(memory);
        if (recorder.isPresent()) {
            recorder.get().accept(Move.steps(spread(i)));
        }
        stepsTrying += trying ? 1 : 0;
        inside += actor.process.region() == Region.CRITICAL ? 1 : 0;
        mostInside = Math.max(mostInside, inside);
        if (--actor.stepsToLive <= 0 && actor.process.region() != Region.REMAINDER) {
            stops(i, actor);
            return;
        }
        switch (actor.process.region()) {
            case TRYING, EXIT -> schedule(i, now + stepTime(i));
            case CRITICAL -> enter(i, actor);
            case REMAINDER -> schedule(i, now + rest(i));
        }
    }

    private void stops(int i, Actor actor) {
        actor.stepsToLive = 0;
        recorder.ifPresent(listener -> listener.accept(Move.stops(spread(i))));
    }

    private void enter(int i, Actor actor) {
        if (actor.mortal && pace != Pace.RANDOM) {
            stops(i, actor);
            return;
        }
        entered++;
        lastEntry = now;
        sum += now - actor.since;
        longest = Math.max(longest, now - actor.since);
        schedule(i, now + stay(i));
    }

    private double stepTime(int i) {
        return switch (pace) {
            case UNIFORM -> 1;
            case RANDOM -> 1 - random.nextDouble();
            case ADVERSARIAL -> adversarialStep(i);
        };
    }

    private double adversarialStep(int i) {
        if (i == victim) {
            return 1;
        }
        Actor actor = actors[i];
        if (random.nextInt(MOODS) == 0) {
            actor.racing = random.nextBoolean();
        }
        Process wronged = actors[victim].process;
        boolean nearby = actor.process.progress() == wronged.progress() && wronged.region() == Region.TRYING;
        return actor.racing && !nearby ? SOON * (1 + random.nextInt(8)) : 1;
    }

    private double stay(int i) {
        return switch (pace) {
            case UNIFORM -> hold;
            case RANDOM -> hold * (1 - random.nextDouble());
            case ADVERSARIAL -> i == victim ? SOON : hold;
        };
    }

    private double rest(int i) {
        return switch (pace) {
            case UNIFORM -> 0;
            case RANDOM -> random.nextBoolean() ? 0 : hold * random.nextDouble();
            case ADVERSARIAL -> i == victim ? hold * random.nextDouble() * competing : restOfOthers();
        };
    }

    private double restOfOthers() {
        return random.nextInt(4) == 0 ? hold * random.nextDouble() * 4 : SOON;
    }
}
