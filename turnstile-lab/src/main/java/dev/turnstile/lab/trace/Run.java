package dev.turnstile.lab.trace;

import dev.turnstile.machine.Region;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * A run that has happened, move by move.
 *
 * <pre>{@code
 * System.out.println(new Drawing(run).text());
 * }</pre>
 *
 * @param start where each process or node was at first; in a window some are inside
 * @param happenings what happened, in order
 * @param repeatedFrom where that begins which happens again and again forever, if something does
 * @param onTheWay the messages that had not arrived at the end, in words
 */
public record Run(List<Region> start, List<Happening> happenings, OptionalInt repeatedFrom, List<String> onTheWay) {
    private static final int ALL_DRAWN = 12;

    /**
     * One of them.
     *
     * @param process who
     * @param deed what, in words
     * @param before where it was
     * @param after where it is then
     * @param stops whether it has stopped forever by that
     * @param sender whose message it received, if it received one
     * @param causes the earlier ones that it has seen something of, by their number from 0
     */
    public record Happening(
            int process,
            String deed,
            Region before,
            Region after,
            boolean stops,
            OptionalInt sender,
            List<Integer> causes) {
        /** Copies the list. */
        public Happening {
            causes = List.copyOf(causes);
        }

        /** What, and the region if that is another then, with something in between. */
        String words(String between) {
            return after == before ? deed : deed + between + after.name().toLowerCase(Locale.ROOT);
        }
    }

    /** Copies the lists. */
    public Run {
        start = List.copyOf(start);
        happenings = List.copyOf(happenings);
        onTheWay = List.copyOf(onTheWay);
    }

    /** How many processes or nodes there are. */
    public int processes() {
        return start.size();
    }

    /** Where a process is at the end. */
    Region lastRegion(int process) {
        return happenings.stream()
                .filter(one -> one.process() == process)
                .reduce((earlier, later) -> later)
                .map(Happening::after)
                .orElse(start.get(process));
    }

    /** Those who get a column in a drawing: all, or, where there are many, all who do something. */
    int[] drawn() {
        return IntStream.range(0, processes())
                .filter(i -> processes() <= ALL_DRAWN || happenings.stream().anyMatch(one -> one.process() == i))
                .toArray();
    }

    /** The earlier ones of other processes that a happening has seen something of: where arrows to it begin. */
    List<Integer> otherCauses(Happening one) {
        return one.causes().stream()
                .filter(cause -> happenings.get(cause).process() != one.process())
                .toList();
    }

    boolean hasArrows(Happening one) {
        return !otherCauses(one).isEmpty();
    }

    /**
     * The vector clock of each happening, by process: how many of that process's happenings it can know of (Fidge 1988,
     * Mattern 1989).
     */
    int[][] clocks() {
        int[][] clocks = new int[happenings.size()][];
        int[][] last = new int[processes()][processes()];
        for (int i = 0; i < clocks.length; i++) {
            Happening happening = happenings.get(i);
            int[] clock = last[happening.process()].clone();
            for (int cause : happening.causes()) {
                Arrays.setAll(clock, p -> Math.max(clock[p], clocks[cause][p]));
            }
            clock[happening.process()]++;
            clocks[i] = clock;
            last[happening.process()] = clock;
        }
        return clocks;
    }
}
