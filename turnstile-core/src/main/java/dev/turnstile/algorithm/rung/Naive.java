package dev.turnstile.algorithm.rung;

/**
 * (n,k)-NAIVE, omori-2002, section 2: Peterson's algorithm for n processes, cut off after n-k levels. For k = 1 it is
 * Peterson's.
 *
 * <p>A process goes on from level s when no other process is at level s or above, or when another process has signed
 * {@code turn(s)} after it. There is no lockout as long as no process dies. A process that dies on a rung blocks the
 * first condition forever, for all processes at its level and below. The last process to sign there waits forever,
 * unless another process arrives and signs. Even with k = 3 places, one dead process locks out others. {@link Excl} is
 * the repair.
 *
 * <p>The levels are scanned as in {@code check} of section 3. The paper does not say how NAIVE scans them.
 */
public final class Naive extends Ladder {
    /** Creates a system of n processes and k places, n > k >= 1. */
    public Naive(int processes, int places) {
        super(processes, places, s -> 0); // for all j != i: level(j) < s
    }

    /** Returns true: a process that stays inside blocks others as a dead one does. */
    @Override
    public boolean holdersBlockOthers() {
        return true;
    }
}
