package dev.turnstile.lab.explore;

import dev.turnstile.machine.Process;
import dev.turnstile.machine.ProcessSystem;
import dev.turnstile.property.AtMost;
import dev.turnstile.property.Deadlock;
import dev.turnstile.property.Equivalent;
import dev.turnstile.property.FifoEnabling;
import dev.turnstile.property.Invariant;
import dev.turnstile.property.KDeadlock;
import dev.turnstile.property.NoLockout;
import dev.turnstile.property.Property;
import dev.turnstile.property.WellDefined;
import dev.turnstile.property.Winners;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * An exhaustive check of a shared-memory algorithm: every interleaving of its processes' steps is explored, on the very
 * classes that the drivers run, and every property is judged.
 *
 * <p>Immutable; each {@code with} method returns a changed copy. {@link #run} may take long and much memory: bound it.
 *
 * <pre>{@code
 * Report report = Check.of(() -> new ColoredTicket(3, 2))
 *         .withProperties(new AtMost(2), new FifoEnabling())
 *         .run();
 * }</pre>
 */
public final class Check {
    /** The most processes that a configuration has room for. */
    public static final int PROCESSES_MAX = 20;

    private static final int THREADS_MAX = 64;
    private static final long BYTES_TO_JUDGE = 64; // per state: its number, status, components, and who waits

    private final Supplier<ProcessSystem> system;
    private final Optional<Supplier<ProcessSystem>> other;
    private final List<Property> properties;
    private final SystemModel.Options options;
    private final Optional<int[]> units;
    private final Search.Bounds bounds;

    private Check(
            Supplier<ProcessSystem> system,
            Optional<Supplier<ProcessSystem>> other,
            List<Property> properties,
            SystemModel.Options options,
            Optional<int[]> units,
            Search.Bounds bounds) {
        this.system = system;
        this.other = other;
        this.properties = properties;
        this.options = options;
        this.units = units;
        this.bounds = bounds;
    }

    /** A check of the system that the supplier makes; it is called once per thread. */
    public static Check of(Supplier<ProcessSystem> system) {
        long bytes = Runtime.getRuntime().maxMemory() / 2;
        return new Check(
                Objects.requireNonNull(system),
                Optional.empty(),
                List.of(),
                new SystemModel.Options(0, false, false, false),
                Optional.empty(),
                new Search.Bounds(
                        Math.min(THREADS_MAX, Runtime.getRuntime().availableProcessors()),
                        Long.MAX_VALUE,
                        bytes,
                        Long.MAX_VALUE,
                        (states, transitions, depth, nanos) -> {}));
    }

    /** The properties to judge. Without any, the states are only counted. */
    public Check withProperties(Property... wanted) {
        return new Check(system, other, List.of(wanted), options, units, bounds);
    }

    /** Also checks that the system is equivalent to another: the same regions after every schedule. */
    public Check withEquivalent(Supplier<ProcessSystem> reference) {
        return new Check(system, Optional.of(reference), properties, options, units, bounds);
    }

    /** Up to so many processes may stop for ever, each at any step outside its remainder region. */
    public Check withCrashes(int crashes) {
        if (crashes < 0) {
            throw new IllegalArgumentException("crashes must not be negative: " + crashes);
        }
        return withOptions(new SystemModel.Options(crashes, options.kills(), options.cancels(), options.attempts()));
    }

    /**
     * Processes may be killed at any step outside the remainder region, any number of times: somebody clears up, and they may
     * come again.
     *
     * @throws IllegalArgumentException for an algorithm that can't recover from that
     */
    public Check withKills() {
        if (!(system.get().process(0) instanceof Process.Mortal)) {
            throw new IllegalArgumentException("nobody can clear up after one who is killed in this algorithm;"
                    + " what it promises when processes stop for ever can be checked with crashes");
        }
        return withOptions(new SystemModel.Options(options.crashes(), true, options.cancels(), options.attempts()));
    }

    /** Waiters may give up at any step. */
    public Check withCancels() {
        return withOptions(new SystemModel.Options(options.crashes(), options.kills(), true, options.attempts()));
    }

    /** Processes may also ask without being ready to wait. */
    public Check withAttempts() {
        return withOptions(new SystemModel.Options(options.crashes(), options.kills(), options.cancels(), true));
    }

    /** How many units each process asks for; one each, unless told. */
    public Check withUnits(int... wanted) {
        return new Check(system, other, properties, options, Optional.of(wanted.clone()), bounds);
    }

    /** How many threads search, up to 64; as many as there are processors, unless told. */
    public Check withThreads(int threads) {
        if (threads < 1 || threads > THREADS_MAX) {
            throw new IllegalArgumentException("threads must be between 1 and " + THREADS_MAX + ", not " + threads);
        }
        return withBounds(new Search.Bounds(
                threads, bounds.statesMax(), bounds.bytesMax(), bounds.nanosMax(), bounds.progress()));
    }

    /** Stops, not exhausted, when there are more states than this. */
    public Check withStatesMax(long states) {
        return withBounds(
                new Search.Bounds(bounds.threads(), states, bounds.bytesMax(), bounds.nanosMax(), bounds.progress()));
    }

    /** Stops, not exhausted, before the tables of states take more than this; half of the heap, unless told. */
    public Check withBytesMax(long bytes) {
        return withBounds(
                new Search.Bounds(bounds.threads(), bounds.statesMax(), bytes, bounds.nanosMax(), bounds.progress()));
    }

    /** Stops the search, not exhausted, soon after this time. Judging properties of runs comes after it, and takes its own. */
    public Check withTimeMax(Duration time) {
        return withBounds(new Search.Bounds(
                bounds.threads(), bounds.statesMax(), bounds.bytesMax(), time.toNanos(), bounds.progress()));
    }

    /** Is told now and then, by the searching thread, how far it has come. */
    public Check withProgress(Listener listener) {
        return withBounds(new Search.Bounds(
                bounds.threads(), bounds.statesMax(), bounds.bytesMax(), bounds.nanosMax(), listener::at));
    }

    /** Hears of a search's progress. */
    @FunctionalInterface
    public interface Listener {
        /** So far so many states and moves, at this depth, after this time. */
        void at(long states, long transitions, int depth, long nanos);
    }

    private Check withOptions(SystemModel.Options changed) {
        return new Check(system, other, properties, changed, units, bounds);
    }

    private Check withBounds(Search.Bounds changed) {
        return new Check(system, other, properties, options, units, changed);
    }

    /**
     * Searches, and judges.
     *
     * @throws IllegalArgumentException when the system or the combination of options can't be explored; it says why
     */
    public Report run() {
        long start = System.nanoTime();
        int[] asked = unitsOf(system.get());
        checkOptions(asked);
        World world = new World(system, asked);
        SystemModel first = SystemModel.of(world, options);
        Model model =
                other.isEmpty() ? first : new PairModel(first, SystemModel.of(new World(other.get(), asked), options));
        List<Invariant> invariants = properties.stream()
                .filter(Invariant.class::isInstance)
                .map(Invariant.class::cast)
                .toList();
        Search search = new Search(model, invariants, asked, bounds);
        search.run();
        Duration searching = Duration.ofNanos(System.nanoTime() - start);
        long bytes = search.bytes();
        Verdict verdict = judge(model, search);
        return new Report(
                verdict,
                search.states(),
                search.transitions(),
                search.depth(),
                bytes,
                searching,
                Duration.ofNanos(System.nanoTime() - start));
    }

    private int[] unitsOf(ProcessSystem set) {
        if (set.processes() > PROCESSES_MAX) {
            throw new IllegalArgumentException(
                    "at most " + PROCESSES_MAX + " processes can be explored, not " + set.processes());
        }
        int[] asked = units.orElseGet(() -> {
            int[] ones = new int[set.processes()];
            Arrays.fill(ones, 1);
            return ones;
        });
        if (asked.length != set.processes()) {
            throw new IllegalArgumentException(
                    "units are given for " + asked.length + " processes, but there are " + set.processes());
        }
        int most = Math.min(set.unitsMax(), set.places());
        for (int wanted : asked) {
            if (wanted < 1 || wanted > most) {
                throw new IllegalArgumentException("a process can ask for 1 to " + most + " units here, not " + wanted);
            }
        }
        return asked;
    }

    private void checkOptions(int[] asked) {
        if (Arrays.stream(asked).anyMatch(wanted -> wanted != 1)
                && properties.stream().anyMatch(KDeadlock.class::isInstance)) {
            throw new IllegalArgumentException(
                    "k-deadlock, as the paper defines it, counts processes of one unit each; check lockout instead");
        }
        if (options.cancels() && properties.stream().anyMatch(KDeadlock.class::isInstance)) {
            throw new IllegalArgumentException(
                    "k-deadlock, as the paper defines it, knows no waiters that give up: a cancelled ticket must be"
                        + " passed on by steps of its process, which a schedule may leave out; check lockout instead");
        }
        if (other.isPresent() && (options.cancels() || options.attempts())) {
            throw new IllegalArgumentException(
                    "equivalence is defined for schedules of steps: without cancels and attempts");
        }
    }

    private Verdict judge(Model model, Search search) {
        if (search.bad().isPresent()) {
            Search.Bad bad = search.bad().get();
            Finding finding = new Finding(bad.violation(), search.pathTo(bad));
            return new Verdict.Violated(bad.property(), bad.violation(), Trace.of(model, finding));
        }
        if (!search.stoppedBecause().isEmpty()) {
            return new Verdict.NotExhausted(search.stoppedBecause());
        }
        List<Property> aboutRuns =
                properties.stream().filter(property -> needsGraph(property)).toList();
        if (aboutRuns.isEmpty()) {
            return new Verdict.Holds();
        }
        long edges = search.states() * (model.moves().size() * 4L + model.words() * 8L + BYTES_TO_JUDGE);
        if (search.states() * model.moves().size() > Integer.MAX_VALUE || edges > bounds.bytesMax()) {
            return new Verdict.NotExhausted("the graph of " + search.states()
                    + " states is too large to judge properties of runs; invariants hold in all of them");
        }
        Runs runs = new Runs(new Graph(model, search, bounds.threads()));
        return aboutRuns.stream()
                .flatMap(property -> judge(runs, property)
                        .map(finding -> new Verdict.Violated(property, finding.violation(), Trace.of(model, finding)))
                        .stream())
                .findFirst()
                .<Verdict>map(violated -> violated)
                .orElseGet(Verdict.Holds::new);
    }

    private static boolean needsGraph(Property property) {
        return switch (property) {
            case AtMost _, Winners _, Equivalent _, WellDefined _ -> false;
            case KDeadlock _, FifoEnabling _, Deadlock _, NoLockout _ -> true;
        };
    }

    private static Optional<Finding> judge(Runs runs, Property property) {
        return switch (property) {
            case AtMost _, Winners _, Equivalent _, WellDefined _ -> Optional.empty();
            case KDeadlock(int limit) -> runs.kDeadlock(limit);
            case FifoEnabling() -> runs.fifo();
            case Deadlock() -> runs.deadlock();
            case NoLockout() -> runs.lockout();
        };
    }
}
