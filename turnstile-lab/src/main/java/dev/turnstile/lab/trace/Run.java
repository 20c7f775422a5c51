package dev.turnstile.lab.trace;

import dev.turnstile.machine.Region;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * A completed run, move by move.
 *
 * @param start the initial region of each process or node; in a window some are inside
 * @param happenings the moves, in order
 * @param repeatedFrom the index of the first move that repeats forever, if the run ends in a loop
 * @param onTheWay the messages still in flight at the end, in words
 */
public record Run(List<Region> start, List<Happening> happenings, OptionalInt repeatedFrom, List<String> onTheWay) {
    private static final int ALL_DRAWN = 12;

    /**
     * One move of a run.
     *
     * @param process the process or node that moves
     * @param deed the move, in words
     * @param before its region before the move
     * @param after its region after the move
     * @param stops whether the process stops forever with this move
     * @param killed whether the process is killed with this move, and others clean up after it
     * @param sender the sender, if the move receives a message
     * @param causes the indices, from 0, of the earlier moves whose effects this move has seen
     */
    public record Happening(
            int process,
            String deed,
            Region before,
            Region after,
            boolean stops,
            boolean killed,
            OptionalInt sender,
            List<Integer> causes) {
        /** Copies the list. */
        public Happening {
            causes = List.copyOf(causes);
        }

        /** Returns the move in words, followed by the new region if it differs, separated by {@code between}. */
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

    /** Returns the number of processes or nodes. */
    public int processes() {
        return start.size();
    }

    /** Returns the region of a process at the end. */
    Region lastRegion(int process) {
        return happenings.stream()
                .filter(one -> one.process() == process)
                .reduce((earlier, later) -> later)
                .map(Happening::after)
                .orElse(start.get(process));
    }

    /** Returns the processes with a column in a drawing: all, or, if there are many, those that move. */
    int[] drawn() {
        return IntStream.range(0, processes())
                .filter(i -> processes() <= ALL_DRAWN || happenings.stream().anyMatch(one -> one.process() == i))
                .toArray();
    }

    /** Returns the earlier moves of other processes whose effects this move has seen: the tails of its arrows. */
    List<Integer> otherCauses(Happening one) {
        return one.causes().stream()
                .filter(cause -> happenings.get(cause).process() != one.process())
                .toList();
    }

    boolean hasArrows(Happening one) {
        return !otherCauses(one).isEmpty();
    }

    /**
     * Returns the vector clock of each move: for every process, how many of its moves this move can know of (Fidge
     * 1988, Mattern 1989).
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
