package dev.turnstile.lab.explore;

import dev.turnstile.lab.run.Move;
import dev.turnstile.lab.run.World;
import dev.turnstile.lab.setting.Settings;
import dev.turnstile.machine.ProcessSystem;
import dev.turnstile.machine.Region;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * The longest time that any process can try, found by exhaustive search: over all schedules, all step times up to l,
 * all stays up to c, and all ways in which up to {@code crashes} processes crash. No process gives up. The model of
 * time is that of {@code lab.simulate.TimedRun}.
 *
 * <p>The search explores every configuration together with its clocks. These are far more than the configurations
 * alone, so it is feasible only for the smallest sizes.
 *
 * <pre>{@code
 * Optional<WorstTime.Answer> answer = WorstTime.of(() -> new Excl(3, 1), 0, 6, 10_000_000);
 * }</pre>
 */
public final class WorstTime {
    private WorstTime() {}

    /**
     * The result of a search.
     *
     * @param inL the longest trying time, in l
     * @param states the number of configurations, each with its clocks
     */
    public record Answer(int inL, long states) {}

    /**
     * Searches for the longest trying time.
     *
     * @param system creates the system to explore
     * @param crashes how many processes may crash
     * @param hold c, in l
     * @param statesMax the most states to explore
     * @return the longest time; empty if there are too many states
     * @throws IllegalStateException if there is no longest time, because a process can be locked out, or if a move
     *     fails
     */
    public static Optional<Answer> of(Supplier<ProcessSystem> system, int crashes, int hold, long statesMax) {
        int n = system.get().sizes().participants();
        int[] units = IntStream.range(0, n).map(i -> 1).toArray();
        SystemModel base = SystemModel.of(
                new World(system, units), CheckOptions.of(Settings.NONE.with(CheckOptions.CRASHES, crashes)));
        TimedModel model = new TimedModel(base, hold);
        long bytes = Runtime.getRuntime().maxMemory() / 2;
        int threads = Runtime.getRuntime().availableProcessors();
        Search search = new Search(
                model,
                List.of(),
                units,
                new Search.Bounds(
                        threads, statesMax, bytes, Long.MAX_VALUE, (states, transitions, depth, nanos) -> {}));
        search.run();
        if (search.bad().isPresent()) {
            throw new IllegalStateException(search.bad().get().violation().reason());
        }
        if (!search.stoppedBecause().isEmpty()) {
            return Optional.empty();
        }
        StateGraph graph = new StateGraph(model, search, threads);
        int longest = IntStream.range(0, n)
                .map(victim -> longest(graph, victim))
                .max()
                .orElseThrow();
        return Optional.of(new Answer(longest, graph.size));
    }

    /** Returns the longest trying time of one process. Its first step comes up to 1 after its request. */
    private static int longest(StateGraph graph, int victim) {
        Components components = new Components(
                graph,
                state -> graph.region(state, victim) == Region.TRYING && !graph.stopped(state, victim),
                (from, move, to) -> true);
        int[] ticks = components.mostOnAPath(
                (from, move, to) -> graph.moves().get(move).kind() == Move.Kind.TICK);
        return 1 + Arrays.stream(ticks).max().orElse(0);
    }
}
