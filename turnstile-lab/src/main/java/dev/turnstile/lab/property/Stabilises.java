package dev.turnstile.lab.property;

import dev.turnstile.machine.Tokens;
import java.util.Optional;

/**
 * Self-stabilisation (Dijkstra 1974, as in datta-2009, definition 1). Wherever a run begins, from some time on there
 * are always the right number of tokens of each kind, and at most {@code limit} units inside.
 */
public record Stabilises(long tokens, int limit) implements RunProperty {
    /** The entry of this property in the registry. */
    public static final KnownProperty KNOWN = KnownProperty.ofMessages(
                    "stabilises", checked -> new Stabilises(checked.tokens(), checked.limit()))
            .byDefaultIf(checked -> checked.stabilises() && checked.conditions().crashes() == 0)
            .refusedIf(
                    checked -> checked.tokens() == 0 || checked.conditions().crashes() > 0,
                    checked -> "stabilises counts tokens: the algorithm must have some, and no node may crash")
            .explained(
                    "in every fair run there are, from some time on, always the right number of tokens and at most k"
                            + " units inside",
                    "self-stabilising algorithms, with --any-start; no crashes");

    @Override
    public String name() {
        return KNOWN.name();
    }

    @Override
    public String sentence() {
        return "in every fair run there are, from some time on, always " + Tokens.print(tokens) + " tokens and "
                + new AtMost(limit).sentence();
    }

    /** Returns what is still wrong in this configuration, or empty if nothing is. */
    public Optional<Violation> check(Invariant.View view) {
        return new TokensConserved(tokens).check(view).or(() -> new AtMost(limit).check(view));
    }

    @Override
    public <F extends LivenessJudge.Found> Optional<F> judge(LivenessJudge<F> runs) {
        return runs.fairRun(
                configuration -> true,
                (from, to) -> true,
                configuration -> check(runs.view(configuration)).isPresent(),
                configuration -> {
                    Violation wrong = check(runs.view(configuration)).orElseThrow();
                    return new Violation("again and again: " + wrong.reason(), wrong.participants());
                });
    }
}
