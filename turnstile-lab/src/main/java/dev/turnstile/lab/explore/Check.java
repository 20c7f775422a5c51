package dev.turnstile.lab.explore;

import dev.turnstile.lab.property.Conditions;
import dev.turnstile.lab.property.Invariant;
import dev.turnstile.lab.property.LivenessJudge;
import dev.turnstile.lab.property.Property;
import dev.turnstile.lab.property.RunProperty;
import dev.turnstile.lab.setting.Setting;
import dev.turnstile.lab.setting.Settings;
import dev.turnstile.machine.Message;
import dev.turnstile.machine.NodeSystem;
import dev.turnstile.machine.ProcessSystem;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * An exhaustive check of an algorithm: every interleaving of its processes' steps, or of its nodes' actions and the
 * deliveries of their messages, is explored, on the very classes that the drivers run, and every property is judged.
 *
 * <p>Immutable; each {@code with} method returns a changed copy. {@link #run} may take long and much memory: bound it.
 *
 * <pre>{@code
 * Report report = Check.of(() -> new ColoredTicket(3, 2))
 *         .withProperties(new AtMost(2), new FifoEnabling())
 *         .run();
 * Report other = Check.ofNodes(() -> new Raymond(3, 1))
 *         .withRequests(2)
 *         .withProperties(new AtMost(1), new NoLockout())
 *         .run();
 * }</pre>
 */
public final class Check {
    /** The most processes that a configuration has room for. */
    public static final int PROCESSES_MAX = 20;

    private static final int THREADS_MAX = 64;
    private static final long BYTES_TO_JUDGE = 64; // per state: its number, status, components, and who waits

    private final Subject subject;
    private final List<Property> properties;
    private final Settings settings;
    private final CheckOptions options;
    private final Optional<int[]> units;
    private final Search.Bounds bounds;

    private Check(
            Subject subject,
            List<Property> properties,
            Settings settings,
            Optional<int[]> units,
            Search.Bounds bounds) {
        this.subject = subject;
        this.properties = properties;
        this.settings = settings;
        options = CheckOptions.of(settings);
        this.units = units;
        this.bounds = bounds;
    }

    /** A check of the system that the supplier makes; it is called once per thread. */
    public static Check of(Supplier<ProcessSystem> system) {
        return of(new Subject.Sharing(new Systems<>(Objects.requireNonNull(system)), Optional.empty()));
    }

    /**
     * As {@link #of(Supplier)}, of nodes that send messages. Channels are FIFO, and nothing is lost. Unless told
     * otherwise ({@link #withRequests}), a node may ask any number of times: then there may be no end of
     * configurations.
     */
    public static <M extends Message> Check ofNodes(Supplier<? extends NodeSystem<M>> system) {
        Objects.requireNonNull(system);
        return of(new Subject.Sending<M>(new Systems<>(system)));
    }

    private static Check of(Subject subject) {
        Search.Bounds bounds = new Search.Bounds(
                Math.min(THREADS_MAX, Runtime.getRuntime().availableProcessors()),
                Long.MAX_VALUE,
                Runtime.getRuntime().maxMemory() / 2,
                Long.MAX_VALUE,
                (states, transitions, depth, nanos) -> {});
        return new Check(subject, List.of(), Settings.NONE, Optional.empty(), bounds);
    }

    /** The properties to judge. Without any, the states are only counted. */
    public Check withProperties(Property... wanted) {
        return new Check(subject, List.of(wanted), settings, units, bounds);
    }

    /** Also checks that the system is equivalent to another: the same regions after every schedule. */
    public Check withEquivalent(Supplier<ProcessSystem> reference) {
        return switch (subject) {
            case Subject.Sharing sharing ->
                new Check(
                        new Subject.Sharing(sharing.system(), Optional.of(reference)),
                        properties,
                        settings,
                        units,
                        bounds);
            case Subject.Sending<?> _ ->
                throw new IllegalArgumentException("equivalence is defined for processes that share memory");
        };
    }

    /** Up to so many may stop for ever: a process at any step outside its remainder region, a node at any moment. */
    public Check withCrashes(int crashes) {
        if (crashes < 0) {
            throw new IllegalArgumentException("crashes must not be negative: " + crashes);
        }
        return with(CheckOptions.CRASHES, crashes);
    }

    /**
     * Processes may be killed at any step outside the remainder region, any number of times: somebody clears up, and
     * they may come again.
     *
     * @throws IllegalArgumentException for an algorithm that can't recover from that
     */
    public Check withKills() {
        Check changed = with(CheckOptions.KILL, true);
        subject.check(changed.options);
        return changed;
    }

    /** Waiters may give up at any step. */
    public Check withCancels() {
        return with(CheckOptions.CANCEL, true);
    }

    /** Processes may also ask without being ready to wait. */
    public Check withAttempts() {
        return with(CheckOptions.ATTEMPT, true);
    }

    /**
     * Each node asks at most so many times, one number for all or one for each; 0 for any number of times. Staying
     * inside after all, in a window, counts, too.
     */
    public Check withRequests(int... most) {
        if (most.length == 0 || Arrays.stream(most).anyMatch(times -> times < 0)) {
            throw new IllegalArgumentException("requests must be there, and not negative: " + Arrays.toString(most));
        }
        return with(CheckOptions.REQUESTS, Arrays.stream(most).boxed().toList());
    }

    /**
     * Explores only the runs in which no channel ever holds more than so many messages; 0 for all. What is found is a
     * run like any other; what is not found may still happen in the runs that are left out.
     */
    public Check withRoom(int most) {
        if (most < 0) {
            throw new IllegalArgumentException("the room of a channel must not be negative: " + most);
        }
        return with(CheckOptions.ROOM, most);
    }

    /**
     * Explores only the runs in which messages of these types, by their names, arrive before anything else happens, as
     * soon as they are the oldest of their channel. What is found is a run like any other.
     */
    public Check withHastened(String... types) {
        return with(CheckOptions.HASTEN, List.of(types));
    }

    /**
     * Forgets messages that will be of no effect, whenever they arrive
     * ({@link dev.turnstile.machine.facts.NodeFacts#isVoid}): there are fewer configurations, and the same verdicts
     * (with {@link #withRoom}, of more runs: what is forgotten takes no room). A run that is found lacks the arrivals
     * of those messages, and so can't be replayed as it is.
     */
    public Check withoutVoid() {
        return with(CheckOptions.FORGET_VOID, true);
    }

    /**
     * Begins in arbitrary configurations: every variable of every node with any value of its domain, and in every
     * channel up to so many arbitrary messages. All of them, if there are not more than {@code most}; else so many, by
     * chance.
     */
    public Check withAnyStart(int most, int messages, long seed) {
        if (most < 1 || messages < 0) {
            throw new IllegalArgumentException(
                    "at least one start, with at least no messages, not " + most + " and " + messages);
        }
        return withSettings(settings.with(CheckOptions.ANY_START, most)
                .with(CheckOptions.MESSAGES, messages)
                .with(CheckOptions.SEED, seed));
    }

    /** These nodes never leave once they are inside. */
    public Check withStaying(Integer... nodes) {
        return with(CheckOptions.STAY, List.of(nodes));
    }

    /**
     * Timeouts may come at any moment, even while messages are on their way that a timer should outlast
     * ({@link dev.turnstile.machine.facts.NodeFacts#timersOutlast}).
     */
    public Check withHastyTimers() {
        return with(CheckOptions.HASTY_TIMERS, true);
    }

    /** How many units each process asks for; one each, unless told. */
    public Check withUnits(int... wanted) {
        return new Check(subject, properties, settings, Optional.of(wanted.clone()), bounds);
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

    /**
     * Stops the search, not exhausted, soon after this time. Judging properties of runs comes after it, and takes its
     * own.
     */
    public Check withTimeMax(Duration time) {
        return withBounds(new Search.Bounds(
                bounds.threads(), bounds.statesMax(), bounds.bytesMax(), time.toNanos(), bounds.progress()));
    }

    /** Is told now and then, by the searching thread, how far it has come. */
    public Check withProgress(Listener listener) {
        return withBounds(new Search.Bounds(
                bounds.threads(), bounds.statesMax(), bounds.bytesMax(), bounds.nanosMax(), listener));
    }

    /** Hears of a search's progress. */
    @FunctionalInterface
    public interface Listener {
        /** So far so many states and moves, at this depth, after this time. */
        void at(long states, long transitions, int depth, long nanos);

        /** All configurations have been seen; now the runs through them are judged, which may take as long. */
        default void judging() {}
    }

    /** The same with one option more. */
    private <T> Check with(Setting<T> setting, T value) {
        return withSettings(settings.with(setting, value));
    }

    /** As all of these options say, those for properties and another system excepted. */
    Check withSettings(Settings changed) {
        return new Check(subject, properties, changed, units, bounds);
    }

    private Check withBounds(Search.Bounds changed) {
        return new Check(subject, properties, settings, units, changed);
    }

    /**
     * Searches, and judges.
     *
     * @throws IllegalArgumentException when the system or the combination of options can't be explored; it says why
     */
    public Report run() {
        return explore(this::run);
    }

    /**
     * How often others can enter while somebody waits, at most: the longest of all waits, in a system that has
     * stabilised. Empty if there is no longest, or not everything could be seen.
     */
    public OptionalInt longestWait() {
        return explore((model, asked) -> {
            Search search = new Search(model, List.of(), asked, bounds);
            search.run();
            return search.stoppedBecause().isEmpty() && search.bad().isEmpty()
                    ? new GraphRuns(new StateGraph(model, search, bounds.threads()), asked).longestWait()
                    : OptionalInt.empty();
        });
    }

    private <T> T explore(BiFunction<Model, int[], T> exploring) {
        int[] asked = unitsAsked();
        subject.check(options);
        Conditions conditions = subject.conditions(options, asked);
        for (Property property : properties) {
            property.undefinedWhere(conditions).ifPresent(reason -> {
                throw new IllegalArgumentException(reason);
            });
        }
        for (int words = 1; ; words++) {
            try {
                return exploring.apply(subject.model(options, asked, words), asked);
            } catch (NodeModel.TooNarrowException tooManyParts) {
                // once more, with more room for the numbers of a configuration's parts
            }
        }
    }

    private Report run(Model model, int[] asked) {
        long start = System.nanoTime();
        Search search = new Search(model, all(Invariant.class), asked, bounds);
        search.run();
        Duration searching = Duration.ofNanos(System.nanoTime() - start);
        long bytes = search.bytes();
        int starts = search.starts();
        Verdict verdict = judge(model, search, asked);
        return new Report(
                verdict,
                search.states(),
                search.transitions(),
                search.depth(),
                bytes,
                starts,
                !(model instanceof NodeModel<?> nodes) || nodes.everyStart(),
                searching,
                Duration.ofNanos(System.nanoTime() - start));
    }

    private <P extends Property> List<P> all(Class<P> kind) {
        return properties.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    private int[] unitsAsked() {
        int count = subject.processes();
        if (count > PROCESSES_MAX) {
            throw new IllegalArgumentException("at most " + PROCESSES_MAX + " processes can be explored, not " + count);
        }
        int[] asked =
                units.orElseGet(() -> IntStream.range(0, count).map(i -> 1).toArray());
        if (asked.length != count) {
            throw new IllegalArgumentException(
                    "units are given for " + asked.length + " processes, but there are " + count);
        }
        int most = Math.min(subject.unitsMax(), subject.places());
        for (int wanted : asked) {
            if (wanted < 1 || wanted > most) {
                throw new IllegalArgumentException("a process can ask for 1 to " + most + " units here, not " + wanted);
            }
        }
        return asked;
    }

    private Verdict judge(Model model, Search search, int[] asked) {
        if (search.bad().isPresent()) {
            InvariantFailure bad = search.bad().get();
            Finding finding = new Finding(bad.violation(), search.pathTo(bad));
            return new Verdict.Violated(bad.property(), bad.violation(), Trace.of(model, finding, bad.failing()));
        }
        if (!search.stoppedBecause().isEmpty()) {
            return new Verdict.NotExhausted(search.stoppedBecause());
        }
        List<RunProperty> aboutRuns = all(RunProperty.class);
        if (aboutRuns.isEmpty()) {
            return new Verdict.Holds();
        }
        long bytes = search.states() * (model.words() * 8L + BYTES_TO_JUDGE)
                + Transitions.bytes(search.states(), model.moves().size(), search.transitions());
        if (search.transitions() > Integer.MAX_VALUE - 64 || bytes > bounds.bytesMax()) {
            return new Verdict.NotExhausted("the graph of " + search.states()
                    + " states is too large to judge properties of runs; invariants hold in all of them");
        }
        bounds.progress().judging();
        LivenessJudge<Finding> runs = new GraphRuns(new StateGraph(model, search, bounds.threads()), asked);
        return aboutRuns.stream()
                .flatMap(property -> property
                        .judge(runs)
                        .map(finding -> new Verdict.Violated(property, finding.violation(), Trace.of(model, finding)))
                        .stream())
                .findFirst()
                .<Verdict>map(violated -> violated)
                .orElseGet(Verdict.Holds::new);
    }
}
