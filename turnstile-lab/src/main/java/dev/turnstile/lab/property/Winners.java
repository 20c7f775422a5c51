package dev.turnstile.lab.property;

import dev.turnstile.machine.facts.ProcessFacts.Contest;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * No contest on the way in has more winners than it allows: omori-2002, lemma 1 (at most n-s winners at level s) and
 * lemma 6 (the same for every node and rung of the tournament).
 *
 * <pre>{@code
 * Invariant lemma1 = new Winners(new Excl(4, 2).contests());
 * }</pre>
 */
public record Winners(List<Contest> contests) implements Invariant {
    /** The entry of this property in the registry. */
    public static final KnownProperty KNOWN = KnownProperty.ofSharedMemory(
                    "winners", checked -> new Winners(checked.contests()))
            .byDefaultIf(checked -> !checked.contests().isEmpty())
            .refusedIf(
                    checked -> checked.contests().isEmpty(),
                    checked -> "winners needs contests on the way in, and " + checked.algorithm()
                            + " has none; the rung algorithms have them")
            .explained(
                    "no contest on the way in has more winners than it allows",
                    "naive, excl and gtex, whose processes climb rungs");

    /** Copies the list of contests. */
    public Winners {
        contests = List.copyOf(contests);
    }

    @Override
    public String name() {
        return KNOWN.name();
    }

    @Override
    public String sentence() {
        return contests.size() == 1
                ? "the contest on the way in has no more winners than it allows"
                : "none of the " + contests.size() + " contests on the way in has more winners than it allows";
    }

    @Override
    public Optional<String> undefinedWhere(Conditions conditions) {
        return conditions.refuseMessages(this);
    }

    @Override
    public Set<Aspect> looksAt() {
        return Set.of(Aspect.PROGRESS);
    }

    @Override
    public Optional<Violation> check(View view) {
        return contests.stream()
                .flatMap(contest -> check(contest, view).stream())
                .findFirst();
    }

    private static Optional<Violation> check(Contest contest, View view) {
        List<Integer> winners = IntStream.range(contest.from(), contest.to())
                .filter(participant -> view.progress(participant) >= contest.progress())
                .boxed()
                .toList();
        return winners.size() <= contest.winnersMax()
                ? Optional.empty()
                : Optional.of(new Violation(
                        winners.size() + " winners at " + contest.name() + ", " + contest.winnersMax() + " allowed",
                        winners));
    }
}
