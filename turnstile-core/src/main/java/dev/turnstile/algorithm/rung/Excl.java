package dev.turnstile.algorithm.rung;

/**
 * (n,k)-EXCL, omori-2002, section 3: Peterson's algorithm for n processes, changed so that k may be inside and k-1 may
 * die.
 *
 * <p>A process climbs n-k levels. At level s it writes s to {@code level(i)} and signs {@code turn(s)}. It goes on when
 * at most n-s-1 others are at level s or above, or when another process has signed {@code turn(s)} after it.
 *
 * <p>At most n-s processes can therefore have won level s (lemma 1). The last of them to sign can't go on by the second
 * condition, nor by the first while the others are there. At level n-k, that bound is k.
 *
 * <p>Suppose that k processes block the first condition. If k-1 of them are dead, the remaining one leaves sooner or
 * later. In {@link Naive}, by contrast, a single process blocks the condition.
 *
 * <p>Departures from the print: "readable by all i != i" and "exit;" are read as all j != i and exit_i.
 */
public class Excl extends Ladder {
    /** Creates a system of n processes and k places, n > k >= 1. */
    public Excl(int processes, int places) {
        super(processes, places, s -> processes - s - 1);
    }
}
