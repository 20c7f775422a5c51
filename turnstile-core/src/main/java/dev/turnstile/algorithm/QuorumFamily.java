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
 * Quorums, and windows: at least l and at most k inside, for the {@link Catalogue}; their options also for the lab's
 * variants.
 */
public final class QuorumFamily {
    /** How many must stay inside, in the words of a name. */
    static final String AT_LEAST = "at-least";

    /** How many are inside at first. */
    static final String INSIDE = "inside";

    private static final String COTERIE = "coterie";
    private static final String YIELDS = "yields";
    private static final String KMEX = "kmex";
    private static final int MOST = 1_000_000;

    /** Who asks whom. */
    public static final Tuning.Parameter HAS_COTERIE =
            new Tuning.Parameter(COTERIE, Tuning.oneOf(Coterie.kinds()), "grid", "who asks whom");
    /** How many stay inside. */
    public static final Tuning.Parameter HAS_AT_LEAST =
            new Tuning.Parameter(AT_LEAST, Tuning.upTo(MOST), "0", "l: so many stay inside, always; less than k");
    /** How many are inside at first. */
    public static final Tuning.Parameter HAS_INSIDE = new Tuning.Parameter(
            INSIDE,
            new Tuning.Domain.CountOr(AT_LEAST, new Tuning.Domain.Count(MOST)),
            AT_LEAST,
            "how many are inside at first, those with the lowest numbers");

    static final List<Algorithm> ALL = List.of(
            new Algorithm.MessagePassing(
                    "maekawa",
                    "Maekawa, corrected",
                    "Maekawa 1985 with the correction of Sanders 1987, or yielding always; for k > 1 partitioned",
                    Assumptions.NODES,
                    List.of("at most k inside", "no lockout, as long as nobody stays inside"),
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
                                    "when one who waits gives a vote back"))),
            new Algorithm.MessagePassing(
                    "kmex",
                    "k-mutual exclusion from MUTIN(n-k)",
                    "kamei-2019, section 5 and theorem 1",
                    Assumptions.NODES,
                    List.of("at most k inside", "no lockout, as long as whoever is inside leaves"),
                    "up to 8|Q| messages per entry, and one Response2 more for each who leaves meanwhile",
                    Traits.on(Traits.Runtime.THREADS),
                    (sizes, tuning) -> kmex(sizes, tuning),
                    List.of(HAS_COTERIE)),
            new Algorithm.MessagePassing(
                    "gcs",
                    "(l,k)-GCS",
                    "kamei-2019, section 5, algorithm 3",
                    List.of(Assumptions.CHANNELS, "n nodes, l < k <= n, and nobody stops"),
                    List.of("at least l and at most k inside", "no lockout, as long as everybody comes and goes"),
                    "up to 16|Q| messages per leaving and coming back",
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
                    List.of(Assumptions.CHANNELS, "n nodes, l < k <= n, and nobody stops"),
                    List.of("at least l and at most k inside", "no lockout, as long as everybody comes and goes"),
                    "6(|Q|-1) messages per leaving and coming back, about 8(|Q|-1) under load; 2 journeys of a message"
                            + " until it may",
                    Traits.on(Traits.Runtime.THREADS).withFloors(),
                    (sizes, tuning) -> window(sizes, tuning),
                    List.of(HAS_COTERIE, HAS_AT_LEAST, HAS_INSIDE)));

    private QuorumFamily() {}

    /** Returns who asks whom. */
    @SuppressWarnings("exports") // for the lab, which sees the family
    public static Coterie coterie(int nodes, Tuning tuning) {
        return Coterie.of(tuning.text(COTERIE, "grid"), nodes);
    }

    private static Maekawa.Courtesy yields(Tuning tuning) {
        return tuning.text(YIELDS, "always").equals("sanders") ? Maekawa.Courtesy.SANDERS : Maekawa.Courtesy.ALWAYS;
    }

    /** Returns the lock, for more than one place partitioned. */
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

    /** Returns how many stay inside: a driver says it in the sizes, a lab in the name. */
    public static int atLeast(Sizes sizes, Tuning tuning) {
        return sizes.floor() > 0 ? sizes.floor() : tuning.number(AT_LEAST, 0);
    }

    /** Returns how many are inside at first: a driver starts empty; a lab as it says, or with as many as the floor. */
    public static int inside(Sizes sizes, Tuning tuning) {
        return sizes.floor() > 0 ? 0 : tuning.number(INSIDE, tuning.number(AT_LEAST, 0));
    }

    /** Refuses a limit above the number of nodes. */
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
