package dev.turnstile.stress.storm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;

/**
 * A storm: many processes pass through one shared turnstile while, at random moments, they are killed with {@code kill
 * -9}, or stopped and continued. Killed processes are replaced.
 *
 * <p>A {@link Watchdog} that is independent of the turnstile checks that there are never too many inside, that the
 * fences of each slot grow, that every living process enters before long, and that no place is lost.
 *
 * <p>The storm goes through the limits from 1 to 3. The seed determines which processes are disturbed and how, and what
 * each process does. It does not determine when, so no two storms are the same.
 *
 * <pre>
 * mvn -q compile -pl turnstile-stress -am
 * java -cp turnstile-core/target/classes:turnstile-mapped/target/classes:turnstile-stress/target/classes \
 *     --enable-native-access=ALL-UNNAMED dev.turnstile.stress.storm.Storm 200 1
 * </pre>
 *
 * @param kills how many processes are killed before the storm ends
 * @param seed the random seed
 * @param processes how many processes live at a time
 * @param fault what the processes do wrong on purpose
 * @param patience how long a living process may go without entering
 * @param calm how long each limit lasts at least, even if there is no process to kill
 */
public record Storm(int kills, long seed, int processes, PlantedFault fault, Duration patience, Duration calm) {
    private static final int PROCESSES = 12;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** Checks the number of processes. */
    public Storm {
        if (processes < Watchdog.LANES / 2 + 1 || processes > Watchdog.LANES) {
            throw new IllegalArgumentException("the number of processes must be between " + (Watchdog.LANES / 2 + 1)
                    + " and " + Watchdog.LANES + ", not " + processes);
        }
    }

    /** Returns a storm in which no process does anything wrong on purpose. */
    public static Storm of(int kills, long seed) {
        return new Storm(kills, seed, PROCESSES, PlantedFault.NONE, PATIENCE, Duration.ZERO);
    }

    /** The result: the counts, and what is wrong, if anything. */
    public record Report(String counts, Optional<String> violation) {}

    /**
     * Runs a storm. Arguments, all optional: the number of kills, the seed, the number of processes. Exits with 1 if
     * something is wrong.
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        int kills = args.length > 0 ? Integer.parseInt(args[0]) : 200;
        long seed = args.length > 1 ? Long.parseLong(args[1]) : System.nanoTime();
        int processes = args.length > 2 ? Integer.parseInt(args[2]) : PROCESSES;
        Report report = new Storm(kills, seed, processes, PlantedFault.NONE, PATIENCE, Duration.ZERO).go();
        report.violation().ifPresent(violation -> System.out.println("VIOLATION: " + violation));
        System.exit(report.violation().isPresent() ? 1 : 0);
    }

    /** Runs this storm, and prints what happens. */
    public Report go() throws IOException, InterruptedException {
        System.out.printf(
                Locale.ROOT,
                "storm: %,d kills, seed %d, %d processes%s%n",
                kills,
                seed,
                processes,
                fault == PlantedFault.NONE
                        ? ""
                        : ", each of which " + fault.name().toLowerCase(Locale.ROOT) + " now and then");
        Path folder = Files.createTempDirectory("turnstile-storm");
        try {
            Launcher launcher = new Launcher(folder);
            if (kills > 0) {
                launcher.train();
            }
            return go(folder, launcher);
        } finally {
            remove(folder);
        }
    }

    private Report go(Path folder, Launcher launcher) throws IOException, InterruptedException {
        Random random = new Random(seed);
        StormTally all = new StormTally();
        Optional<String> violation = Optional.empty();
        for (int limit = 1; limit <= Watchdog.UNITS_MAX && violation.isEmpty(); limit++) {
            int share = kills * limit / Watchdog.UNITS_MAX - kills * (limit - 1) / Watchdog.UNITS_MAX;
            Path place = Files.createDirectory(folder.resolve("limit" + limit));
            StormRound round = new StormRound(this, launcher, share, limit, place, random.nextLong());
            long start = System.nanoTime();
            violation = round.go();
            all.add(round.tally());
            double seconds = (System.nanoTime() - start) / 1e9;
            System.out.printf(Locale.ROOT, "  at most %d: %s, in %.1f s%n", limit, round.tally(), seconds);
        }
        return new Report(all.toString(), violation.map(found -> found + "; seed " + seed + ", " + all));
    }

    static Path watchFile(Path folder) {
        return folder.resolve("watch");
    }

    static Path gateFolder(Path folder) {
        return folder.resolve("turnstiles");
    }

    static Path logFile(Path folder) {
        return folder.resolve("log");
    }

    private static void remove(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
