package dev.turnstile.algorithm;

import dev.turnstile.algorithm.forest.Forest;
import dev.turnstile.algorithm.forest.Makki;
import dev.turnstile.algorithm.forest.Mechanisms;
import dev.turnstile.algorithm.forest.TrehelNaimi;
import java.util.List;

/** The token forest and its rivals, for the {@link Catalogue}. The lab's variants use its options, too. */
public final class ForestFamily {
    private static final String TOKEN = "token";
    private static final String NU = "nu";
    private static final String INFORM = "inform";

    /** The options of the forest. */
    public static final List<Tuning.Parameter> PARAMETERS = List.of(
            new Tuning.Parameter(
                    TOKEN, Tuning.oneOf(Mechanisms.TokenChoice.values()), "random", "which token a node asks for"),
            new Tuning.Parameter(
                    NU,
                    Tuning.upTo(Mechanisms.INFORMS_MAX),
                    String.valueOf(Mechanisms.PAPERS.informs()),
                    "how many nodes learn where an idle token is"),
            new Tuning.Parameter(
                    INFORM, Tuning.oneOf(Mechanisms.Destinations.values()), "random", "which nodes learn it"));

    private static final List<String> GUARANTEES = List.of(
            "at most k inside",
            "no lockout, as long as no node crashes or stays inside; k > 1: a node that stays inside keeps others out");

    static final List<Algorithm> ALL = List.of(
            new Algorithm.MessagePassing(
                    "forest",
                    "Token forest",
                    "bulgannawar-1995, section 2, corrected: an INFORM is obeyed only if it is news",
                    Assumptions.NODES,
                    GUARANTEES,
                    "about 3 messages per entry under load, a few more at low load; a token of 5 words, plus 2 per"
                            + " waiter",
                    Traits.on(Traits.Runtime.THREADS).withBlockingHolders(),
                    (sizes, tuning) -> new Forest(sizes.participants(), sizes.limit(), mechanisms(tuning)),
                    PARAMETERS),
            new Algorithm.MessagePassing(
                    "makki",
                    "Makki et al., a reconstruction",
                    "Makki et al. 1992 as bulgannawar-1995 describes it; the original was not available",
                    Assumptions.NODES,
                    GUARANTEES,
                    "3 messages per entry under load, about 2n at low load",
                    Traits.on(Traits.Runtime.THREADS).withBlockingHolders(),
                    Makki::new),
            new Algorithm.MessagePassing(
                    "trehel-naimi",
                    "Trehel-Naimi",
                    "Trehel and Naimi 1987, which bulgannawar-1995 extends; for k > 1 partitioned as in its section 5",
                    Assumptions.NODES,
                    List.of(
                            "at most k inside",
                            "no lockout, as long as no node crashes or stays inside; k > 1: a node that stays inside"
                                    + " keeps its cluster out"),
                    "about log n messages of 3 or 4 words per entry; with k > 1, log n/k",
                    Traits.on(Traits.Runtime.THREADS).withBlockingHolders(),
                    (nodes, places) -> places == 1
                            ? new TrehelNaimi(nodes, 1)
                            : Algorithm.MessagePassing.partitioned(
                                    nodes,
                                    places,
                                    (sizes, tuning) -> new TrehelNaimi(sizes.participants(), sizes.limit()),
                                    Tuning.none())));

    private ForestFamily() {}

    /** Returns the mechanisms that the options choose for the forest. */
    @SuppressWarnings("exports") // for the lab, which sees the family
    public static Mechanisms mechanisms(Tuning tuning) {
        return new Mechanisms(
                tuning.choice(TOKEN, Mechanisms.TokenChoice.values()),
                tuning.number(NU, Mechanisms.PAPERS.informs()),
                tuning.choice(INFORM, Mechanisms.Destinations.values()));
    }
}
