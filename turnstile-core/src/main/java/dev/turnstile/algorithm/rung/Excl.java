package dev.turnstile.algorithm.rung;

/**
 * (n,k)-EXCL, omori-2002, section 3: Peterson's algorithm for n processes, changed so that k may be inside and k-1 may
 * die.
 *
 * <p>A process climbs n-k levels. At level s it says so in {@code level(i)}, signs {@code turn(s)}, and goes on when at
 * most n-s-1 others are at level s or above, or when somebody has signed {@code turn(s)} after it. So at most n-s can
 * have won level s (lemma 1): of those who are there, the last to sign can't go on by the second condition, and not by
 * the first while the others are there. At level n-k, that is k.
 *
 * <p>Of k processes that may be where they block the first condition, k-1 may be dead: the one that is left leaves,
 * sooner or later. That is the difference to {@link Naive}, where a single one blocks it.
 *
 * <p>Departures from the print: "readable by all i != i" and "exit;" are read as all j != i and exit_i.
 *
 * <pre>{@code
 * ProcessSystem system = new Excl(4, 2);
 * }</pre>
 */
public class Excl extends Ladder {
    /** For n processes and k places, n > k >= 1. */
    public Excl(int processes, int places) {
        super(processes, places, s -> processes - s - 1);
    }
}
