package dev.turnstile.algorithm;

import dev.turnstile.algorithm.quorum.Complement;
import dev.turnstile.algorithm.quorum.Coterie;
import dev.turnstile.algorithm.quorum.Gcs;
import dev.turnstile.algorithm.quorum.Maekawa;
import dev.turnstile.algorithm.quorum.Mutin;
import dev.turnstile.algorithm.quorum.Window;
import dev.turnstile.algorithm.quorum.WindowMembers;
import dev.turnstile.machine.NodeSystem;
import dev.turnstile.machine.Sizes;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Quorums, and windows: at least l and at most k inside, for the {@link Catalogue}. */
final class QuorumFamily {
    /** How many must stay inside, in the words of a name. */
    static final String AT_LEAST = "at-least";

    /** How many are inside at first. */
    static final String INSIDE = "inside";

    private static final String COTERIE = "coterie";
    private static final String LOCKS = "locks";
    private static final String YIELDS = "yields";
    private static final String KMEX = "kmex";
    private static final String FLAW = "flaw";
    private static final String CHANGES = "changes";
    private static final String BROKEN = "broken in that way";
    private static final int MOST = 1_000_000;

    private static final Tuning.Parameter HAS_COTERIE =
            new Tuning.Parameter(COTERIE, Tuning.oneOf(Coterie.kinds()), "grid", "who asks whom");
    private static final Tuning.Parameter HAS_AT_LEAST =
            new Tuning.Parameter(AT_LEAST, Tuning.upTo(MOST), "0", "l: so many stay inside, always; less than k");
    private static final Tuning.Parameter HAS_INSIDE = new Tuning.Parameter(
            INSIDE,
            new Tuning.Domain.CountOr(AT_LEAST, new Tuning.Domain.Count(MOST)),
            AT_LEAST,
            "how many are inside at first, those with the lowest numbers");

    private static final Map<String, Set<Mutin.Rule>> MUTIN_FLAWS = new TreeMap<>(Map.of(
            "not-serialised", Set.of(Mutin.Rule.SERIALISE),
            "no-ack", Set.of(Mutin.Rule.AWAIT_ACKS),
            "no-response2", Set.of(Mutin.Rule.RESPONSE2),
            "off-by-one", Set.of(Mutin.Rule.COUNT_ITSELF),
            "no-intersection", Set.of()));

    private static final Map<String, Set<Window.Rule>> WINDOW_FLAWS = new TreeMap<>(Map.of(
            "some-votes", Set.of(Window.Rule.ALL_VOTES),
            "no-update", Set.of(Window.Rule.UPDATE),
            "off-by-one", Set.of(Window.Rule.COUNT_ITSELF),
            "no-yield", Set.of(Window.Rule.YIELD),
            "no-intersection", Set.of()));

    private static final Map<WindowMembers.Trait, String> TRAITS = new EnumMap<>(Map.of(
            WindowMembers.Trait.LEASES, "members may stop: who does not answer in time is left out",
            WindowMembers.Trait.EVICTS, "who is told to go goes, even from inside",
            WindowMembers.Trait.NO_EPOCHS, BROKEN,
            WindowMembers.Trait.NO_FENCING, BROKEN,
            WindowMembers.Trait.NO_ANNOUNCE, BROKEN));

    private static final String EXIT_WAITS = "at least l inside; who leaves waits until l others are there";

    static final List<Algorithm> ALL = List.of(
            new Algorithm.MessagePassing(
                    "maekawa",
                    "Maekawa, corrected",
                    "Maekawa 1985 with the correction of Sanders 1987, or yielding always; for k > 1 partitioned",
                    Catalogue.NODE_ASSUMPTIONS,
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
                                    "when one who waits gives a vote back")),
                    Optional.empty(),
                    Tuning.none()),
            new Algorithm.MessagePassing(
                    "maekawa-1985",
                    "Maekawa, as printed",
                    "Maekawa 1985",
                    Catalogue.NODE_ASSUMPTIONS,
                    List.of("at most k inside"),
                    "as maekawa",
                    Traits.labOnly().withBlockingHolders(),
                    (sizes, tuning) -> lock(sizes, tuning, Maekawa.Courtesy.MAEKAWA),
                    List.of(HAS_COTERIE),
                    Optional.of(
                            "whoever was next and is overtaken is not told, and all can wait for ever; use maekawa"),
                    Tuning.none()),
            new Algorithm.MessagePassing(
                    "mutin",
                    "MUTIN(l), corrected",
                    "kamei-2019, section 4, algorithms 1 and 2",
                    List.of(Catalogue.CHANNELS, "n nodes, l < n, k = n, and nobody stops"),
                    List.of(EXIT_WAITS, "no lockout, as long as everybody outside comes back"),
                    "up to 8|Q| messages per leaving and coming back, and one Response2 more for each who comes"
                            + " meanwhile; an answer has a word for each whom its sender knows",
                    Traits.labOnly().withFloors(),
                    (sizes, tuning) -> mutin(sizes, tuning),
                    List.of(HAS_COTERIE, HAS_AT_LEAST, HAS_INSIDE, hasLocks()),
                    Optional.of("it has no upper limit, and takes more messages; use window"),
                    Tuning.none()),
            new Algorithm.MessagePassing(
                    "mutin-as-printed",
                    "MUTIN(l), as printed",
                    "kamei-2019, section 4, algorithms 1 and 2",
                    List.of(Catalogue.CHANNELS, "n nodes, l < n, k = n, and nobody stops"),
                    List.of(EXIT_WAITS),
                    "as mutin",
                    Traits.labOnly().withFloors(),
                    (sizes, tuning) -> mutin(sizes, tuning).without(Set.of(Mutin.Rule.ANSWER_EVERY_RELEASE)),
                    List.of(HAS_COTERIE, HAS_AT_LEAST, HAS_INSIDE, hasLocks()),
                    Optional.of("the one Response2 can be spent on a Release that brings nothing new, and who leaves"
                            + " waits for ever; use window"),
                    Tuning.none()),
            new Algorithm.MessagePassing(
                    "mutin-broken",
                    "MUTIN(l) without something that it needs",
                    "kamei-2019, section 4; broken on purpose",
                    List.of("none hold"),
                    List.of("none"),
                    "as mutin",
                    Traits.labOnly().withFloors(),
                    QuorumFamily::brokenMutin,
                    List.of(HAS_COTERIE, HAS_AT_LEAST, HAS_INSIDE, hasLocks(), hasFlaw(MUTIN_FLAWS)),
                    Optional.of("it is broken on purpose; use window"),
                    Tuning.none()),
            new Algorithm.MessagePassing(
                    "kmex",
                    "k-mutual exclusion from MUTIN(n-k)",
                    "kamei-2019, section 5 and theorem 1",
                    Catalogue.NODE_ASSUMPTIONS,
                    List.of("at most k inside", "no lockout, as long as whoever is inside leaves"),
                    "up to 8|Q| messages per entry, and one Response2 more for each who leaves meanwhile",
                    Traits.on(Traits.Runtime.THREADS),
                    (sizes, tuning) -> kmex(sizes, tuning),
                    List.of(HAS_COTERIE),
                    Optional.empty(),
                    Tuning.none()),
            new Algorithm.MessagePassing(
                    "gcs",
                    "(l,k)-GCS",
                    "kamei-2019, section 5, algorithm 3",
                    List.of(Catalogue.CHANNELS, "n nodes, l < k <= n, and nobody stops"),
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
                                            + " deadlocks")),
                    Optional.empty(),
                    Tuning.none()),
            new Algorithm.MessagePassing(
                    "window",
                    "Window: lock and data on the same messages",
                    "ours, after kamei-2019 and Maekawa 1985",
                    List.of(Catalogue.CHANNELS, "n nodes, l < k <= n, and nobody stops"),
                    List.of("at least l and at most k inside", "no lockout, as long as everybody comes and goes"),
                    "6(|Q|-1) messages per leaving and coming back, about 8(|Q|-1) under load; 2 journeys of a message"
                            + " until it may",
                    Traits.on(Traits.Runtime.THREADS).withFloors(),
                    (sizes, tuning) -> window(sizes, tuning),
                    List.of(HAS_COTERIE, HAS_AT_LEAST, HAS_INSIDE),
                    Optional.empty(),
                    Tuning.none()),
            new Algorithm.MessagePassing(
                    "window-broken",
                    "Window without something that it needs",
                    "ours; broken on purpose",
                    List.of("none hold"),
                    List.of("none"),
                    "as window",
                    Traits.labOnly().withFloors(),
                    QuorumFamily::brokenWindow,
                    List.of(HAS_COTERIE, HAS_AT_LEAST, HAS_INSIDE, hasFlaw(WINDOW_FLAWS)),
                    Optional.of("it is broken on purpose; use window"),
                    Tuning.none()),
            new Algorithm.MessagePassing(
                    "window-members",
                    "Window, with members that die and join",
                    "ours: kamei-2019 leaves it for the future",
                    List.of(
                            Catalogue.CHANNELS,
                            "n-1 members; the last node knows who is alive; who is not is fenced, or its lease is over,"
                                    + " before the others go on"),
                    List.of(
                            "at most k inside, always",
                            "at least l inside, as long as nobody dies inside; nobody leaves while it knows of fewer"
                                    + " than l others",
                            "after every change: no lockout, as long as everybody comes and goes"),
                    "as window, and |Q| messages for each member of a view",
                    Traits.labOnly().withFloors(),
                    QuorumFamily::members,
                    membersParameters(),
                    Optional.of("its members die by chance; on threads nobody does: use window"),
                    Tuning.none()));

    private QuorumFamily() {}

    private static Tuning.Parameter hasLocks() {
        return new Tuning.Parameter(
                LOCKS,
                Tuning.oneOf(Stream.concat(Stream.of(COTERIE), Coterie.kinds().stream())
                        .toList()),
                COTERIE,
                "whom one asks for the lock, if others");
    }

    private static Tuning.Parameter hasFlaw(Map<String, ?> flaws) {
        return new Tuning.Parameter(
                FLAW,
                Tuning.oneOf(List.copyOf(flaws.keySet())),
                flaws.keySet().iterator().next(),
                "what is left out");
    }

    private static Coterie coterie(int nodes, Tuning tuning) {
        return Coterie.of(tuning.text(COTERIE, "grid"), nodes);
    }

    private static Maekawa.Courtesy yields(Tuning tuning) {
        return tuning.text(YIELDS, "always").equals("sanders") ? Maekawa.Courtesy.SANDERS : Maekawa.Courtesy.ALWAYS;
    }

    private static NodeSystem<?> lock(Sizes sizes, Tuning tuning, Maekawa.Courtesy courtesy) {
        return sizes.limit() == 1
                ? new Maekawa(coterie(sizes.participants(), tuning), courtesy)
                : Algorithm.MessagePassing.partitioned(
                        sizes.participants(),
                        sizes.limit(),
                        (cluster, same) -> new Maekawa(coterie(cluster.participants(), same), courtesy),
                        tuning);
    }

    /** A driver says the floor in the sizes, a lab in the name. */
    private static int atLeast(Sizes sizes, Tuning tuning) {
        return sizes.floor() > 0 ? sizes.floor() : tuning.number(AT_LEAST, 0);
    }

    /** A driver starts empty; a lab as it says, or with as many as the floor. */
    private static int inside(Sizes sizes, Tuning tuning) {
        return sizes.floor() > 0 ? 0 : tuning.number(INSIDE, tuning.number(AT_LEAST, 0));
    }

    private static Mutin mutin(Sizes sizes, Tuning tuning) {
        return mutin(sizes, coterie(sizes.participants(), tuning), tuning);
    }

    private static Mutin mutin(Sizes sizes, Coterie coterie, Tuning tuning) {
        int nodes = sizes.participants();
        checkLimit(sizes);
        if (sizes.limit() != nodes) {
            throw new IllegalArgumentException(
                    "it has no upper limit, so k must be n = " + nodes + ", not " + sizes.limit());
        }
        Mutin system = new Mutin(coterie, atLeast(sizes, tuning), inside(sizes, tuning));
        String locks = tuning.text(LOCKS, COTERIE);
        return locks.equals(COTERIE) ? system : system.withLocks(Coterie.of(locks, nodes));
    }

    private static void checkLimit(Sizes sizes) {
        if (sizes.limit() > sizes.participants()) {
            throw new IllegalArgumentException(
                    "k must be between 1 and n = " + sizes.participants() + ", not " + sizes.limit());
        }
    }

    private static NodeSystem<?> brokenMutin(Sizes sizes, Tuning tuning) {
        String flaw = flaw(tuning, MUTIN_FLAWS);
        return mutin(sizes, coterie(sizes.participants(), tuning, flaw), tuning).without(MUTIN_FLAWS.get(flaw));
    }

    private static NodeSystem<?> brokenWindow(Sizes sizes, Tuning tuning) {
        String flaw = flaw(tuning, WINDOW_FLAWS);
        return new Window(
                        coterie(sizes.participants(), tuning, flaw),
                        atLeast(sizes, tuning),
                        sizes.limit(),
                        inside(sizes, tuning))
                .without(WINDOW_FLAWS.get(flaw));
    }

    private static Coterie coterie(int nodes, Tuning tuning, String flaw) {
        return flaw.equals("no-intersection") ? Coterie.withoutIntersection(nodes) : coterie(nodes, tuning);
    }

    private static String flaw(Tuning tuning, Map<String, ?> flaws) {
        return tuning.text(FLAW, flaws.keySet().iterator().next());
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

    private static WindowMembers members(Sizes sizes, Tuning tuning) {
        Set<WindowMembers.Trait> traits = EnumSet.noneOf(WindowMembers.Trait.class);
        TRAITS.keySet().forEach(trait -> {
            if (tuning.flag(Tuning.written(trait))) {
                traits.add(trait);
            }
        });
        return new WindowMembers(
                        tuning.text(COTERIE, "grid"),
                        sizes.participants(),
                        atLeast(sizes, tuning),
                        sizes.limit(),
                        inside(sizes, tuning),
                        tuning.number(CHANGES, 2))
                .with(traits);
    }

    private static List<Tuning.Parameter> membersParameters() {
        List<Tuning.Parameter> all = new ArrayList<>(List.of(HAS_COTERIE, HAS_AT_LEAST, HAS_INSIDE));
        all.add(new Tuning.Parameter(
                CHANGES, Tuning.upTo(MOST), "2", "how often the view changes; 0: again and again"));
        TRAITS.forEach((trait, meaning) ->
                all.add(new Tuning.Parameter(Tuning.written(trait), Tuning.FLAG, "false", meaning)));
        return all;
    }

    private static Window window(Sizes sizes, Tuning tuning) {
        return new Window(
                coterie(sizes.participants(), tuning), atLeast(sizes, tuning), sizes.limit(), inside(sizes, tuning));
    }
}
