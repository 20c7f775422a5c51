package dev.turnstile.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What the processes of a storm have logged, and the judge. A permit counts as valid from the moment after it was
 * delivered until the earlier of two: the moment before its release began, and its last known deadline. So units that
 * are valid at the same time according to the log really were.
 *
 * <p>Each line is a word, the turnstile, the number of a call and a time in nanoseconds, by a clock that the processes
 * share; then more, depending on the word:
 *
 * <pre>
 * call web 7 1000              a caller asks
 * in web 7 2000 1 12 0         it has a permit: units, fence, slots
 * valid web 7 2500 3500        the permit is valid until this time at least
 * leave web 7 3000             the permit is not used from now on
 * bug web 0 3000 text          something that should not happen
 * </pre>
 *
 * <p>Other words are only counted.
 */
public final class StormLog {
    /** A call that has returned with a permit. */
    private static final class Stay {
        final String call;
        final int units;
        final long fence;
        final List<Integer> slots;
        final long called;
        final long from;
        long until; // the largest deadline that was known
        long left = Long.MAX_VALUE;

        Stay(String call, int units, long fence, List<Integer> slots, long called, long from) {
            this.call = call;
            this.units = units;
            this.fence = fence;
            this.slots = slots;
            this.called = called;
            this.from = from;
            until = from;
        }

        long to() {
            return Math.min(until, left);
        }

        boolean isEmpty() {
            return to() <= from;
        }

        @Override
        public String toString() {
            return call + " (fence " + fence + ", " + units + " units, slots " + slots + ", valid from " + from + " to "
                    + to() + ")";
        }
    }

    private final Map<String, List<Stay>> stays = new TreeMap<>(); // by turnstile
    private final Map<String, Long> words = new TreeMap<>();
    private final List<String> violations = new ArrayList<>();

    /** Creates a log without lines. */
    public StormLog() {}

    /** Reads the log of one process. Calls of different logs are different, even if they have the same number. */
    public void add(Path file) throws IOException {
        Map<String, Stay> open = new HashMap<>();
        Map<String, Long> called = new HashMap<>();
        Map<String, Long> left = new HashMap<>();
        for (String line : Files.readAllLines(file)) {
            String[] part = line.split(" ", -1);
            String gate = part[1];
            String call = file.getFileName() + "#" + part[2];
            long nanos = Long.parseLong(part[3]);
            words.merge(part[0], 1L, Long::sum);
            switch (part[0]) {
                case "call" -> called.put(call, nanos);
                case "in" -> {
                    List<Integer> slots = List.of(part[6].split(",", -1)).stream()
                            .map(Integer::valueOf)
                            .toList();
                    Stay stay = new Stay(
                            call, Integer.parseInt(part[4]), Long.parseLong(part[5]), slots, called.get(call), nanos);
                    open.put(call, stay);
                    stays.computeIfAbsent(gate, unused -> new ArrayList<>()).add(stay);
                }
                case "valid" -> {
                    Stay stay = open.get(call);
                    stay.until = Math.max(stay.until, Long.parseLong(part[4]));
                }
                case "leave" -> left.merge(call, nanos, Math::min);
                case "bug" -> violations.add(line);
                default -> {}
            }
        }
        open.forEach((call, stay) -> stay.left = left.getOrDefault(call, Long.MAX_VALUE));
    }

    /** Returns how many lines have this word. */
    public long count(String word) {
        return words.getOrDefault(word, 0L);
    }

    /** Returns what is wrong with the history of a turnstile. */
    public List<String> judge(String gate, int limit) {
        List<String> wrong = new ArrayList<>(violations);
        List<Stay> all = stays.getOrDefault(gate, List.of());
        judgeUnits(all, limit, wrong);
        judgeFences(all, wrong);
        return wrong;
    }

    /**
     * Returns what is wrong if this many calls are to be between {@code in} and {@code leave} at any time, from the
     * first time that they are.
     *
     * @param end when calls may leave, whatever remains
     */
    public List<String> judgeFloor(String gate, int floor, long end) {
        List<Edge> edges = new ArrayList<>();
        for (Stay stay : stays.getOrDefault(gate, List.of())) {
            edges.add(new Edge(stay.from, false, stay));
            edges.add(new Edge(stay.left, true, stay));
        }
        edges.sort(Comparator.comparingLong(Edge::at).thenComparing(Edge::isEnd)); // in doubt, for the accused
        List<String> wrong = new ArrayList<>(violations);
        int inside = 0;
        boolean reached = false;
        for (Edge edge : edges) {
            inside += edge.isEnd() ? -1 : 1;
            reached |= inside >= floor;
            if (reached && inside < floor && edge.at() < end) {
                wrong.add("only " + inside + " of " + floor + " after " + edge.stay() + " has left at " + edge.at());
            }
        }
        if (!reached) {
            wrong.add("never as many as " + floor);
        }
        return wrong;
    }

    private record Edge(long at, boolean isEnd, Stay stay) {}

    private static void judgeUnits(List<Stay> all, int limit, List<String> wrong) {
        List<Edge> edges = new ArrayList<>();
        all.stream().filter(stay -> !stay.isEmpty()).forEach(stay -> {
            edges.add(new Edge(stay.from, false, stay));
            edges.add(new Edge(stay.to(), true, stay));
        });
        edges.sort(Comparator.comparingLong(Edge::at).thenComparing(edge -> !edge.isEnd()));
        Set<Stay> inside = new HashSet<>();
        for (Edge edge : edges) {
            if (edge.isEnd()) {
                inside.remove(edge.stay());
                continue;
            }
            for (Stay other : inside) {
                if (other.slots.stream().anyMatch(edge.stay().slots::contains)) {
                    wrong.add("a slot twice: " + other + " and " + edge.stay());
                }
            }
            inside.add(edge.stay());
            if (inside.stream().mapToInt(stay -> stay.units).sum() > limit) {
                wrong.add("more than " + limit + " units: " + inside);
            }
        }
    }

    private static void judgeFences(List<Stay> all, List<String> wrong) {
        Map<Long, Stay> byFence = new HashMap<>();
        for (Stay stay : all) {
            Stay other = byFence.put(stay.fence, stay);
            if (other != null) {
                wrong.add("a fence twice: " + other + " and " + stay);
            }
        }
        // A call made after another one had come in has the larger fence.
        List<Stay> byCall = new ArrayList<>(all);
        byCall.sort(Comparator.comparingLong(stay -> stay.called));
        List<Stay> byEntry = new ArrayList<>(all);
        byEntry.sort(Comparator.comparingLong(stay -> stay.from));
        int entered = 0;
        Stay largest = null;
        for (Stay stay : byCall) {
            while (entered < byEntry.size() && byEntry.get(entered).from < stay.called) {
                Stay next = byEntry.get(entered++);
                largest = largest == null || next.fence > largest.fence ? next : largest;
            }
            if (largest != null && largest.fence >= stay.fence) {
                wrong.add("a smaller fence later: " + largest + " and " + stay);
            }
        }
    }
}
