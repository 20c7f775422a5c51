package dev.turnstile.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.Permit;
import dev.turnstile.Turnstile;
import dev.turnstile.algorithm.Algorithm;
import dev.turnstile.algorithm.Catalogue;
import dev.turnstile.algorithm.ticket.Queue;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every algorithm of the catalogue on the thread driver, except those for processes. Message-passing algorithms run as
 * actors.
 */
@ParameterizedClass(name = "{0}")
@MethodSource("algorithms")
final class ThreadDriverConformanceTest extends TurnstileConformance {
    @Parameter
    private String algorithm;

    static List<String> algorithms() {
        return Stream.concat(
                        Catalogue.forThreads().stream().map(Algorithm::name),
                        Stream.of("forest:nu=0,token=last-seen", "raymond:partitioned"))
                .toList();
    }

    @Override
    public Turnstile.Builder describe(int limit) {
        return Turnstile.atMost(limit).algorithm(algorithm).participants(participants());
    }

    @Override
    public int participants() {
        if (algorithm.equals("queue")) {
            return Queue.PROCESSES_MAX - 2; // two places may be withheld
        }
        return abilities().contains(Ability.ORDER)
                ? 1_000
                : 24; // an entry costs n registers or more on each rung, or n messages
    }

    /** Processes that stay inside withhold places and collect several units. */
    @Override
    public Set<Ability> abilities() {
        Set<Ability> abilities = EnumSet.noneOf(Ability.class);
        if (Catalogue.find(algorithm).fifo()) {
            abilities.add(Ability.ORDER);
        }
        if (!Catalogue.find(algorithm).holdersBlockOthers()) {
            abilities.addAll(Set.of(Ability.SHARING, Ability.UNITS));
        }
        return abilities;
    }

    @Test
    void turnstilesWithTheSameNameShareNothing() throws InterruptedException {
        try (Turnstile one = gate(1);
                Turnstile other = gate(1);
                Permit inside = one.acquire()) {
            assertThat(other.tryAcquire()).isPresent();
            assertThat(inside.isHeld()).isTrue();
        }
    }

    @Override
    public Set<String> refusedOptions() {
        return abilities().contains(Ability.UNITS) ? Set.of("changingLimit") : Set.of("growableTo", "changingLimit");
    }
}
