package dev.turnstile.bench.stores;

import dev.turnstile.bench.Spread;
import dev.turnstile.bench.processes.RemoteWorker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Measures Turnstile in PostgreSQL and its peers there, in one table. Each round measures all rows in turn, so that
 * other load on the machine affects all of them. A ratio is Turnstile's number divided by the peer's number of the same
 * round. The JVMs start once. They warm up alone, and then together in a first round that is not counted.
 *
 * <pre>
 * java -cp turnstile-bench/target/benchmarks.jar dev.turnstile.bench.stores.Stores           3 rounds, 500 ms a row
 * java -cp ... dev.turnstile.bench.stores.Stores ROUNDS MILLIS PARTS URL
 * </pre>
 *
 * <p>The parts are {@code pairs}, {@code processes}, {@code handoff} and {@code h2}, separated by commas. Without a URL
 * of a PostgreSQL database, the benchmark starts a server of its own.
 */
public final class Stores {
    private static final int PROCESSES = 4;
    private static final int HAND_OFF_FACTOR = 4; // one hand-off takes 20 ms
    private static final long LEAD_NANOS = 300_000_000;
    private static final int WARM_UP_FACTOR = 8; // for each contender, in units of one measurement
    private static final String HEAD = """
        | what                              | who            | median (min-max)     | Turnstile / this   | fewest/most  | writes/pair |
        |-----------------------------------|----------------|----------------------|--------------------|--------------|-------------|
        """;

    private final String postgres;
    private final String h2;
    private final long millis;
    private final List<RemoteWorker> workers = new ArrayList<>();
    private final List<Measurement> measurements = new ArrayList<>();
    private final List<StoreRow> rows = new ArrayList<>();
    private final Random random = new Random(1);

    /** Takes one measurement of each round. */
    @FunctionalInterface
    private interface Measurement {
        void once() throws IOException, SQLException, InterruptedException;
    }

    private Stores(String postgres, Path folder, long millis) {
        this.postgres = postgres;
        this.h2 = "jdbc:h2:file:" + folder.resolve("bench") + ";WRITE_DELAY=0";
        this.millis = millis;
    }

    /** Measures and prints all rows. Arguments: rounds, milliseconds per row, parts, and the URL of a server. */
    public static void main(String... args) throws IOException, SQLException, InterruptedException {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 3;
        long millis = args.length > 1 ? Long.parseLong(args[1]) : 500;
        String parts = args.length > 2 ? args[2] : "pairs,processes,handoff,h2";
        if (args.length > 3) {
            measure(args[3], rounds, millis, parts);
            return;
        }
        try (BenchServer server = new BenchServer()) {
            measure(server.url(), rounds, millis, parts);
        }
    }

    private static void measure(String url, int rounds, long millis, String parts)
            throws IOException, SQLException, InterruptedException {
        Path folder = Files.createTempDirectory("turnstile-bench-h2");
        Stores run = new Stores(url, folder, millis);
        try {
            run.start();
            for (String part : parts.split(",", -1)) {
                run.add(part);
            }
            System.out.printf(
                    "PostgreSQL %s; %d rounds of %d ms a row; %d processors; load %s%n%n",
                    run.ask("show server_version"),
                    rounds,
                    millis,
                    Runtime.getRuntime().availableProcessors(),
                    load());
            run.warmUp();
            run.measure(rounds);
            run.print();
            System.out.printf("%nload at the end: %s%n", load());
        } finally {
            run.workers.forEach(RemoteWorker::close);
            remove(folder);
        }
    }

    private static String load() throws IOException {
        Path file = Path.of("/proc/loadavg");
        return Files.exists(file) ? Files.readString(file).replaceFirst("^(\\S+ \\S+ \\S+).*\\s*$", "$1") : "unknown";
    }

    private static void remove(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path file : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    private void start() throws IOException {
        for (int i = 0; i < PROCESSES; i++) {
            workers.add(new RemoteWorker(StoreWorker.class));
        }
    }

    private void add(String part) {
        switch (part) {
            case "pairs" -> {
                addPairs(1, 1, 1);
                addPairs(1, 8, 1);
                addPairs(1, 1, 3);
                addPairs(1, 8, 3);
            }
            case "processes" -> {
                addPairs(PROCESSES, 2, 1);
                addPairs(PROCESSES, 2, 3);
            }
            case "handoff" -> addHandOffs();
            case "h2" -> {
                addPairs("H2, 1 thread, k=1, pairs/s", Contender.Kind.TURNSTILE, h2, 1, 1, 1);
                addPairs("H2, 8 threads, k=1, pairs/s", Contender.Kind.TURNSTILE, h2, 1, 8, 1);
            }
            default -> throw new IllegalArgumentException("unknown part: " + part);
        }
    }

    private void addPairs(int processes, int threads, int places) {
        String what = (processes == 1 ? "" : processes + " processes x ")
                + (threads == 1 ? "1 thread" : threads + " threads") + ", k=" + places + ", pairs/s";
        for (Contender.Kind kind : Contender.Kind.values()) {
            if (kind.supports(places)) {
                addPairs(what, kind, postgres, processes, threads, places);
            }
        }
    }

    private void addPairs(String what, Contender.Kind kind, String url, int processes, int threads, int places) {
        StoreRow row = new StoreRow(what, kind);
        rows.add(row);
        List<RemoteWorker> crowd = workers.subList(0, processes);
        measurements.add(() -> {
            order(crowd, "open " + kind + " " + url + " k" + places + "-" + processes + " " + places);
            long writes = writes();
            long start = System.nanoTime() + LEAD_NANOS;
            long[] passes = order(crowd, "pass " + threads + " " + start + " " + (start + millis * 1_000_000)).stream()
                    .flatMap(answer -> Arrays.stream(answer.split(" ", -1)))
                    .mapToLong(Long::parseLong)
                    .toArray();
            writes = writes() - writes;
            order(crowd, "close");
            double all = LongStream.of(passes).sum();
            double fewest = LongStream.of(passes).min().orElseThrow();
            double most = LongStream.of(passes).max().orElseThrow();
            row.add(all * 1e3 / millis, fewest / most, writes / (all + passes.length));
        });
    }

    /** Sends an order to all, and returns their answers. */
    private static List<String> order(List<RemoteWorker> crowd, String order) throws IOException {
        crowd.forEach(one -> one.ask(order));
        List<String> answers = new ArrayList<>();
        for (RemoteWorker one : crowd) {
            answers.add(one.answer());
        }
        return answers;
    }

    /** Returns how many transactions have written something. */
    private long writes() throws SQLException {
        return Long.parseLong(ask("select pg_snapshot_xmax(pg_current_snapshot())"));
    }

    private String ask(String query) throws SQLException {
        try (Connection connection = DriverManager.getConnection(postgres);
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(query)) {
            result.next();
            return result.getString(1);
        }
    }

    private void addHandOffs() {
        for (Contender.Kind kind : Contender.Kind.values()) {
            StoreRow median = new StoreRow("hand-off, 2 processes, median, us", kind);
            StoreRow high = new StoreRow("hand-off, 2 processes, p99, us", kind);
            rows.add(median);
            rows.add(high);
            measurements.add(() -> {
                List<Double> micros = handOffs(kind);
                median.add(Spread.of(micros).median());
                high.add(micros.get((int) Math.ceil(micros.size() * 0.99) - 1));
            });
        }
    }

    /** Returns the times from the beginning of a leave until the waiter of the other process is inside, sorted. */
    private List<Double> handOffs(Contender.Kind kind) throws IOException, InterruptedException {
        List<RemoteWorker> two = workers.subList(0, 2);
        order(two, "open " + kind + " " + postgres + " handoff 1");
        List<Double> micros = new ArrayList<>();
        long end = System.nanoTime() + HAND_OFF_FACTOR * millis * 1_000_000;
        order(two.subList(0, 1), "enter");
        int holder = 0;
        while (micros.isEmpty() || System.nanoTime() < end) {
            RemoteWorker waiter = two.get(1 - holder);
            waiter.ask("enter");
            Thread.sleep(15 + random.nextInt(10)); // it waits by then, and no poll is in step
            two.get(holder).ask("leave");
            double inside = Double.parseDouble(waiter.answer());
            micros.add((inside - Double.parseDouble(two.get(holder).answer())) / 1e3);
            holder = 1 - holder;
        }
        order(two.subList(holder, holder + 1), "leave");
        order(two, "close");
        return micros.stream().sorted().toList();
    }

    /** Lets each JVM pass alone, until it runs compiled code. */
    private void warmUp() throws IOException {
        for (Contender.Kind kind : Contender.Kind.values()) {
            for (int i = 0; i < workers.size(); i++) {
                workers.get(i).ask("open " + kind + " " + postgres + " warm-up-" + i + " 1");
            }
            for (RemoteWorker worker : workers) {
                worker.answer();
            }
            long start = System.nanoTime() + LEAD_NANOS;
            order(workers, "pass 2 " + start + " " + (start + WARM_UP_FACTOR * millis * 1_000_000));
            order(workers, "close");
        }
    }

    private void measure(int rounds) throws IOException, SQLException, InterruptedException {
        for (int round = 0; round <= rounds; round++) {
            for (Measurement measurement : measurements) {
                measurement.once();
            }
            if (round == 0) {
                rows.forEach(StoreRow::clear);
            }
        }
    }

    private void print() {
        System.out.print(HEAD);
        List<String> all = rows.stream().map(StoreRow::what).distinct().toList();
        for (String what : all) {
            List<StoreRow> compared =
                    rows.stream().filter(row -> row.what().equals(what)).toList();
            compared.forEach(row -> System.out.println(row.show(compared.getFirst())));
        }
    }
}
