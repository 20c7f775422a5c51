package dev.turnstile.lab.catalogue;

import dev.turnstile.algorithm.Algorithm;
import dev.turnstile.algorithm.Assumptions;
import dev.turnstile.algorithm.QuorumFamily;
import dev.turnstile.algorithm.Traits;
import dev.turnstile.algorithm.Tuning;
import dev.turnstile.algorithm.quorum.Maekawa;
import dev.turnstile.algorithm.quorum.Mutin;
import dev.turnstile.algorithm.quorum.Window;
import dev.turnstile.algorithm.quorum.WindowMembers;
import dev.turnstile.algorithm.quorum.coterie.Coterie;
import dev.turnstile.machine.NodeSystem;
import dev.turnstile.machine.Sizes;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Locks and windows: as printed, in parts, broken on purpose, and with members that come and go. */
final class QuorumVariants {
    private static final String COTERIE = "coterie";
    private static final String LOCKS = "locks";
    private static final String FLAW = "flaw";
    private static final String CHANGES = "changes";
    private static final String BROKEN = "broken in this way";
    private static final int MOST = 1_000_000;

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
            WindowMembers.Trait.LEASES, "members may crash: one that does not answer in time is removed",
            WindowMembers.Trait.EVICTS, "a member that must leave the view does, even from inside",
            WindowMembers.Trait.NO_EPOCHS, BROKEN,
            WindowMembers.Trait.NO_FENCING, BROKEN,
            WindowMembers.Trait.NO_ANNOUNCE, BROKEN));

    private static final String EXIT_WAITS = "at least l inside; a leaving node waits until l others are inside";

    static final List<Entry> ALL = List.of(
            new Entry(
                    new Algorithm.MessagePassing(
                            "maekawa-1985",
                            "Maekawa, as printed",
                            "Maekawa 1985",
                            Assumptions.NODES,
                            List.of("at most k inside"),
                            "as maekawa",
                            Traits.labOnly().withBlockingHolders(),
                            (sizes, tuning) -> QuorumFamily.lock(sizes, tuning, Maekawa.Courtesy.MAEKAWA),
                            List.of(QuorumFamily.HAS_COTERIE)),
                    "a node that was next and is overtaken is not informed, and all can wait forever; use maekawa"),
            new Entry(
                    new Algorithm.MessagePassing(
                            "mutin",
                            "MUTIN(l), corrected",
                            "kamei-2019, section 4, algorithms 1 and 2",
                            List.of(Assumptions.CHANNELS, "n nodes, l < n, k = n, and no crashes"),
                            List.of(EXIT_WAITS, "no lockout, as long as every node outside comes back"),
                            "up to 8|Q| messages for leaving and coming back, and one more Response2 for each node that"
                                    + " enters meanwhile; an answer has a word for each node that its sender knows of",
                            Traits.labOnly().withFloors(),
                            (sizes, tuning) -> mutin(sizes, tuning),
                            List.of(
                                    QuorumFamily.HAS_COTERIE,
                                    QuorumFamily.HAS_AT_LEAST,
                                    QuorumFamily.HAS_INSIDE,
                                    hasLocks())),
                    "has no upper limit, and takes more messages; use window"),
            new Entry(
                    new Algorithm.MessagePassing(
                            "mutin-as-printed",
                            "MUTIN(l), as printed",
                            "kamei-2019, section 4, algorithms 1 and 2",
                            List.of(Assumptions.CHANNELS, "n nodes, l < n, k = n, and no crashes"),
                            List.of(EXIT_WAITS),
                            "as mutin",
                            Traits.labOnly().withFloors(),
                            (sizes, tuning) -> mutin(sizes, tuning).without(Set.of(Mutin.Rule.ANSWER_EVERY_RELEASE)),
                            List.of(
                                    QuorumFamily.HAS_COTERIE,
                                    QuorumFamily.HAS_AT_LEAST,
                                    QuorumFamily.HAS_INSIDE,
                                    hasLocks())),
                    "the one Response2 can be spent on a Release that brings nothing new, and a leaving node"
                            + " waits forever; use window"),
            new Entry(
                    new Algorithm.MessagePassing(
                            "mutin-broken",
                            "MUTIN(l), broken on purpose",
                            "kamei-2019, section 4; broken on purpose",
                            List.of("none hold"),
                            List.of("none"),
                            "as mutin",
                            Traits.labOnly().withFloors(),
                            QuorumVariants::brokenMutin,
                            List.of(
                                    QuorumFamily.HAS_COTERIE,
                                    QuorumFamily.HAS_AT_LEAST,
                                    QuorumFamily.HAS_INSIDE,
                                    hasLocks(),
                                    hasFlaw(MUTIN_FLAWS))),
                    "broken on purpose; use window"),
            new Entry(
                    new Algorithm.MessagePassing(
                            "window-broken",
                            "Window, broken on purpose",
                            "ours; broken on purpose",
                            List.of("none hold"),
                            List.of("none"),
                            "as window",
                            Traits.labOnly().withFloors(),
                            QuorumVariants::brokenWindow,
                            List.of(
                                    QuorumFamily.HAS_COTERIE,
                                    QuorumFamily.HAS_AT_LEAST,
                                    QuorumFamily.HAS_INSIDE,
                                    hasFlaw(WINDOW_FLAWS))),
                    "broken on purpose; use window"),
            new Entry(
                    new Algorithm.MessagePassing(
                            "window-members",
                            "Window, with members that die and join",
                            "ours: kamei-2019 leaves it for the future",
                            List.of(
                                    Assumptions.CHANNELS,
                                    "n-1 members; the last node knows which are alive; a crashed one is fenced, or its"
                                            + " lease has expired, before the others continue"),
                            List.of(
                                    "at most k inside at all times",
                                    "at least l inside, as long as no member crashes inside; no member leaves while it"
                                            + " knows of fewer than l others",
                                    "after every change: no lockout, as long as all members come and go"),
                            "as window, and |Q| messages for each member of a view",
                            Traits.labOnly().withFloors(),
                            QuorumVariants::members,
                            membersParameters()),
                    "its members crash at random, and threads do not; use window"));

    private QuorumVariants() {}

    private static Tuning.Parameter hasLocks() {
        return new Tuning.Parameter(
                LOCKS,
                Tuning.oneOf(Stream.concat(Stream.of(COTERIE), Coterie.kinds().stream())
                        .toList()),
                COTERIE,
                "the quorums of the lock, if they differ");
    }

    private static Tuning.Parameter hasFlaw(Map<String, ?> flaws) {
        return new Tuning.Parameter(
                FLAW,
                Tuning.oneOf(List.copyOf(flaws.keySet())),
                flaws.keySet().iterator().next(),
                "what to leave out");
    }

    private static Mutin mutin(Sizes sizes, Tuning tuning) {
        return mutin(sizes, QuorumFamily.coterie(sizes.participants(), tuning), tuning);
    }

    private static Mutin mutin(Sizes sizes, Coterie coterie, Tuning tuning) {
        int nodes = sizes.participants();
        QuorumFamily.checkLimit(sizes);
        if (sizes.limit() != nodes) {
            throw new IllegalArgumentException(
                    "it has no upper limit, so k must be n = " + nodes + ", not " + sizes.limit());
        }
        Mutin system = new Mutin(coterie, QuorumFamily.atLeast(sizes, tuning), QuorumFamily.inside(sizes, tuning));
        String locks = tuning.text(LOCKS, COTERIE);
        return locks.equals(COTERIE) ? system : system.withLocks(Coterie.of(locks, nodes));
    }

    private static NodeSystem<?> brokenMutin(Sizes sizes, Tuning tuning) {
        String flaw = flaw(tuning, MUTIN_FLAWS);
        return mutin(sizes, coterie(sizes.participants(), tuning, flaw), tuning).without(MUTIN_FLAWS.get(flaw));
    }

    private static NodeSystem<?> brokenWindow(Sizes sizes, Tuning tuning) {
        String flaw = flaw(tuning, WINDOW_FLAWS);
        return new Window(
                        coterie(sizes.participants(), tuning, flaw),
                        QuorumFamily.atLeast(sizes, tuning),
                        sizes.limit(),
                        QuorumFamily.inside(sizes, tuning))
                .without(WINDOW_FLAWS.get(flaw));
    }

    private static Coterie coterie(int nodes, Tuning tuning, String flaw) {
        return flaw.equals("no-intersection")
                ? Coterie.withoutIntersection(nodes)
                : QuorumFamily.coterie(nodes, tuning);
    }

    private static String flaw(Tuning tuning, Map<String, ?> flaws) {
        return tuning.text(FLAW, flaws.keySet().iterator().next());
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
                        QuorumFamily.atLeast(sizes, tuning),
                        sizes.limit(),
                        QuorumFamily.inside(sizes, tuning),
                        tuning.number(CHANGES, 2))
                .with(traits);
    }

    private static List<Tuning.Parameter> membersParameters() {
        List<Tuning.Parameter> all =
                new ArrayList<>(List.of(QuorumFamily.HAS_COTERIE, QuorumFamily.HAS_AT_LEAST, QuorumFamily.HAS_INSIDE));
        all.add(new Tuning.Parameter(CHANGES, Tuning.upTo(MOST), "2", "how often the view changes; 0: without end"));
        TRAITS.forEach((trait, meaning) ->
                all.add(new Tuning.Parameter(Tuning.written(trait), Tuning.FLAG, "false", meaning)));
        return all;
    }
}
