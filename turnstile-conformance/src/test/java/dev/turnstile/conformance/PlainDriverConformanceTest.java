package dev.turnstile.conformance;

import dev.turnstile.Description;
import dev.turnstile.Turnstile;
import java.util.Set;

/** The smallest driver on the skeleton. Everything it does not define itself must work by default. */
final class PlainDriverConformanceTest extends TurnstileConformance {
    @Override
    public Turnstile.Builder describe(int limit) {
        return Turnstile.atMost(limit).named("gate");
    }

    @Override
    public Turnstile open(Turnstile.Builder description) {
        return description.open(PlainDriverConformanceTest::plain);
    }

    private static Turnstile plain(Description wanted) {
        wanted.algorithm().ifPresent(algorithm -> {
            throw new IllegalArgumentException("there is no " + algorithm.name() + " here");
        });
        if (wanted.limitMayChange()) {
            throw new IllegalArgumentException("changingLimit() is not possible: turnstiles share nothing here");
        }
        return new PlainTurnstile(wanted.name(), wanted.limit());
    }

    @Override
    public Set<String> refusedOptions() {
        return Set.of("changingLimit");
    }
}
