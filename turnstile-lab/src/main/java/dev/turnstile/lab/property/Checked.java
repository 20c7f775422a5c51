package dev.turnstile.lab.property;

import dev.turnstile.machine.facts.ProcessFacts.Contest;
import java.util.List;
import java.util.OptionalInt;

/**
 * The parameters of a check that decide which properties make sense, and with which numbers.
 *
 * @param algorithm the name of the algorithm
 * @param limit how many units may be inside
 * @param floor how many must stay inside; 0 outside windows
 * @param insideAtFirst how many are inside initially; 0 outside windows
 * @param tokens how many tokens there always are; 0 if the algorithm has none to count
 * @param stabilises whether the algorithm is self-stabilising
 * @param fifo whether the algorithm promises FIFO order
 * @param contested whether the way in has contests
 * @param contests the contests on the way in
 * @param waitsAtMost how often others may enter while a participant waits, if the check bounds it
 * @param conditions what may happen in the runs
 */
public record Checked(
        String algorithm,
        int limit,
        int floor,
        long insideAtFirst,
        long tokens,
        boolean stabilises,
        boolean fifo,
        boolean contested,
        List<Contest> contests,
        OptionalInt waitsAtMost,
        Conditions conditions) {
    /** Copies the list of contests. */
    public Checked {
        contests = List.copyOf(contests);
    }
}
