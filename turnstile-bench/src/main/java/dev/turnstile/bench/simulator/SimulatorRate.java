package dev.turnstile.bench.simulator;

import dev.turnstile.algorithm.permission.Raymond;
import dev.turnstile.bench.Spread;
import dev.turnstile.lab.simulate.Result;
import dev.turnstile.lab.simulate.Simulation;
import dev.turnstile.lab.simulate.Workload;
import dev.turnstile.machine.Message;
import dev.turnstile.machine.NodeSystem;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Measures the events per second of the simulator on one thread, compared with SSJ and a bare binary heap.
 *
 * <p>Each round measures all rows in turn, after two warm-up rounds. A ratio is a row's rate divided by that of SSJ's
 * M/M/3 queue in the same round. Our runs are complete, from the creation of the nodes to the sorted delays.
 *
 * <p>In a simulation a message is two events, its arrival and its handling, and only the second calls a node. The rows
 * without a simulator count calls of nodes. The time of one call is the algorithm's share of two events.
 *
 * <pre>
 * java -XX:+UseSerialGC -cp turnstile-bench/target/benchmarks.jar dev.turnstile.bench.simulator.SimulatorRate         5 rounds of 500 ms
 * java -XX:+UseSerialGC -cp turnstile-bench/target/benchmarks.jar dev.turnstile.bench.simulator.SimulatorRate 9 1000  9 rounds of 1 s
 * </pre>
 */
public final class SimulatorRate {
    private static final int WARM_UP = 2;
    private static final int FEW = 64;
    private static final int MANY = 2048;
    private static final int PEER = 0; // the row that the others are compared with
    private static final String HEAD = """
        | what                                  | 1000 events/s            | ns/event | times SSJ, M/M/3    |
        |---------------------------------------|--------------------------|----------|---------------------|
        """;

    private SimulatorRate() {}

    /** Measures and prints all rows. Arguments, all optional: rounds, milliseconds per row and round. */
    public static void main(String... args) {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 5;
        long millis = args.length > 1 ? Long.parseLong(args[1]) : 500;
        System.out.printf(
                Locale.ROOT, "%d rounds of %d ms for each row, in turn; median (min-max).%n%n%s", rounds, millis, HEAD);
        List<SimulatorRow> rows = rows(1_000_000);
        List<double[]> measured = new ArrayList<>(); // by round and row
        for (int round = 0; round < WARM_UP + rounds; round++) {
            long seed = 1_000_000L * round;
            measured.add(rows.stream()
                    .mapToDouble(row -> row.perSecond(seed, millis))
                    .toArray());
        }
        for (int i = 0; i < rows.size(); i++) {
            print(rows, measured.subList(WARM_UP, measured.size()), i);
        }
    }

    private static void print(List<SimulatorRow> rows, List<double[]> measured, int row) {
        Spread rate = Spread.of(measured.stream().map(round -> round[row]).toList());
        Spread ratio = Spread.of(
                measured.stream().map(round -> round[row] / round[PEER]).toList());
        System.out.printf(
                Locale.ROOT,
                "| %-37s | %-24s | %8.1f | %-19s |%n",
                rows.get(row).name(),
                rate.thousands(),
                1e9 / rate.median(),
                ratio.times());
    }

    /** Returns the rows, each with runs of about the given number of events. */
    static List<SimulatorRow> rows(long events) {
        return List.of(
                queue(events),
                ssj(FEW, events),
                ssj(MANY, events),
                heap(FEW, events),
                heap(MANY, events),
                simulation("pairs, n=64", new Pairs(FEW), 0.1, events / 8),
                simulation("pairs, n=2048", new Pairs(MANY), 0.1, events / 8),
                simulation("Raymond, n=30, k=3, rate 0.1", new Raymond(30, 3), 0.1, events / 120),
                simulation("Raymond, n=30, k=3, rate 10", new Raymond(30, 3), 10, events / 120),
                simulation("Raymond, n=1000, k=3, rate 0.0001", new Raymond(1000, 3), 0.0001, events / 4_000),
                delivery(new Raymond(30, 3), 14, events),
                delivery(new Raymond(30, 3), 30, events),
                delivery(new Raymond(1000, 3), 20, events));
    }

    private static SimulatorRow queue(long events) {
        SsjQueue queue = new SsjQueue();
        return new SimulatorRow("SSJ, M/M/3", _ -> queue.run(events));
    }

    private static SimulatorRow ssj(int pending, long events) {
        SsjHold hold = new SsjHold(pending);
        return new SimulatorRow("SSJ, " + pending + " pending", _ -> hold.run(events));
    }

    private static SimulatorRow heap(int pending, long events) {
        return new SimulatorRow("bare heap, " + pending + " pending", seed -> new BareHeap(pending, seed).run(events));
    }

    private static <M extends Message> SimulatorRow simulation(
            String name, NodeSystem<M> system, double rate, long entries) {
        Workload workload = Workload.of(rate);
        return new SimulatorRow(name, seed -> {
            Result result = new Simulation<>(system, workload, Math.max(1, entries), seed).run();
            if (result.finding().isPresent()) {
                throw new IllegalStateException("the simulation found a violation: " + result.finding());
            }
            return result.events();
        });
    }

    /** Returns a row with as many pending requests as the simulation of the same size has on average. */
    private static SimulatorRow delivery(Raymond system, int asking, long calls) {
        PlainDelivery<Raymond.RaymondMessage> delivery = new PlainDelivery<>(system, asking);
        String name = "no simulator: Raymond, n=" + system.sizes().participants() + ", " + asking + " ask";
        return new SimulatorRow(name, _ -> delivery.run(calls));
    }
}
