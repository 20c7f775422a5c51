package dev.turnstile.lab.figures;

import dev.turnstile.algorithm.Catalogue;
import dev.turnstile.lab.explore.WorstTime;
import dev.turnstile.lab.run.LocalCells;
import dev.turnstile.lab.simulate.Pace;
import dev.turnstile.lab.simulate.Span;
import dev.turnstile.lab.simulate.TimedRun;
import dev.turnstile.machine.ProcessSystem;
import dev.turnstile.machine.State;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The numbers of omori-2002: theorems 3 and 9, and section 7.
 *
 * <pre>{@code
 * new Omori(8, line -> {}).tables().forEach(table -> System.out.println(table.text()));
 * }</pre>
 */
public final class Omori {
    private static final int HOLD = 1_000; // c, in l
    private static final int[] HOLDS = {8, 9, 16}; // c, in l, in the exhaustive search
    private static final long STATES_MAX = 2_000_000;
    private static final int ENTRIES = 60;
    private static final int[][] SIZES = {
        {2, 1}, {3, 1}, {3, 2}, {4, 1}, {4, 2}, {8, 1}, {8, 2}, {8, 4}, {12, 2}, {16, 2}, {16, 4}
    };
    private static final int[][] SEARCHED = {{2, 1}, {3, 1}, {3, 2}};
    private static final int[][] LARGE = {{4, 1}, {8, 2}, {16, 2}, {64, 2}, {64, 4}, {64, 16}, {256, 4}, {100, 99}};
    /** The name of the figure's files, without the extension. */
    public static final String FIGURE = "omori-trying";

    private static final int[] DRAWN = {4, 6, 8, 12, 16, 24, 32};
    private static final int DRAWN_ENTRIES = 200; // longer runs find a few l more
    private static final int DRAWN_PLACES = 2;
    private static final int[][] LARGER = {{4096, 1}, {32768, 1}};

    private final int seeds;
    private final Consumer<String> progress;

    /**
     * Creates the measurements with the given number of seeds for the random runs.
     *
     * @param progress receives a line on each step
     * @throws IllegalArgumentException if the number of seeds is not between 1 and 10,000
     */
    public Omori(int seeds, Consumer<String> progress) {
        if (seeds < 1 || seeds > 10_000) {
            throw new IllegalArgumentException("the number of seeds must be between 1 and 10000, not " + seeds);
        }
        this.seeds = seeds;
        this.progress = progress;
    }

    /** Returns all tables. */
    public List<Table> tables() {
        return List.of(longest("naive"), longest("excl"), longest("gtex"), few(), bits());
    }

    /** Returns the longest trying times by n, for k = 2, at a uniform pace: when all compete, and when only k do. */
    public FigureSet.Figure figure() {
        List<Chart.Curve> crowded = new ArrayList<>();
        List<Chart.Curve> few = new ArrayList<>();
        List<List<String>> rows = new ArrayList<>();
        for (String algorithm : List.of("naive", "excl", "gtex")) {
            String name = algorithm.toUpperCase(Locale.ROOT);
            List<Chart.Point> all = new ArrayList<>();
            List<Chart.Point> alone = new ArrayList<>();
            for (int n : DRAWN) {
                progress.accept("figure, " + algorithm + " " + n);
                int dead = algorithm.equals("naive") ? 0 : DRAWN_PLACES - 1;
                double crowd = run(algorithm, n, DRAWN_PLACES, dead, Pace.UNIFORM, 0, DRAWN_ENTRIES)
                                .longest()
                                .inL()
                        / HOLD;
                double ofFew = longestOfFew(algorithm, n, DRAWN_PLACES);
                all.add(new Chart.Point(n, crowd, Double.NaN));
                alone.add(new Chart.Point(n, ofFew, Double.NaN));
                rows.add(List.of(name, String.valueOf(n), String.format(Locale.ROOT, "%.3f", crowd), decimal(ofFew)));
            }
            crowded.add(new Chart.Curve(name, all));
            few.add(new Chart.Curve(name, alone));
        }
        return new FigureSet.Figure(
                FIGURE,
                new Chart(
                        "Longest trying time, k = " + DRAWN_PLACES,
                        "n",
                        List.of(
                                new Chart.Panel("all compete, in c", crowded),
                                new Chart.Panel("only k compete, in l", few)),
                        2),
                new Table(
                        "The longest trying time for k = " + DRAWN_PLACES + ", at a uniform pace",
                        List.of("algorithm", "n", "all compete, in c", "only k compete, in l"),
                        rows));
    }

    private Table longest(String algorithm) {
        List<List<String>> rows = new ArrayList<>();
        for (int[] size : SIZES) {
            progress.accept(algorithm + " " + size[0] + " " + size[1]);
            rows.add(longest(algorithm, size[0], size[1]));
        }
        String title = switch (algorithm) {
            case "excl" -> "Theorem 3: the longest trying time of EXCL, with k-1 crashed processes";
            case "gtex" -> "Theorem 9: the longest trying time of GTEX, with k-1 crashed processes";
            default -> "Section 2: the longest trying time of NAIVE, with no crashes";
        };
        return new Table(title, List.of("n", "k", "exact", "uniform pace", "adversarial pace", "bound"), rows);
    }

    private List<String> longest(String algorithm, int n, int k) {
        int dead = algorithm.equals("naive") ? 0 : k - 1;
        Span uniform = run(algorithm, n, k, dead, Pace.UNIFORM, 0).longest();
        Span worst = uniform;
        for (int seed = 0; seed < seeds; seed++) {
            Span found = run(algorithm, n, k, dead, Pace.ADVERSARIAL, seed).longest();
            worst = seed == 0 || found.inL() > worst.inL() ? found : worst;
        }
        return List.of(
                String.valueOf(n),
                String.valueOf(k),
                exact(algorithm, n, k, dead),
                uniform.text(),
                worst.text(),
                bound(algorithm, n, k));
    }

    private static TimedRun.Result run(String algorithm, int n, int k, int dead, Pace pace, long seed) {
        return run(algorithm, n, k, dead, pace, seed, ENTRIES);
    }

    private static TimedRun.Result run(String algorithm, int n, int k, int dead, Pace pace, long seed, int entries) {
        return new TimedRun(Catalogue.sharedMemory(algorithm).system(n, k), pace, dead, n, HOLD, entries, seed).run();
    }

    private static String bound(String algorithm, int n, int k) {
        return switch (algorithm) {
            case "excl" -> RungBounds.exclC(n, k) + "c + " + RungBounds.exclL(n, k) + "l";
            case "gtex" ->
                RungBounds.gtexC(n, k) + "c + O(l)"
                        + (RungBounds.isPapersSize(n, k) ? "; printed " + RungBounds.gtexCPrinted(n, k) + "c" : "");
            default -> "O((n-k)^2)c + O(l)";
        };
    }

    /** Returns the exact time as a linear function of c, fitted to three values of c, if it is one. */
    private static String exact(String algorithm, int n, int k, int dead) {
        boolean small = algorithm.equals("gtex") && n == 4 && k == 1;
        for (int[] size : SEARCHED) {
            small |= size[0] == n && size[1] == k;
        }
        if (!small) {
            return "-";
        }
        int[] found = new int[HOLDS.length];
        for (int i = 0; i < HOLDS.length; i++) {
            Optional<WorstTime.Answer> answer =
                    WorstTime.of(() -> Catalogue.sharedMemory(algorithm).system(n, k), dead, HOLDS[i], STATES_MAX);
            if (answer.isEmpty()) {
                return "-";
            }
            found[i] = answer.get().inL();
        }
        int c = found[1] - found[0];
        int l = found[0] - c * HOLDS[0];
        boolean straight = found[2] == c * HOLDS[2] + l;
        return straight ? c + "c + " + l + "l" : "not linear";
    }

    /** Returns the table of section 7 for a fixed set of at most k competing processes. */
    private Table few() {
        List<List<String>> rows = new ArrayList<>();
        for (int[] size : LARGE) {
            int n = size[0];
            int k = size[1];
            progress.accept("few compete, " + n + " " + k);
            rows.add(List.of(
                    String.valueOf(n),
                    String.valueOf(k),
                    tryingOfFew("excl", n, k),
                    String.valueOf(RungBounds.exclAlone(n, k)),
                    tryingOfFew("gtex", n, k),
                    RungBounds.isPapersSize(n, k) ? decimal(RungBounds.gtexAlonePrinted(n, k)) : "-",
                    String.valueOf(RungBounds.gtexAlone(n, k))));
        }
        return new Table(
                "Section 7: the longest trying time, in l, when a fixed set of k processes competes, at a uniform pace",
                List.of("n", "k", "EXCL", "its bound", "GTEX", "its bound as printed", "as corrected"),
                rows);
    }

    private static String tryingOfFew(String algorithm, int n, int k) {
        return decimal(longestOfFew(algorithm, n, k));
    }

    private static double longestOfFew(String algorithm, int n, int k) {
        ProcessSystem system = Catalogue.sharedMemory(algorithm).system(n, k);
        return new TimedRun(system, Pace.UNIFORM, 0, k, 10, 4L * k, 0)
                .run()
                .longest()
                .inL();
    }

    private static Table bits() {
        List<List<String>> rows = Stream.of(LARGE, LARGER)
                .flatMap(Arrays::stream)
                .map(size -> bits(size[0], size[1]))
                .toList();
        return new Table(
                "Section 7: shared memory in bits",
                List.of("n", "k", "EXCL, paper", "ours", "GTEX, paper at most", "ours", "EXCL/GTEX", "registers"),
                rows);
    }

    private static List<String> bits(int n, int k) {
        return List.of(
                String.valueOf(n),
                String.valueOf(k),
                String.valueOf(RungBounds.exclBits(n, k)),
                String.valueOf(bits("excl", n, k)),
                RungBounds.isPapersSize(n, k) ? decimal(RungBounds.gtexBits(n, k)) : "-",
                String.valueOf(bits("gtex", n, k)),
                String.format(Locale.ROOT, "%.2f", bits("excl", n, k) / (double) bits("gtex", n, k)),
                String.valueOf(2 * n - k));
    }

    private static int bits(String algorithm, int n, int k) {
        ProcessSystem system = Catalogue.sharedMemory(algorithm).system(n, k);
        LocalCells none = new LocalCells(system.cells());
        return State.bits(fields -> system.facts().shared().accept(none, fields));
    }

    private static String decimal(double value) {
        return value == Math.rint(value) ? String.valueOf((long) value) : String.format(Locale.ROOT, "%.1f", value);
    }
}
