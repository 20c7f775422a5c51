package dev.turnstile.lab.simulate;

import dev.turnstile.machine.Message;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Measures a run. The first tenth of the entries is warm-up and is not counted. */
final class Meter {
    private static final int WARM_UP_SHARE = 10;

    private final long entriesWanted;
    private final long warmUp;
    private double[] delays = new double[64];
    private int counted;
    private final int[] entriesOf;
    private final double[] askedAt;
    private final long[] turnOf; // by node: the sequence number of its request; 0 if it does not wait
    private final Waiting waiting = new Waiting();
    private long turns;
    private long entries;
    private long messages;
    private long words;
    private long overtaken;
    private long overtakenMost;
    private final long[] entriesAtAsking; // by node: the entries of all nodes when it made its request
    private long entriesWaitedMost;
    private double start;
    private final double[] leavesSince; // by node: when it asked to leave, or NaN
    private double leavingSum;
    private double leavingMost;
    private long left;
    private Optional<MessageTypeCounts> types = Optional.empty(); // if types are counted

    Meter(int nodes, long entriesWanted) {
        this.entriesWanted = entriesWanted;
        warmUp = entriesWanted / WARM_UP_SHARE;
        entriesOf = new int[nodes];
        askedAt = new double[nodes];
        turnOf = new long[nodes];
        entriesAtAsking = new long[nodes];
        leavesSince = new double[nodes];
        Arrays.fill(leavesSince, Double.NaN);
    }

    boolean isOver() {
        return entries >= entriesWanted;
    }

    /** Also counts messages by type from now on. */
    void countTypes() {
        types = Optional.of(new MessageTypeCounts());
    }

    void sent(Message message) {
        sent(message.words());
        if (types.isPresent()) {
            types.get().count(message);
        }
    }

    void sent(int size) {
        messages++;
        words += size;
    }

    void asks(int node, double now) {
        askedAt[node] = now;
        turnOf[node] = ++turns;
        entriesAtAsking[node] = entries;
        waiting.add(turns);
    }

    void asksToLeave(int node, double now) {
        leavesSince[node] = now;
    }

    /** Notes that a node is outside. */
    void leaves(int node, double now) {
        if (!Double.isNaN(leavesSince[node]) && entries > warmUp) {
            left++;
            leavingSum += now - leavesSince[node];
            leavingMost = Math.max(leavingMost, now - leavesSince[node]);
        }
        leavesSince[node] = Double.NaN;
    }

    void waitsNoMore(int node) {
        if (turnOf[node] != 0) {
            waiting.remove(turnOf[node]);
            turnOf[node] = 0;
        }
    }

    void enters(int node, double now) {
        boolean asked = turnOf[node] != 0; // after a fault, a node may be inside without a request
        long overtakes = waiting.before(turnOf[node]);
        long waited = entries - entriesAtAsking[node];
        waitsNoMore(node);
        entries++;
        if (entries <= warmUp) {
            begin(now);
        } else if (asked) {
            count(node, now - askedAt[node], overtakes);
            entriesWaitedMost = Math.max(entriesWaitedMost, waited);
        }
    }

    private void count(int node, double delay, long overtakes) {
        if (counted == delays.length) {
            delays = Arrays.copyOf(delays, 2 * counted);
        }
        delays[counted++] = delay;
        entriesOf[node]++;
        overtaken += overtakes;
        overtakenMost = Math.max(overtakenMost, overtakes);
    }

    private void begin(double now) {
        start = now;
        messages = 0;
        words = 0;
        types.ifPresent(MessageTypeCounts::forget);
    }

    /**
     * The measurements of a run: the metrics, the messages per entry by type, the number of entries and the time of the
     * end.
     */
    record Reading(Map<Metric, Double> values, SortedMap<String, Double> byType, long entries, double time) {}

    @SuppressWarnings("EnumOrdinal") // index into an array as long as the enum
    Reading read(double now) {
        double[] values = values(now);
        Map<Metric, Double> named = new EnumMap<>(Metric.class);
        for (Metric metric : Metric.values()) {
            named.put(metric, values[metric.ordinal()]);
        }
        return new Reading(named, messagesByType(), entries, now);
    }

    /** Returns the messages per entry by type; empty if types are not counted. */
    private SortedMap<String, Double> messagesByType() {
        SortedMap<String, Double> perEntry = new TreeMap<>();
        types.ifPresent(all -> all.counts().forEach((type, count) -> perEntry.put(type, perEntry(count))));
        return perEntry;
    }

    /** Returns the metrics, indexed by ordinal. */
    @SuppressWarnings("EnumOrdinal") // index into an array as long as the enum
    double[] values(double now) {
        double longest = 0;
        for (int node = 0; node < turnOf.length; node++) {
            longest = turnOf[node] != 0 ? Math.max(longest, now - askedAt[node]) : longest;
        }
        double[] sorted = Arrays.copyOf(delays, counted);
        Arrays.sort(sorted);
        double[] values = new double[Metric.values().length];
        for (Metric metric : Metric.values()) {
            values[metric.ordinal()] = switch (metric) {
                case DELAY -> Arrays.stream(sorted).sum() / counted;
                case DELAY_P50 -> percentile(sorted, 0.50);
                case DELAY_P95 -> percentile(sorted, 0.95);
                case DELAY_P99 -> percentile(sorted, 0.99);
                case DELAY_MAX -> Math.max(longest, counted == 0 ? 0 : sorted[counted - 1]);
                case LEAVING -> leavingSum / left;
                case LEAVING_MAX -> leavingMost;
                case MESSAGES -> perEntry(messages);
                case WORDS -> perEntry(words);
                case WORDS_PER_MESSAGE -> (double) words / messages;
                case THROUGHPUT -> counted / (now - start);
                case FAIRNESS -> fairness();
                case OVERTAKES -> (double) overtaken / counted;
                case OVERTAKES_MAX -> overtakenMost;
                case ENTRIES_WAITED_MAX -> entriesWaitedMost;
            };
        }
        return values;
    }

    private double perEntry(long count) {
        return counted == 0 ? Double.NaN : (double) count / counted;
    }

    /** Returns the smallest value such that the given share of all values is at most that value. */
    private static double percentile(double[] sorted, double share) {
        return sorted.length == 0 ? Double.NaN : sorted[(int) Math.ceil(share * sorted.length) - 1];
    }

    private double fairness() {
        double sum = 0;
        double squares = 0;
        for (int count : entriesOf) {
            sum += count;
            squares += (double) count * count;
        }
        return sum * sum / (entriesOf.length * squares);
    }

    /**
     * The pending requests by sequence number, in a Fenwick tree (Fenwick 1994): counting the requests before another
     * takes logarithmic time.
     */
    private static final class Waiting {
        private int[] sums = new int[1 << 10];

        void add(long turn) {
            if (turn >= sums.length) {
                grow();
            }
            change((int) turn, 1);
        }

        void remove(long turn) {
            change((int) turn, -1);
        }

        private void change(int turn, int by) {
            for (int at = turn; at < sums.length; at += at & -at) {
                sums[at] += by;
            }
        }

        long before(long turn) {
            long count = 0;
            for (int at = (int) turn - 1; at > 0; at -= at & -at) {
                count += sums[at];
            }
            return count;
        }

        /** Doubles the tree. Its length is a power of two, so the new upper half begins with the total. */
        private void grow() {
            int old = sums.length;
            int total = (int) before(old);
            sums = Arrays.copyOf(sums, 2 * old);
            sums[old] = total;
        }
    }
}
