package dev.turnstile.lab.property;

import dev.turnstile.machine.Tokens;
import java.util.List;
import java.util.Optional;

/**
 * There are always so many tokens, with the participants and on their way: none is lost, and none is made. Not defined where
 * participants may stop, and take along what they have.
 *
 * <pre>{@code
 * Optional<Violation> lost = new TokensConserved(2).check(view);
 * }</pre>
 */
public record TokensConserved(long tokens) implements Invariant {
    @Override
    public String name() {
        return "tokens";
    }

    @Override
    public String sentence() {
        return tokens == 1 ? "there is always 1 token" : "there are always " + Tokens.print(tokens) + " tokens";
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
}
