package dev.turnstile.bench.processes;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

/**
 * Measures Turnstile between processes and its peers, in one table. Each round measures all rows in turn, so that other
 * load on the machine affects all of them. A ratio is Turnstile's number divided by the peer's number of the same
 * round. The JVMs start and warm up once, and sleep between their turns. The C programs start anew in each round.
 *
 * <p>Run this class through {@code turnstile-bench/processes/run.sh}, which documents its parameters.
 */
public final class Processes {
    private static final int CROWD = 8;
    private static final long WARM_UP_MILLIS = 4_000;
    private static final long WARM_UP_PASSES = 30_000; // of each process
    private static final int WARM_UP_SECONDS_MAX = 30;
    private static final String HEAD = """
        | what                             | who                    | median (min-max)            | Turnstile / this         | fewest/most      |
        |----------------------------------|------------------------|-----------------------------|--------------------------|------------------|
        """;

    private final String peers;
    private final String launcher;
    private final Path folder;
    private final long millis;
    private final int pairs;
    private final long microsecond;
    private final List<RemoteWorker> colleagues = new ArrayList<>();
    private final List<RemoteWorker> crowd = new ArrayList<>();
    private final List<ProcessRow> rows = new ArrayList<>();

    private Processes(String peers, String launcher, Path folder, long millis)
            throws IOException, InterruptedException {
        this.peers = peers;
        this.launcher = launcher;
        this.folder = folder;
        this.millis = millis;
        pairs = Math.toIntExact(millis * 1_000);
        microsecond = Long.parseLong(Command.of(peers + "/peers", "calibrate").run());
    }

    /**
     * Measures and prints all rows. Arguments: the folder of the peers, the turnstile command, a folder for files,
     * rounds, milliseconds per row, parts, and GNU's sem or nothing.
     */
    public static void main(String... args) throws IOException, InterruptedException {
        Processes run = new Processes(args[0], args[1], Path.of(args[2]), Long.parseLong(args[4]));
        int rounds = Integer.parseInt(args[3]);
        System.out.printf(
                "%d rounds of %s ms a row; 1 us is %d rounds of the busy loop; %d processors.%n%n",
                rounds, args[4], run.microsecond, Runtime.getRuntime().availableProcessors());
        for (String part : args[5].split(",", -1)) {
            run.add(part, args.length > 6 ? args[6] : "");
        }
        run.measure(rounds);
        run.print();
        run.colleagues.forEach(RemoteWorker::close);
    }

    private void add(String part, String sem) throws IOException, InterruptedException {
        switch (part) {
            case "pair" -> addPairs();
            case "handoff" -> addHandOffs();
            case "crowd1" -> addCrowds(1, "semaphore", "mutex", "flock");
            case "crowd3" -> addCrowds(3, "semaphore");
            case "command" -> addCommands(sem);
            default -> throw new IllegalArgumentException("unknown part: " + part);
        }
    }

    private void addPairs() throws IOException {
        String what = "a. pair alone, ns";
        for (String peer : List.of("semaphore", "mutex", "flock")) {
            int count = peer.equals("flock") ? pairs : pairs * 10;
            rows.add(new ProcessRow(what, name(peer), () -> number(peers + "/peers", "pair", peer, "" + count)));
        }
        RemoteWorker locker = colleague();
        RemoteWorker passer = colleague();
        for (int i = 0; i < 5; i++) { // warm-up
            locker.measure("lock 20000");
            passer.measure("pair 400000");
        }
        rows.add(new ProcessRow(
                what, "FileChannel.lock", () -> ProcessRow.Found.of(locker.measure("lock " + pairs / 2))));
        rows.add(new ProcessRow(
                what, ProcessRow.SUBJECT, () -> ProcessRow.Found.of(passer.measure("pair " + pairs * 2))));
    }

    private void addHandOffs() throws IOException {
        String what = "b. hand-off, 2 processes, ns";
        rows.add(new ProcessRow(what, "futex ping-pong", () -> number(peers + "/handoff", "" + millis * 100)));
        List<RemoteWorker> two = List.of(colleague(), colleague());
        warmUp(two);
        handOff(two, WARM_UP_MILLIS);
        rows.add(new ProcessRow(what, ProcessRow.SUBJECT, () -> ProcessRow.Found.of(handOff(two, millis))));
    }

    private static double handOff(List<RemoteWorker> two, long duration) throws IOException {
        String when = from(System.nanoTime(), duration);
        for (int i = 0; i < two.size(); i++) {
            two.get(i).ask("ring " + i + when);
        }
        return duration * 1e6 / LongStream.of(answers(two)).sum();
    }

    /** Warms up the workers alone, one after another, so that they run compiled code when they meet. */
    private static void warmUp(List<RemoteWorker> all) throws IOException {
        for (RemoteWorker one : all) {
            one.measure("pair 300000");
        }
    }

    private void addCrowds(int places, String... rivals) throws IOException {
        String what = "c. " + CROWD + " processes, k=" + places + ", passes/s";
        for (String rival : rivals) {
            String[] words = {peers + "/peers", "crowd", rival, "" + CROWD, "" + places, "" + microsecond, "" + millis};
            rows.add(new ProcessRow(
                    what,
                    name(rival),
                    () -> crowd(Arrays.stream(Command.of(words).run().split(" ", -1))
                            .mapToLong(Long::parseLong)
                            .toArray())));
        }
        if (crowd.isEmpty()) {
            for (int i = 0; i < CROWD; i++) {
                crowd.add(colleague());
            }
            warmUp(crowd);
        }
        warmUpTogether(places);
        rows.add(new ProcessRow(what, ProcessRow.SUBJECT, () -> crowd(pass(places, millis))));
    }

    /** Warms up the crowd together, because the waiting code is compiled only after many waits. */
    private void warmUpTogether(int places) throws IOException {
        long passes = 0;
        for (int second = 0; second < WARM_UP_SECONDS_MAX && passes < WARM_UP_PASSES; second++) {
            passes += LongStream.of(pass(places, 1_000)).min().orElseThrow();
        }
    }

    private ProcessRow.Found crowd(long... passes) {
        double fewest = LongStream.of(passes).min().orElseThrow();
        double most = LongStream.of(passes).max().orElseThrow();
        return new ProcessRow.Found(LongStream.of(passes).sum() * 1e3 / millis, fewest / most);
    }

    private long[] pass(int places, long duration) throws IOException {
        String when = from(System.nanoTime(), duration);
        crowd.forEach(one -> one.ask("pass crowd-" + places + " " + places + " " + microsecond + when));
        return answers(crowd);
    }

    /** Returns the start and the end of a period that begins late enough for all workers to have received the order. */
    private static String from(long now, long duration) {
        long start = now + 100_000_000;
        return " " + start + " " + (start + duration * 1_000_000);
    }

    private static long[] answers(List<RemoteWorker> all) throws IOException {
        long[] answers = new long[all.size()];
        for (int i = 0; i < answers.length; i++) {
            answers[i] = Long.parseLong(all.get(i).answer());
        }
        return answers;
    }

    private void addCommands(String sem) throws IOException, InterruptedException {
        String what = "d. CPU time of a command, ms";
        String lock = folder.resolve("command.lock").toString();
        rows.add(new ProcessRow(what, "flock FILE true", () -> command("flock", lock, "true")));
        if (!sem.isEmpty()) {
            rows.add(new ProcessRow(what, "GNU sem --fg true", () -> command(sem, "--fg", "true")));
        }
        command(launcher, "run", "bench", "--", "true"); // builds first, if necessary
        rows.add(new ProcessRow(what, ProcessRow.SUBJECT, () -> command(launcher, "run", "bench", "--", "true")));
    }

    /** Returns the median of 5 runs. */
    private ProcessRow.Found command(String... words) throws IOException, InterruptedException {
        Series runs = new Series();
        for (int i = 0; i < 5; i++) {
            List<String> all = new ArrayList<>(List.of(peers + "/cputime"));
            all.addAll(List.of(words));
            runs.add(Double.parseDouble(new Command(all).run()));
        }
        return ProcessRow.Found.of(runs.median());
    }

    private static ProcessRow.Found number(String... words) throws IOException, InterruptedException {
        return ProcessRow.Found.of(Double.parseDouble(Command.of(words).run()));
    }

    private RemoteWorker colleague() throws IOException {
        RemoteWorker colleague = new RemoteWorker(Worker.class, folder.toString());
        colleagues.add(colleague);
        return colleague;
    }

    private static String name(String peer) {
        return switch (peer) {
            case "semaphore" -> "POSIX semaphore";
            case "mutex" -> "robust mutex";
            default -> peer + "(2)";
        };
    }

    private void measure(int rounds) throws IOException, InterruptedException {
        for (int round = 0; round < rounds; round++) {
            for (ProcessRow row : rows) {
                row.measureOnce();
            }
        }
    }

    private void print() {
        System.out.print(HEAD);
        for (ProcessRow row : rows) {
            System.out.println(row.show(subjectOf(row)));
        }
    }

    private ProcessRow subjectOf(ProcessRow row) {
        return rows.stream()
                .filter(other -> other.isSubject() && other.what().equals(row.what()))
                .findFirst()
                .orElseThrow();
    }
}
