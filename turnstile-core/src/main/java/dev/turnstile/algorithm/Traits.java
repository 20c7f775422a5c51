package dev.turnstile.algorithm;

import java.util.Set;

/**
 * The properties of an algorithm that callers choose it by. The catalogue states them, so that no system has to be
 * built to find out.
 *
 * <pre>{@code
 * Traits traits = Traits.on(Traits.Runtime.THREADS, Traits.Runtime.MAPPED).inOrder();
 * traits.fifo();     // true
 * }</pre>
 *
 * @param fifo whether callers enter in the order of their arrival
 * @param window whether it can keep a floor of at least l inside
 * @param survivesKills whether participants may be killed at any moment, because others clean up after them
 * @param holdersBlockOthers whether a holder can keep another caller out although units are free
 * @param runtimes the runtimes on which it can serve real callers; empty for an algorithm that only a lab runs
 */
public record Traits(
        boolean fifo, boolean window, boolean survivesKills, boolean holdersBlockOthers, Set<Runtime> runtimes) {
    /** A runtime on which an algorithm can serve real callers. */
    @SuppressWarnings("AvoidCommonTypeNames") // always written as Traits.Runtime
    public enum Runtime {
        /** The threads of one JVM. */
        THREADS,
        /** Processes on one machine that share a mapped file. */
        MAPPED
    }

    /** Copies the set. */
    public Traits {
        runtimes = Set.copyOf(runtimes);
    }

    /** Returns the traits of an algorithm that runs on these runtimes and has no other trait. */
    public static Traits on(Runtime... runtimes) {
        return new Traits(false, false, false, false, Set.of(runtimes));
    }

    /** Returns the traits of an algorithm that only a lab runs. */
    public static Traits labOnly() {
        return new Traits(false, false, false, false, Set.of());
    }

    /** Returns a copy in which callers enter in the order of their arrival. */
    public Traits inOrder() {
        return new Traits(true, window, survivesKills, holdersBlockOthers, runtimes);
    }

    /** Returns a copy with support for a floor. */
    public Traits withFloors() {
        return new Traits(fifo, true, survivesKills, holdersBlockOthers, runtimes);
    }

    /** Returns a copy in which participants may be killed. */
    public Traits survivingKills() {
        return new Traits(fifo, window, true, holdersBlockOthers, runtimes);
    }

    /** Returns a copy in which holders can keep others out. */
    public Traits withBlockingHolders() {
        return new Traits(fifo, window, survivesKills, true, runtimes);
    }
}
