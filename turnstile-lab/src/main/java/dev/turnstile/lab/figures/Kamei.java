package dev.turnstile.lab.figures;

import dev.turnstile.algorithm.Algorithm;
import dev.turnstile.algorithm.Catalogue;
import dev.turnstile.lab.simulate.Metric;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;

/**
 * The claims of kamei-2019 about MUTIN(l) and (l,k)-GCS, beside their measurements and beside the protocol that sends
 * lock and data together. Also measures what the paper leaves open: the behaviour when all nodes come and go.
 *
 * <pre>{@code
 * Kamei kamei = new Kamei(5);
 * kamei.run(done -> {});
 * kamei.tables().forEach(table -> System.out.println(table.text()));
 * }</pre>
 */
public final class Kamei implements FigureSet {
    private static final String MESSAGES = "kamei-messages";
    private static final String LOAD = "kamei-load";
    private static final int SEEDS_FOR_ALL = 5;
    private static final int LARGEST = 10_000;
    private static final int LARGEST_QUICKLY = 21;
    private static final List<String> JITTER = List.of("uniform");
    private static final List<String> SLOW = List.of("slow", "adversarial 10", "adversarial 100");
    private static final List<String> ALL_DELAYS =
            List.of("constant", "uniform", "exponential", "slow", "adversarial 10", "adversarial 100");

    private final SoloCosts solo;
    private final LoadedWindows loaded;
    private final SlowMessages slow;

    /**
     * Creates the measurements with the given number of seeds for the random runs. With fewer than five seeds, systems
     * have at most 21 nodes.
     *
     * @throws IllegalArgumentException if the number of seeds is not between 2, the minimum for intervals, and 1,000
     */
    public Kamei(int seeds) {
        this(seeds, Catalogue.baselines());
    }

    Kamei(int seeds, List<Algorithm.MessagePassing> baselines) {
        Bulgannawar.checkSeeds(seeds);
        int largest = seeds < SEEDS_FOR_ALL ? LARGEST_QUICKLY : LARGEST;
        List<String> names = baselines.stream().map(Algorithm::name).toList();
        solo = new SoloCosts(largest, names);
        loaded = new LoadedWindows(largest, seeds, names);
        slow = new SlowMessages(seeds);
    }

    @Override
    public List<String> names() {
        return List.of(MESSAGES, LOAD);
    }

    @Override
    public int simulations() {
        return loaded.runs() + slow.runs() + solo.runs();
    }

    @Override
    public void run(IntConsumer progress) {
        loaded.run(progress);
        AtomicInteger over = new AtomicInteger(loaded.runs());
        slow.run(() -> progress.accept(over.incrementAndGet()));
        solo.run(() -> progress.accept(over.incrementAndGet()));
    }

    @Override
    public List<Figure> figures() {
        return List.of(
                new Figure(MESSAGES, solo.chart(), solo.tableOfAll()),
                new Figure(LOAD, loaded.chart(), loaded.table()));
    }

    @Override
    public List<Table> tables() {
        return List.of(claims(), solo.table(), loaded.byType(), loaded.printed(), loaded.sideBySide(), slow.table());
    }

    private Table claims() {
        int n = solo.largest();
        return new Table(
                "Claims of the paper, and what was measured",
                List.of("where", "the paper says", "measured", "agrees"),
                List.of(
                        messages("lemma 3", "MUTIN(l) takes O(|Q|) messages per pair", "mutin", 8),
                        messages("theorem 4", "(l,k)-GCS takes O(|Q|) messages per pair", "gcs", 16),
                        messages("ours", "the merged protocol takes 6|Q| messages", "window", 6),
                        claim(
                                "abstract",
                                "that is typically O(sqrt n)",
                                rounded(solo.messages("gcs", "grid", n) / Math.sqrt(n)) + " sqrt n on a grid, "
                                        + rounded(solo.messages("gcs", "plane", n) / Math.sqrt(n))
                                        + " sqrt n on a plane, n = " + n,
                                solo.isAlways("gcs", 16)),
                        claim(
                                "lemma 3",
                                "at most |Q| Response2 per pair",
                                Windows.ratio(loaded.response2("gcs"), 2)
                                        + " (|Q|-1) in each part of (l,k)-GCS under full load",
                                loaded.response2("gcs") <= 2),
                        time("lemma 4", "a node that is alone waits 7 time units to leave MUTIN(l)", "mutin", true, 7),
                        time("lemma 4", "a node that is alone waits 2 time units to enter MUTIN(l)", "mutin", false, 2),
                        time("theorem 4", "a node that is alone waits 9 time units to leave (l,k)-GCS", "gcs", true, 9),
                        time(
                                "theorem 4",
                                "a node that is alone waits 9 time units to enter (l,k)-GCS",
                                "gcs",
                                false,
                                9),
                        time(
                                "corrections",
                                "a node that is alone waits 6 time units to leave MUTIN(l)",
                                "mutin",
                                true,
                                6),
                        time("corrections", "a node waits 0 time units to enter MUTIN(l)", "mutin", false, 0),
                        time(
                                "corrections",
                                "a node that is alone waits 6 time units to leave (l,k)-GCS",
                                "gcs",
                                true,
                                6),
                        time(
                                "corrections",
                                "a node that is alone waits 6 time units to enter (l,k)-GCS",
                                "gcs",
                                false,
                                6),
                        time(
                                "ours",
                                "a node that is alone waits 2 time units to leave the merged protocol",
                                "window",
                                true,
                                2),
                        time(
                                "ours",
                                "a node that is alone waits 2 time units to enter the merged protocol",
                                "window",
                                false,
                                2),
                        maximum("theorem 2", "no node waits longer than 7 time units in MUTIN(l)", "mutin", 7),
                        maximum("theorem 4", "no node waits longer than 9 time units in (l,k)-GCS", "gcs", 9),
                        claim(
                                "lemmas 1, 8",
                                "at least l and at most k nodes are inside",
                                "in all " + (loaded.runs() + slow.runs()) + " runs, checked at every event",
                                true),
                        locked("lemma 2", "in MUTIN(l), no node waits forever", SlowMessages.PRINTED, ALL_DELAYS, true),
                        locked(
                                "corrections",
                                "in the corrected MUTIN(l), no node waits forever",
                                SlowMessages.CORRECTED,
                                ALL_DELAYS,
                                true),
                        locked(
                                "corrections",
                                "single slow messages expose the flaw",
                                SlowMessages.PRINTED,
                                SLOW,
                                false),
                        locked(
                                "corrections",
                                "uniform jitter does not expose it",
                                SlowMessages.PRINTED,
                                JITTER,
                                true)));
    }

    private static List<String> claim(String where, String says, String measured, boolean agrees) {
        return List.of(where, says, measured, agrees ? "yes" : "no");
    }

    private List<String> messages(String where, String says, String algorithm, int times) {
        boolean always = solo.isAlways(algorithm, times);
        return claim(where, says, always ? times + "(|Q|-1), always" : "not always " + times + "(|Q|-1)", always);
    }

    /** Returns a claim that agrees if the longest time seen is the expected one. */
    private List<String> time(String where, String says, String algorithm, boolean leaves, long expected) {
        String seen = solo.seen(algorithm, leaves ? Solo.Pair::leaving : Solo.Pair::entering);
        long longest = solo.longest(algorithm, leaves ? Solo.Pair::leaving : Solo.Pair::entering);
        return claim(where, says, seen, longest == expected);
    }

    private List<String> maximum(String where, String says, String algorithm, double most) {
        double leaves = loaded.busy(algorithm, Metric.LEAVING);
        double enters = loaded.busy(algorithm, Metric.DELAY);
        String measured = "under full load, n = " + loaded.largest() + ": " + rounded(leaves) + " to leave, "
                + rounded(enters) + " to enter, on average";
        return claim(where, says, measured, Math.max(leaves, enters) <= most);
    }

    private List<String> locked(String where, String says, String algorithm, List<String> delays, boolean never) {
        long count = slow.locked(algorithm, delays);
        return claim(
                where,
                says,
                "a node waits forever in " + count + " of " + slow.runsOf(delays) + " runs",
                (count == 0) == never);
    }

    private static String rounded(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }
}
