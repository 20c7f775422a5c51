package dev.turnstile.lab.run;

import dev.turnstile.algorithm.Algorithm;
import dev.turnstile.lab.explore.Model;
import dev.turnstile.machine.Region;
import java.util.List;
import java.util.Optional;

/**
 * One configuration of an algorithm of either model, with the real machines. Moves are made on it one after another.
 *
 * <pre>{@code
 * Stage stage = Stage.of(Catalogue.find("raymond"), 3, 1, List.of(1, 1, 1));
 * stage.make(Move.asks(0));
 * stage.make(Move.receives(1, 0)).orElseThrow().causes();      // [0]: the request was sent by move 0
 * }</pre>
 */
public interface Stage {
    /**
     * What a move did.
     *
     * @param text the effect, in words
     * @param choices the choices made where a node left something to chance
     * @param causes the numbers, from 0 and ascending, of earlier moves whose effect it saw: the move that sent the
     *     message it took, or wrote the memory it read
     */
    record Deed(String text, List<Integer> choices, List<Integer> causes) {
        /** Copies the lists. */
        public Deed {
            choices = List.copyOf(choices);
            causes = List.copyOf(causes);
        }
    }

    /**
     * Creates the initial configuration of an algorithm.
     *
     * @param units how many units each process requests
     */
    static Stage of(Algorithm algorithm, int processes, int places, List<Integer> units) {
        int[] asked = units.stream().mapToInt(wanted -> wanted).toArray();
        return switch (algorithm) {
            case Algorithm.SharedMemory shared -> new ProcessStage(() -> shared.system(processes, places), asked);
            case Algorithm.MessagePassing messages -> new NodeStage<>(messages.system(processes, places), asked);
        };
    }

    /** Returns the number of processes or nodes. */
    int processes();

    /** Returns the region of a process. */
    Region region(int process);

    /** Returns how many must stay inside: {@link dev.turnstile.machine.Sizes#floor}. */
    default int floor() {
        return 0;
    }

    /** Returns whether a process is inside. A process that waits to leave a window is inside. */
    default boolean isInside(int process) {
        return Model.isInside(region(process), floor());
    }

    /**
     * Returns how far a process has come on its way in: {@link dev.turnstile.machine.Process#progress}; 0 for a node.
     */
    default int progress(int process) {
        return 0;
    }

    /** Returns whether a process has crashed. */
    boolean hasStopped(int process);

    /**
     * Makes a move and returns what it did. If the move is not possible, nothing happens and the result is empty.
     *
     * @throws RuntimeException if the machine throws it
     */
    Optional<Deed> make(Move move);

    /** Returns a move that a fair run does not postpone forever from here, if there is one. */
    Optional<Move> owed();

    /** Returns what a run that repeats these moves forever from here neglects; empty if it is fair. */
    List<String> neglectedBy(List<Move> repeated);

    /**
     * Returns how many tokens there are, at nodes and in flight. Tokens at crashed nodes and in flight to them count.
     */
    long tokens();

    /** Returns the messages that were sent and not taken, in words. */
    List<String> onTheWay();

    /**
     * Puts a message in flight.
     *
     * @param frame the bytes of its frame, in hexadecimal digits
     */
    void put(int from, int to, String frame);

    /** Returns every variable, in words. */
    List<String> print();

    /**
     * Returns what must be the same at both ends of a loop: as {@link #print}, but with ranks in place of numbers that
     * are only compared.
     */
    default List<String> likeness() {
        return print();
    }

    /** Returns the variables of one process, as {@code name=value}. */
    List<String> variables(int process);

    /**
     * Returns the values of a process's variables from {@code name=value} pairs, as {@link Move.Kind#BECOME} needs
     * them.
     *
     * @throws IllegalArgumentException if a variable is missing, unknown or not in its domain
     */
    List<Long> values(int process, List<String> variables);
}
