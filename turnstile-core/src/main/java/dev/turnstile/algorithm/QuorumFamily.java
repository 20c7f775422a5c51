package dev.turnstile.algorithm;

import dev.turnstile.algorithm.quorum.Complement;
import dev.turnstile.algorithm.quorum.Coterie;
import dev.turnstile.algorithm.quorum.Gcs;
import dev.turnstile.algorithm.quorum.Maekawa;
import dev.turnstile.algorithm.quorum.Mutin;
import dev.turnstile.algorithm.quorum.Window;
import dev.turnstile.algorithm.quorum.WindowMembers;
import dev.turnstile.machine.NodeSystem;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

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
            new Tuning.Parameter(COTERIE, String.join("|", Coterie.kinds()), "grid", "who asks whom");
    private static final Tuning.Parameter HAS_AT_LEAST =
            new Tuning.Parameter(AT_LEAST, "0.." + MOST, "0", "l: so many stay inside, always; less than k");
    private static final Tuning.Parameter HAS_INSIDE = new Tuning.Parameter(
            INSIDE, "at-least|0.." + MOST, AT_LEAST, "how many are inside at first, those with the lowest numbers");

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
                    (nodes, places, tuning) -> lock(nodes, places, tuning, yields(tuning)),
                    List.of(
                            HAS_COTERIE,
                            new Tuning.Parameter(
                                    YIELDS, "always|sanders", "always", "when one who waits gives a vote back")),
                    Optional.empty(),
                    Tuning.none()),
            new Algorithm.MessagePassing(
                    "maekawa-1985",
                    "Maekawa, as printed",
                    "Maekawa 1985",
                    Catalogue.NODE_ASSUMPTIONS,
                    List.of("at most k inside"),
                    "as maekawa",
                    (nodes, places, tuning) -> lock(nodes, places, tuning, Maekawa.Courtesy.MAEKAWA),
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
                    (nodes, places, tuning) -> mutin(nodes, places, tuning),
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
                    (nodes, places, tuning) ->
                            mutin(nodes, places, tuning).without(Set.of(Mutin.Rule.ANSWER_EVERY_RELEASE)),
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
                    (nodes, places, tuning) -> kmex(nodes, places, tuning),
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
                    QuorumFamily::gcs,
                    List.of(
                            HAS_COTERIE,
                            HAS_AT_LEAST,
                            HAS_INSIDE,
                            new Tuning.Parameter(
                                    KMEX,
                                    Tuning.allowed(Gcs.Kmex.values()),
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
                    (nodes, places, tuning) -> window(nodes, places, tuning),
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
                    QuorumFamily::members,
                    membersParameters(),
                    Optional.of("its members die by chance; on threads nobody does: use window"),
                    Tuning.none()));

    private QuorumFamily() {}

    private static Tuning.Parameter hasLocks() {
        return new Tuning.Parameter(
                LOCKS,
                COTERIE + "|" + String.join("|", Coterie.kinds()),
                COTERIE,
                "whom one asks for the lock, if others");
    }

    private static Tuning.Parameter hasFlaw(Map<String, ?> flaws) {
        return new Tuning.Parameter(
                FLAW,
                String.join("|", flaws.keySet()),
                flaws.keySet().iterator().next(),
                "what is left out");
    }

    private static Coterie coterie(int nodes, Tuning tuning) {
        return Coterie.of(tuning.text(COTERIE, "grid"), nodes);
    }

    private static Maekawa.Courtesy yields(Tuning tuning) {
        return switch (tuning.text(YIELDS, "always")) {
            case "always" -> Maekawa.Courtesy.ALWAYS;
            case "sanders" -> Maekawa.Courtesy.SANDERS;
            case String other ->
                throw new IllegalArgumentException(YIELDS + " must be always or sanders, not '" + other + "'");
        };
    }

    private static NodeSystem<?> lock(int nodes, int places, Tuning tuning, Maekawa.Courtesy courtesy) {
        return places == 1
                ? new Maekawa(coterie(nodes, tuning), courtesy)
                : Algorithm.MessagePassing.partitioned(
                        nodes, places, (size, one, same) -> new Maekawa(coterie(size, same), courtesy), tuning);
    }

    private static int atLeast(Tuning tuning) {
        return tuning.number(AT_LEAST, 0, 0, MOST);
    }

    /** So many nodes that there is such a window. */
    static int nodesFor(Tuning tuning) {
        return 1 + Math.max(1, Math.max(atLeast(tuning), inside(tuning)));
    }

    private static int inside(Tuning tuning) {
        boolean asTheFloor = tuning.text(INSIDE, AT_LEAST).equals(AT_LEAST);
        return asTheFloor ? atLeast(tuning) : tuning.number(INSIDE, 0, 0, MOST);
    }

    private static Mutin mutin(int nodes, int places, Tuning tuning) {
        return mutin(nodes, places, coterie(nodes, tuning), tuning);
    }

    private static Mutin mutin(int nodes, int places, Coterie coterie, Tuning tuning) {
        if (places < 1 || places > nodes) {
            throw new IllegalArgumentException("k must be between 1 and n = " + nodes + ", not " + places);
        }
        if (places != nodes) {
            throw new IllegalArgumentException("it has no upper limit, so k must be n = " + nodes + ", not " + places);
        }
        Mutin system = new Mutin(coterie, atLeast(tuning), inside(tuning));
        String locks = tuning.text(LOCKS, COTERIE);
        if (!locks.equals(COTERIE) && !Coterie.kinds().contains(locks)) {
            throw new IllegalArgumentException(
                    LOCKS + " must be " + COTERIE + "|" + String.join("|", Coterie.kinds()) + ", not '" + locks + "'");
        }
        return locks.equals(COTERIE) ? system : system.withLocks(Coterie.of(locks, nodes));
    }

    private static NodeSystem<?> brokenMutin(int nodes, int places, Tuning tuning) {
        String flaw = flaw(tuning, MUTIN_FLAWS);
        return mutin(nodes, places, coterie(nodes, tuning, flaw), tuning).without(MUTIN_FLAWS.get(flaw));
    }

    private static NodeSystem<?> brokenWindow(int nodes, int places, Tuning tuning) {
        String flaw = flaw(tuning, WINDOW_FLAWS);
        return new Window(coterie(nodes, tuning, flaw), atLeast(tuning), places, inside(tuning))
                .without(WINDOW_FLAWS.get(flaw));
    }

    private static Coterie coterie(int nodes, Tuning tuning, String flaw) {
        return flaw.equals("no-intersection") ? Coterie.withoutIntersection(nodes) : coterie(nodes, tuning);
    }

    private static String flaw(Tuning tuning, Map<String, ?> flaws) {
        String flaw = tuning.text(FLAW, flaws.keySet().iterator().next());
        if (!flaws.containsKey(flaw)) {
            throw new IllegalArgumentException(
                    FLAW + " must be " + String.join("|", flaws.keySet()) + ", not '" + flaw + "'");
        }
        return flaw;
    }

    private static NodeSystem<?> kmex(int nodes, int places, Tuning tuning) {
        Coterie coterie = coterie(nodes, tuning);
        if (places < 1 || places > nodes) {
            throw new IllegalArgumentException("k must be between 1 and n = " + nodes + ", not " + places);
        }
        return new Complement<>(new Mutin(coterie, nodes - places, nodes));
    }

    private static NodeSystem<?> gcs(int nodes, int places, Tuning tuning) {
        return new Gcs(
                coterie(nodes, tuning),
                atLeast(tuning),
                places,
                inside(tuning),
                tuning.choice(KMEX, Gcs.Kmex.values()));
    }

    private static WindowMembers members(int nodes, int places, Tuning tuning) {
        Set<WindowMembers.Trait> traits = EnumSet.noneOf(WindowMembers.Trait.class);
        for (WindowMembers.Trait trait : TRAITS.keySet()) {
            if (tuning.flag(Tuning.written(trait))) {
                traits.add(trait);
            }
        }
        int changes = tuning.number(CHANGES, 2, 0, MOST);
        return new WindowMembers(tuning.text(COTERIE, "grid"), nodes, atLeast(tuning), places, inside(tuning), changes)
                .with(traits);
    }

    private static List<Tuning.Parameter> membersParameters() {
        List<Tuning.Parameter> all = new ArrayList<>(List.of(HAS_COTERIE, HAS_AT_LEAST, HAS_INSIDE));
        all.add(new Tuning.Parameter(CHANGES, "0.." + MOST, "2", "how often the view changes; 0: again and again"));
        TRAITS.forEach((trait, meaning) ->
                all.add(new Tuning.Parameter(Tuning.written(trait), Tuning.TRUE_OR_FALSE, "false", meaning)));
        return all;
    }

    private static Window window(int nodes, int places, Tuning tuning) {
        return new Window(coterie(nodes, tuning), atLeast(tuning), places, inside(tuning));
    }
}
