package dev.turnstile.bench.contended;

import dev.turnstile.Permit;
import dev.turnstile.Snapshot;
import dev.turnstile.Turnstile;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.openjdk.jmh.infra.Blackhole;

/**
 * Checks a turnstile under the same load, in a run of its own so that the measured runs are not disturbed. At most k
 * threads may be inside. If the algorithm is FIFO, no thread may overtake an earlier one.
 *
 * <p>Before it acquires, each thread first records the number of entries of every thread, and then takes a snapshot.
 * Every waiter in that snapshot is ahead of the thread, and must have entered once more by the time the thread is
 * inside. With k places, up to k-1 of these waiters may be inside without having counted their entry yet; they and the
 * thread itself hold the k places. For k=1, the check of the order is therefore exact for every waiter that a snapshot
 * can show. For k&gt;1, it is weaker by those k-1.
 */
final class Inspection {
    private final ContendedRow setting;
    private final boolean keepsOrder;
    private final Turnstile gate;
    private final AtomicInteger inside = new AtomicInteger();
    private final AtomicIntegerArray entries;

    private Inspection(ContendedRow setting) {
        this.setting = setting;
        keepsOrder = setting.keepsOrder();
        gate = setting.open();
        entries = new AtomicIntegerArray(setting.threads());
    }

    /**
     * Inspects the turnstile for the given time, and returns the number of passes.
     *
     * @throws IllegalStateException if too many threads are inside, or a thread overtook another
     */
    static long inspect(ContendedRow setting, long tokens, long millis) throws InterruptedException {
        Inspection inspection = new Inspection(setting);
        double rate = new ThreadCrowd(setting).perSecond(thread -> inspection.pass(thread, tokens), millis);
        return Math.round(rate * millis / 1000);
    }

    private void pass(int thread, long tokens) throws InterruptedException {
        List<Ahead> ahead = keepsOrder ? ahead() : List.of();
        try (Permit _ = gate.acquire()) {
            checkInside(inside.incrementAndGet());
            entries.incrementAndGet(thread);
            checkOrder(ahead);
            Blackhole.consumeCPU(tokens);
            inside.decrementAndGet();
        }
    }

    /** A waiter, and the number of its entries some time before. */
    private record Ahead(int thread, int entries) {}

    private List<Ahead> ahead() {
        int[] before = new int[setting.threads()];
        for (int i = 0; i < before.length; i++) {
            before[i] = entries.get(i);
        }
        List<Ahead> ahead = new ArrayList<>();
        for (Snapshot.Waiter waiter : gate.snapshot().waiters()) {
            int thread = Integer.parseInt(waiter.thread().orElseThrow());
            ahead.add(new Ahead(thread, before[thread]));
        }
        return ahead;
    }

    private void checkInside(int now) {
        if (now > setting.places()) {
            throw new IllegalStateException(
                    now + " threads are inside, but at most " + setting.places() + " may be, at " + setting);
        }
    }

    private void checkOrder(List<Ahead> ahead) {
        long overtaken = ahead.stream()
                .filter(one -> entries.get(one.thread()) == one.entries())
                .count();
        if (overtaken > setting.places() - 1) {
            throw new IllegalStateException(overtaken + " threads were overtaken at " + setting);
        }
    }
}
