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
 * An exhaustive check of an algorithm. It explores every interleaving of the processes' steps, or of the nodes' actions
 * and the deliveries of their messages, and judges every property. It runs the same classes that the drivers run.
 *
 * <p>A check is immutable; each {@code with} method returns a changed copy. {@link #run} can take much time and memory,
 * so set bounds.
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
    private static final long BYTES_TO_JUDGE = 64; // per state: its number, status, components and waiters

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

    /** Returns a check of the system that the supplier creates. The supplier is called once per thread. */
    public static Check of(Supplier<ProcessSystem> system) {
        return of(new Subject.Sharing(new Systems<>(Objects.requireNonNull(system)), Optional.empty()));
    }

    /**
     * Returns a check of nodes that send messages, as {@link #of(Supplier)} does for processes. Channels are FIFO and
     * lose nothing. By default a node may make any number of requests, so the configurations may be infinitely many;
     * see {@link #withRequests}.
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

    /** Sets the properties to judge. Without any, the check only counts states. */
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

    /**
     * Lets up to {@code crashes} participants crash: a process at any step outside its remainder region, a node at any
     * moment.
     */
    public Check withCrashes(int crashes) {
        if (crashes < 0) {
            throw new IllegalArgumentException("crashes must not be negative: " + crashes);
        }
        return with(CheckOptions.CRASHES, crashes);
    }

    /**
     * Lets processes be killed at any step outside the remainder region, any number of times. Other processes clean up,
     * and a killed process may start again.
     *
     * @throws IllegalArgumentException if the algorithm cannot recover from a kill
     */
    public Check withKills() {
        Check changed = with(CheckOptions.KILL, true);
        subject.check(changed.options);
        return changed;
    }

    /** Lets waiters give up at any step. */
    public Check withCancels() {
        return with(CheckOptions.CANCEL, true);
    }

    /** Lets processes also make requests without being ready to wait. */
    public Check withAttempts() {
        return with(CheckOptions.ATTEMPT, true);
    }

    /**
     * Limits how many requests each node makes: one number for all nodes or one for each; 0 for any number. In a
     * window, cancelling a release also counts as a request.
     */
    public Check withRequests(int... most) {
        if (most.length == 0 || Arrays.stream(most).anyMatch(times -> times < 0)) {
            throw new IllegalArgumentException(
                    "requests must be given and must not be negative: " + Arrays.toString(most));
        }
        return with(CheckOptions.REQUESTS, Arrays.stream(most).boxed().toList());
    }

    /**
     * Explores only the runs in which no channel ever holds more than {@code most} messages; 0 for all runs. A
     * violation found is a real run. The runs left out may have violations that are not found.
     */
    public Check withRoom(int most) {
        if (most < 0) {
            throw new IllegalArgumentException("the room of a channel must not be negative: " + most);
        }
        return with(CheckOptions.ROOM, most);
    }

    /**
     * Explores only the runs in which messages of the named types arrive before anything else happens, as soon as each
     * is the oldest in its channel. A violation found is a real run.
     */
    public Check withHastened(String... types) {
        return with(CheckOptions.HASTEN, List.of(types));
    }

    /**
     * Forgets messages that will have no effect whenever they arrive
     * ({@link dev.turnstile.machine.facts.NodeFacts#isVoid}). There are fewer configurations, and the verdicts are the
     * same. With {@link #withRoom}, the verdict covers more runs, because forgotten messages take no room. A run that
     * is found lacks the arrivals of those messages, so it cannot be replayed as it is.
     */
    public Check withoutVoid() {
        return with(CheckOptions.FORGET_VOID, true);
    }

    /**
     * Starts in arbitrary configurations: every variable of every node with any value of its domain, and up to
     * {@code messages} arbitrary messages in every channel. If there are at most {@code most} such configurations, the
     * check starts in all of them; otherwise it starts in {@code most} random ones.
     */
    public Check withAnyStart(int most, int messages, long seed) {
        if (most < 1 || messages < 0) {
            throw new IllegalArgumentException(
                    "the starts must be at least 1 and the messages at least 0, not " + most + " and " + messages);
        }
        return withSettings(settings.with(CheckOptions.ANY_START, most)
                .with(CheckOptions.MESSAGES, messages)
                .with(CheckOptions.SEED, seed));
    }

    /** Keeps these nodes inside forever once they have entered. */
    public Check withStaying(Integer... nodes) {
        return with(CheckOptions.STAY, List.of(nodes));
    }

    /**
     * Lets timeouts come at any moment, even while messages are in flight that a timer should outlast
     * ({@link dev.turnstile.machine.facts.NodeFacts#timersOutlast}).
     */
    public Check withHastyTimers() {
        return with(CheckOptions.HASTY_TIMERS, true);
    }

    /** Sets how many units each process requests. Default: 1 each. */
    public Check withUnits(int... wanted) {
        return new Check(subject, properties, settings, Optional.of(wanted.clone()), bounds);
    }

    /** Sets how many threads search, up to 64. Default: the number of processors. */
    public Check withThreads(int threads) {
        if (threads < 1 || threads > THREADS_MAX) {
            throw new IllegalArgumentException("threads must be between 1 and " + THREADS_MAX + ", not " + threads);
        }
        return withBounds(new Search.Bounds(
                threads, bounds.statesMax(), bounds.bytesMax(), bounds.nanosMax(), bounds.progress()));
    }

    /** Stops the search, not exhausted, when there are more states than this. */
    public Check withStatesMax(long states) {
        return withBounds(
                new Search.Bounds(bounds.threads(), states, bounds.bytesMax(), bounds.nanosMax(), bounds.progress()));
    }

    /** Stops the search, not exhausted, before the tables of states take more than this. Default: half of the heap. */
    public Check withBytesMax(long bytes) {
        return withBounds(
                new Search.Bounds(bounds.threads(), bounds.statesMax(), bytes, bounds.nanosMax(), bounds.progress()));
    }

    /**
     * Stops the search, not exhausted, soon after this time. Judging properties of runs comes after the search and is
     * not bounded by it.
     */
    public Check withTimeMax(Duration time) {
        return withBounds(new Search.Bounds(
                bounds.threads(), bounds.statesMax(), bounds.bytesMax(), time.toNanos(), bounds.progress()));
    }

    /** Sets a listener that the searching thread calls from time to time. */
    public Check withProgress(Listener listener) {
        return withBounds(new Search.Bounds(
                bounds.threads(), bounds.statesMax(), bounds.bytesMax(), bounds.nanosMax(), listener));
    }

    /** Receives the progress of a search. */
    @FunctionalInterface
    public interface Listener {
        /** Reports the states and moves found so far, the depth and the elapsed time. */
        void at(long states, long transitions, int depth, long nanos);

        /**
         * Reports that all configurations have been seen and the runs through them are now judged. That may take as
         * long again.
         */
        default void judging() {}
    }

    private <T> Check with(Setting<T> setting, T value) {
        return withSettings(settings.with(setting, value));
    }

    /** Replaces all options, except those for properties and for another system. */
    Check withSettings(Settings changed) {
        return new Check(subject, properties, changed, units, bounds);
    }

    private Check withBounds(Search.Bounds changed) {
        return new Check(subject, properties, settings, units, changed);
    }

    /**
     * Searches, and judges the properties.
     *
     * @throws IllegalArgumentException if the system or the combination of options cannot be explored; the message says
     *     why
     */
    public Report run() {
        return explore(this::run);
    }

    /**
     * Returns the longest of all waits: how often others can enter while a participant waits, in a system that has
     * stabilised. The result is empty if waits are unbounded, or if the search was not exhaustive.
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
                // try again, with more room for the numbers of a configuration's parts
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
        int most = Math.min(subject.unitsMax(), subject.limit());
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
