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
 * Watches a turnstile under the same load, in a run of its own, so that the measured runs are not disturbed: at most k
 * are inside and, if the algorithm keeps order, nobody who came later entered earlier.
 *
 * <p>Each thread, before it asks, notes how often everybody has entered, and only then takes a snapshot. Whoever waits
 * in that snapshot is ahead of it, and must have entered once more when the thread itself is inside. With k places, up
 * to k-1 of them may be inside without having said so yet; they and the thread itself hold the k places. So for k=1 the
 * check of the order is exact for everybody that a snapshot can show, and for k&gt;1 it is weaker by those k-1.
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
     * Watches for a while; returns how many passes were seen.
     *
     * @throws IllegalStateException when too many are inside, or somebody overtook
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

    /** Somebody who waits, and how often it had entered at some time before. */
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
            throw new IllegalStateException(now + " are inside at " + setting);
        }
    }

    private void checkOrder(List<Ahead> ahead) {
        long overtaken = ahead.stream()
                .filter(one -> entries.get(one.thread()) == one.entries())
                .count();
        if (overtaken > setting.places() - 1) {
            throw new IllegalStateException(overtaken + " were overtaken at " + setting);
        }
    }
}
