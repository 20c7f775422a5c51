package dev.turnstile.lab.property;

import dev.turnstile.machine.Tokens;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The number of tokens, at participants and in flight, is always the same: none is lost, and none is created. This is
 * undefined where participants may crash, because a crashed participant takes its tokens with it.
 */
public record TokensConserved(long tokens) implements Invariant {
    /** The entry of this property in the registry. */
    public static final KnownProperty KNOWN = KnownProperty.ofMessages(
                    "tokens", checked -> new TokensConserved(checked.tokens()))
            .byDefaultIf(TokensConserved::canBeCounted)
            .refusedIf(
                    checked -> !canBeCounted(checked),
                    checked ->
                            "tokens can be counted only if their number is constant, no node crashes, and the start is"
                                    + " the usual one")
            .explained(
                    "no token is lost, and none is created",
                    "algorithms with a constant number of tokens; no crashes, the usual start");

    @Override
    public String name() {
        return KNOWN.name();
    }

    @Override
    public String sentence() {
        return tokens == 1 ? "there is always 1 token" : "there are always " + Tokens.print(tokens) + " tokens";
    }

    @Override
    public Optional<String> undefinedWhere(Conditions conditions) {
        return conditions.crashes() > 0 || conditions.anyStart()
                ? Optional.of("tokens can be counted only if no node crashes and the start is the usual one")
                : Optional.empty();
    }

    @Override
    public Set<Aspect> looksAt() {
        return Set.of(Aspect.TOKENS);
    }

    @Override
    public Optional<Violation> check(View view) {
        long found = view.tokens();
        return found == tokens
                ? Optional.empty()
                : Optional.of(new Violation(
                        "the number of tokens is " + Tokens.print(found, tokens) + ", not " + Tokens.print(tokens),
                        List.of()));
    }

    private static boolean canBeCounted(Checked checked) {
        return checked.tokens() > 0
                && checked.conditions().crashes() == 0
                && !checked.conditions().anyStart()
                && !checked.stabilises();
    }
}
