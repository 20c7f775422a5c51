package dev.turnstile.algorithm;

import java.util.Set;

/**
 * What an algorithm is good for, said once in the catalogue, so that no system has to be built to find out.
 *
 * <pre>{@code
 * Traits traits = Traits.on(Traits.Runtime.THREADS, Traits.Runtime.MAPPED).inOrder();
 * }</pre>
 *
 * @param fifo whether callers enter in the order of their arrival
 * @param window whether it can keep a floor: at least l inside
 * @param survivesKills whether participants may be killed at any moment, and others clear up after them
 * @param holdersBlockOthers whether a holder can keep another caller out although units are free
 * @param runtimes where it can run for real callers; empty for an algorithm that only a lab runs
 */
public record Traits(
        boolean fifo, boolean window, boolean survivesKills, boolean holdersBlockOthers, Set<Runtime> runtimes) {
    /** Where an algorithm can run for real callers. */
    @SuppressWarnings("AvoidCommonTypeNames") // always written as Traits.Runtime
    public enum Runtime {
        /** On the threads of one JVM. */
        THREADS,
        /** Between processes of one machine, in a mapped file. */
        MAPPED
    }

    /** Copies the set. */
    public Traits {
        runtimes = Set.copyOf(runtimes);
    }

    /** Returns the traits of an algorithm that runs there, and has no other trait. */
    public static Traits on(Runtime... runtimes) {
        return new Traits(false, false, false, false, Set.of(runtimes));
    }

    /** Returns the traits of an algorithm that only a lab runs. */
    public static Traits labOnly() {
        return new Traits(false, false, false, false, Set.of());
    }

    /** Returns a copy whose callers enter in the order of their arrival. */
    public Traits inOrder() {
        return new Traits(true, window, survivesKills, holdersBlockOthers, runtimes);
    }

    /** Returns a copy that can keep a floor. */
    public Traits withFloors() {
        return new Traits(fifo, true, survivesKills, holdersBlockOthers, runtimes);
    }

    /** Returns a copy whose participants may be killed. */
    public Traits survivingKills() {
        return new Traits(fifo, window, true, holdersBlockOthers, runtimes);
    }

    /** Returns a copy in which holders can keep others out. */
    public Traits withBlockingHolders() {
        return new Traits(fifo, window, survivesKills, true, runtimes);
    }
}
