package dev.turnstile.lab.run;

import dev.turnstile.algorithm.Algorithm;
import dev.turnstile.lab.explore.Model;
import dev.turnstile.machine.Region;
import java.util.List;
import java.util.Optional;

/**
 * One configuration of an algorithm, of either model, with the real machines: moves are made on it one after another.
 *
 * <pre>{@code
 * Stage stage = Stage.of(Catalogue.find("raymond"), 3, 1, List.of(1, 1, 1));
 * stage.make(Move.asks(0));
 * stage.make(Move.receives(1, 0));
 * }</pre>
 */
public interface Stage {
    /**
     * What a move did.
     *
     * @param text in words
     * @param choices what was chosen, where a node left something to chance
     * @param causes earlier moves, by their number from 0, that it has seen something of: who sent the message that it
     *     took, or wrote the memory that it read; ascending
     */
    record Deed(String text, List<Integer> choices, List<Integer> causes) {
        /** Copies the lists. */
        public Deed {
            choices = List.copyOf(choices);
            causes = List.copyOf(causes);
        }
    }

    /** The initial configuration of an algorithm, with so many units for each process to ask for. */
    static Stage of(Algorithm algorithm, int processes, int places, List<Integer> units) {
        int[] asked = units.stream().mapToInt(wanted -> wanted).toArray();
        return switch (algorithm) {
            case Algorithm.SharedMemory shared -> new ProcessStage(() -> shared.system(processes, places), asked);
            case Algorithm.MessagePassing messages -> new NodeStage<>(messages.system(processes, places), asked);
        };
    }

    /** How many processes or nodes there are. */
    int processes();

    /** Where one is. */
    Region region(int process);

    /** So many must stay inside: {@link dev.turnstile.machine.Sizes#floor}. */
    default int floor() {
        return 0;
    }

    /** Whether one is inside; who waits to leave a window is. */
    default boolean isInside(int process) {
        return Model.isInside(region(process), floor());
    }

    /** How far one has come on its way in: {@link dev.turnstile.machine.Process#progress}; 0 for a node. */
    default int progress(int process) {
        return 0;
    }

    /** Whether one has stopped for ever. */
    boolean hasStopped(int process);

    /**
     * Makes a move; empty, and nothing happens, where it is not possible.
     *
     * @throws RuntimeException whatever the machine throws
     */
    Optional<Deed> make(Move move);

    /** A move from here that a fair run does not put off for ever, if there is one. */
    Optional<Move> owed();

    /** What a run that goes on for ever with these moves, from here, neglects; empty if it is fair. */
    List<String> neglectedBy(List<Move> repeated);

    /**
     * How many tokens there are, at nodes and on their way; also with those who have stopped, and on the way to them.
     */
    long tokens();

    /** What has been sent and not been taken, in words. */
    List<String> onTheWay();

    /** Puts a message on its way, as the bytes of its frame, in hexadecimal digits. */
    void put(int from, int to, String frame);

    /** Every variable, in words. */
    List<String> print();

    /**
     * What a loop must lead back to: as {@link #print}, but of numbers that are only compared the order, not the value.
     */
    default List<String> likeness() {
        return print();
    }

    /** Those of one process, as {@code name=value}. */
    List<String> variables(int process);

    /**
     * The values of a process's variables, given as {@code name=value}: what {@link Move.Kind#BECOME} needs.
     *
     * @throws IllegalArgumentException when one is missing or is not in its domain
     */
    List<Long> values(int process, List<String> variables);
}
