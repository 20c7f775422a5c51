package dev.turnstile.algorithm;

import dev.turnstile.algorithm.quorum.Complement;
import dev.turnstile.algorithm.quorum.Gcs;
import dev.turnstile.algorithm.quorum.Maekawa;
import dev.turnstile.algorithm.quorum.Mutin;
import dev.turnstile.algorithm.quorum.Window;
import dev.turnstile.algorithm.quorum.coterie.Coterie;
import dev.turnstile.machine.NodeSystem;
import dev.turnstile.machine.Sizes;
import java.util.List;

/**
 * Quorums, and windows with at least l and at most k inside, for the {@link Catalogue}. The lab's variants use their
 * options, too.
 */
public final class QuorumFamily {
    /** The name of the option for the floor. */
    static final String AT_LEAST = "at-least";

    /** The name of the option for the number of nodes inside at the start. */
    static final String INSIDE = "inside";

    private static final String COTERIE = "coterie";
    private static final String YIELDS = "yields";
    private static final String KMEX = "kmex";
    private static final int MOST = 1_000_000;

    /** The option for the coterie. */
    public static final Tuning.Parameter HAS_COTERIE =
            new Tuning.Parameter(COTERIE, Tuning.oneOf(Coterie.kinds()), "grid", "which nodes each node asks");
    /** The option for the floor. */
    public static final Tuning.Parameter HAS_AT_LEAST =
            new Tuning.Parameter(AT_LEAST, Tuning.upTo(MOST), "0", "l: how many always stay inside; less than k");
    /** The option for the number of nodes inside at the start. */
    public static final Tuning.Parameter HAS_INSIDE = new Tuning.Parameter(
            INSIDE,
            new Tuning.Domain.CountOr(AT_LEAST, new Tuning.Domain.Count(MOST)),
            AT_LEAST,
            "how many nodes start inside: those with the lowest numbers");

    static final List<Algorithm> ALL = List.of(
            new Algorithm.MessagePassing(
                    "maekawa",
                    "Maekawa, corrected",
                    "Maekawa 1985 with the correction of Sanders 1987, or yielding always; for k > 1 partitioned",
                    Assumptions.NODES,
                    List.of("at most k inside", "no lockout, as long as no node crashes or stays inside"),
                    "3(|Q|-1) messages of 3 to 5 words per entry, up to 5(|Q|-1) under load; |Q| is about 2 sqrt n on"
                            + " a grid",
                    Traits.on(Traits.Runtime.THREADS).withBlockingHolders(),
                    (sizes, tuning) -> lock(sizes, tuning, yields(tuning)),
                    List.of(
                            HAS_COTERIE,
                            new Tuning.Parameter(
                                    YIELDS,
                                    Tuning.oneOf(List.of("always", "sanders")),
                                    "always",
                                    "when a waiter gives a vote back"))),
            new Algorithm.MessagePassing(
                    "kmex",
                    "k-mutual exclusion from MUTIN(n-k)",
                    "kamei-2019, section 5 and theorem 1",
                    Assumptions.NODES,
                    List.of("at most k inside", "no lockout, as long as no node crashes and every node inside leaves"),
                    "up to 8|Q| messages per entry, plus one Response2 for each node that leaves meanwhile",
                    Traits.on(Traits.Runtime.THREADS),
                    (sizes, tuning) -> kmex(sizes, tuning),
                    List.of(HAS_COTERIE)),
            new Algorithm.MessagePassing(
                    "gcs",
                    "(l,k)-GCS",
                    "kamei-2019, section 5, algorithm 3",
                    List.of(Assumptions.CHANNELS, "n nodes, l < k <= n, and no crashes"),
                    List.of(
                            "at least l and at most k inside",
                            "no lockout, as long as no node crashes and every node keeps entering and leaving"),
                    "up to 16|Q| messages per exit and re-entry",
                    Traits.on(Traits.Runtime.THREADS).withFloors(),
                    QuorumFamily::gcs,
                    List.of(
                            HAS_COTERIE,
                            HAS_AT_LEAST,
                            HAS_INSIDE,
                            new Tuning.Parameter(
                                    KMEX,
                                    Tuning.oneOf(Gcs.Kmex.values()),
                                    "mutin",
                                    "the k-exclusion of the composition; with forest, l > 0 and 1 < k < n it"
                                            + " deadlocks"))),
            new Algorithm.MessagePassing(
                    "window",
                    "Window: lock and data on the same messages",
                    "ours, after kamei-2019 and Maekawa 1985",
                    List.of(Assumptions.CHANNELS, "n nodes, l < k <= n, and no crashes"),
                    List.of(
                            "at least l and at most k inside",
                            "no lockout, as long as no node crashes and every node keeps entering and leaving"),
                    "6(|Q|-1) messages per exit and re-entry, about 8(|Q|-1) under load; 2 message delays until a node"
                            + " may cross",
                    Traits.on(Traits.Runtime.THREADS).withFloors(),
                    (sizes, tuning) -> window(sizes, tuning),
                    List.of(HAS_COTERIE, HAS_AT_LEAST, HAS_INSIDE)));

    private QuorumFamily() {}

    /** Returns the coterie: which nodes each node asks. */
    @SuppressWarnings("exports") // for the lab, which sees the family
    public static Coterie coterie(int nodes, Tuning tuning) {
        return Coterie.of(tuning.text(COTERIE, "grid"), nodes);
    }

    private static Maekawa.Courtesy yields(Tuning tuning) {
        return tuning.text(YIELDS, "always").equals("sanders") ? Maekawa.Courtesy.SANDERS : Maekawa.Courtesy.ALWAYS;
    }

    /** Returns the lock. For more than one place, it is partitioned. */
    @SuppressWarnings("exports") // for the lab, which sees the family
    public static NodeSystem<?> lock(Sizes sizes, Tuning tuning, Maekawa.Courtesy courtesy) {
        return sizes.limit() == 1
                ? new Maekawa(coterie(sizes.participants(), tuning), courtesy)
                : Algorithm.MessagePassing.partitioned(
                        sizes.participants(),
                        sizes.limit(),
                        (cluster, same) -> new Maekawa(coterie(cluster.participants(), same), courtesy),
                        tuning);
    }

    /** Returns the floor. A driver sets it in the sizes, and a lab in the name. */
    public static int atLeast(Sizes sizes, Tuning tuning) {
        return sizes.floor() > 0 ? sizes.floor() : tuning.number(AT_LEAST, 0);
    }

    /**
     * Returns the number of nodes inside at the start. A driver starts empty. A lab chooses the number, which defaults
     * to the floor.
     */
    public static int inside(Sizes sizes, Tuning tuning) {
        return sizes.floor() > 0 ? 0 : tuning.number(INSIDE, tuning.number(AT_LEAST, 0));
    }

    /**
     * Checks that the limit is not above the number of nodes.
     *
     * @throws IllegalArgumentException if it is
     */
    public static void checkLimit(Sizes sizes) {
        if (sizes.limit() > sizes.participants()) {
            throw new IllegalArgumentException(
                    "k must be between 1 and n = " + sizes.participants() + ", not " + sizes.limit());
        }
    }

    private static NodeSystem<?> kmex(Sizes sizes, Tuning tuning) {
        int nodes = sizes.participants();
        Coterie coterie = coterie(nodes, tuning);
        checkLimit(sizes);
        return new Complement<>(new Mutin(coterie, nodes - sizes.limit(), nodes));
    }

    private static NodeSystem<?> gcs(Sizes sizes, Tuning tuning) {
        return new Gcs(
                coterie(sizes.participants(), tuning),
                atLeast(sizes, tuning),
                sizes.limit(),
                inside(sizes, tuning),
                tuning.choice(KMEX, Gcs.Kmex.values()));
    }

    private static Window window(Sizes sizes, Tuning tuning) {
        return new Window(
                coterie(sizes.participants(), tuning), atLeast(sizes, tuning), sizes.limit(), inside(sizes, tuning));
    }
}
