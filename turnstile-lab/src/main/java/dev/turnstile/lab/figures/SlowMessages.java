package dev.turnstile.lab.figures;

import dev.turnstile.lab.catalogue.LabCatalogue;
import dev.turnstile.lab.property.Granted;
import dev.turnstile.lab.simulate.Costs;
import dev.turnstile.lab.simulate.Delay;
import dev.turnstile.lab.simulate.Result;
import dev.turnstile.lab.simulate.Simulation;
import dev.turnstile.lab.simulate.Workload;
import dev.turnstile.machine.Message;
import dev.turnstile.machine.NodeSystem;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/**
 * Measures how often MUTIN(l) as printed waits forever when single messages are slow, and that the corrected algorithm
 * never does.
 */
final class SlowMessages {
    static final String PRINTED = "mutin-as-printed";
    static final String CORRECTED = "mutin";
    private static final int RUNS_PER_SEED = 8;
    private static final long ENTRIES = 1_000;
    private static final double RATE = 0.1;

    private static final Map<String, Delay> DELAYS = delays();

    private static final List<Place> PLACES = List.of(
            new Place(3, "majority", 2),
            new Place(7, "majority", 6),
            new Place(7, "majority", 5),
            new Place(7, "plane", 6),
            new Place(9, "grid", 8),
            new Place(9, "majority", 8),
            new Place(9, "plane", 8),
            new Place(9, "plane", 7));

    private final int runs;
    private final Map<String, Map<Place, Map<String, Long>>> locked = new LinkedHashMap<>();

    /** A configuration to be measured. */
    private record Place(int nodes, String coterie, int floor) {
        NodeSystem<?> system(String algorithm) {
            return LabCatalogue.messagePassing(
                            algorithm + ":coterie=" + coterie + ",at-least=" + floor + ",inside=" + nodes)
                    .system(nodes, nodes);
        }
    }

    SlowMessages(int seeds) {
        runs = RUNS_PER_SEED * seeds;
    }

    private static Map<String, Delay> delays() {
        Map<String, Delay> delays = new LinkedHashMap<>();
        delays.put("constant", new Delay.Constant());
        delays.put("uniform", new Delay.Uniform());
        delays.put("exponential", new Delay.Exponential());
        delays.put("slow", new Delay.Slow(0.01, 100));
        delays.put("adversarial 10", new Delay.Adversarial(10));
        delays.put("adversarial 100", new Delay.Adversarial(100));
        return delays;
    }

    int runs() {
        return 2 * PLACES.size() * DELAYS.size() * runs;
    }

    /** Runs all simulations, and reports each as completed. */
    void run(Runnable over) {
        for (String algorithm : List.of(PRINTED, CORRECTED)) {
            for (Place place : PLACES) {
                DELAYS.forEach((name, delay) -> {
                    long count = LongStream.rangeClosed(1, runs)
                            .parallel()
                            .filter(seed -> isLocked(place.system(algorithm), delay, seed))
                            .count();
                    locked.computeIfAbsent(algorithm, same -> new LinkedHashMap<>())
                            .computeIfAbsent(place, same -> new LinkedHashMap<>())
                            .put(name, count);
                    for (int i = 0; i < runs; i++) {
                        over.run();
                    }
                });
            }
        }
    }

    /**
     * Returns whether a node waits forever.
     *
     * @throws IllegalStateException if another property is violated
     */
    private static <M extends Message> boolean isLocked(NodeSystem<M> system, Delay delay, long seed) {
        Workload workload =
                Workload.of(RATE).withHold(1).withCosts(new Costs(0, 0, 1)).withDelay(delay);
        Result result = new Simulation<>(system, workload, ENTRIES, seed).run();
        result.finding().ifPresent(finding -> {
            if (!(finding.property() instanceof Granted)) {
                throw new IllegalStateException("seed " + seed + ": " + finding);
            }
        });
        return result.finding().isPresent();
    }

    /** Returns the number of runs with the given delays in which a node waited forever. */
    long locked(String algorithm, List<String> delays) {
        return locked.get(algorithm).values().stream()
                .mapToLong(counts -> delays.stream().mapToLong(counts::get).sum())
                .sum();
    }

    int runsOf(List<String> delays) {
        return PLACES.size() * delays.size() * runs;
    }

    Table table() {
        List<String> heads = new ArrayList<>(List.of("algorithm", "n", "coterie", "l"));
        heads.addAll(DELAYS.keySet());
        List<List<String>> rows = new ArrayList<>();
        locked.forEach((algorithm, places) -> places.forEach((place, counts) -> {
            List<String> row = new ArrayList<>(
                    List.of(algorithm, String.valueOf(place.nodes()), place.coterie(), String.valueOf(place.floor())));
            counts.values().forEach(count -> row.add(String.valueOf(count)));
            rows.add(row);
        }));
        return new Table("Runs, out of " + runs + ", in which a node waits forever", heads, rows);
    }
}
