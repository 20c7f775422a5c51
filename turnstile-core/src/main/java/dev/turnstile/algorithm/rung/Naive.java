package dev.turnstile.algorithm.rung;

/**
 * (n,k)-NAIVE, omori-2002, section 2: Peterson's algorithm for n processes that stops n-k levels up. For k = 1 it is
 * Peterson's.
 *
 * <p>A process goes on from level s when no other is at level s or above, or when somebody has signed {@code turn(s)}
 * after it. Nobody is locked out as long as nobody dies. But one that dies on a rung blocks the first condition for
 * ever, for everybody at its level and below; whoever signs last there waits for ever, unless another comes and signs.
 * With k = 3 places, one dead process locks out others: {@link Excl} is the repair.
 *
 * <p>The scan of the levels is made as in {@code check} of section 3; the paper does not say how for this one.
 *
 * <pre>{@code
 * ProcessSystem system = new Naive(4, 2);
 * }</pre>
 */
public final class Naive extends Ladder {
    /** For n processes and k places, n > k >= 1. */
    public Naive(int processes, int places) {
        super(processes, places, s -> 0); // for all j != i: level(j) < s
    }

    /** One who stays inside is as good as dead. */
    @Override
    public boolean holdersBlockOthers() {
        return true;
    }
}
