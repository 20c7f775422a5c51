package dev.turnstile.lab.property;

import dev.turnstile.machine.Tokens;
import java.util.Optional;

/**
 * Self-stabilisation (Dijkstra 1974, as datta-2009 has it, definition 1): from wherever a run begins, sooner or later
 * there are always so many tokens, of each kind, and at most so many units inside.
 *
 * <pre>{@code
 * new Stabilises(Tokens.of(3, 1, 1), 3).sentence();
 * }</pre>
 */
public record Stabilises(long tokens, int limit) implements RunProperty {
    /** How to ask for it. */
    public static final KnownProperty KNOWN = KnownProperty.ofMessages(
                    "stabilises", checked -> new Stabilises(checked.tokens(), checked.limit()))
            .byDefaultIf(checked -> checked.stabilises() && checked.conditions().crashes() == 0)
            .refusedIf(
                    checked -> checked.tokens() == 0 || checked.conditions().crashes() > 0,
                    checked -> "whether it stabilises is seen by its tokens: there must be some, and nobody may stop");

    @Override
    public String name() {
        return KNOWN.name();
    }

    @Override
    public String sentence() {
        return "in every fair run there are, from some time on, always " + Tokens.print(tokens) + " tokens and "
                + new AtMost(limit).sentence();
    }

    /** What is not right in this configuration yet, if anything is. */
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
