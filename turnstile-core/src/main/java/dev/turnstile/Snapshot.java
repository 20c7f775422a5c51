package dev.turnstile;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What a turnstile looked like at one moment.
 *
 * <pre>{@code
 * Snapshot now = gate.snapshot();
 * System.out.println(now.held() + " of " + now.limit() + " held, " + now.waiters().size() + " waiting");
 * }</pre>
 *
 * @param name the turnstile's name
 * @param algorithm the algorithm's name
 * @param limit how many units may be inside
 * @param held how many units are inside; more than the limit while a lowered limit drains
 * @param holders who is inside; empty unless the turnstile is {@link Turnstile.Builder#watched() watched}
 * @param waiters who waits, first in line first
 */
public record Snapshot(String name, String algorithm, int limit, int held, List<Holder> holders, List<Waiter> waiters) {
    /** Copies the lists. */
    public Snapshot {
        holders = List.copyOf(holders);
        waiters = List.copyOf(waiters);
    }

    /**
     * One who is inside.
     *
     * @param slot which place
     * @param fence the number of this grant of the place
     * @param units how many units
     * @param thread the name of the thread that acquired
     * @param since for how long
     */
    public record Holder(int slot, long fence, int units, String thread, Duration since) {}

    /**
     * One who waits.
     *
     * @param units how many units it asks for
     * @param thread the name of the thread that waits; empty where a future does
     * @param since for how long
     */
    public record Waiter(int units, Optional<String> thread, Duration since) {}
}
