package dev.turnstile.conformance;

import dev.turnstile.Turnstile;
import dev.turnstile.algorithm.Algorithm;
import dev.turnstile.algorithm.Catalogue;
import dev.turnstile.algorithm.ticket.Queue;
import java.util.List;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Every shared-memory algorithm of the catalogue on the thread driver. */
@ParameterizedClass(name = "{0}")
@MethodSource("algorithms")
final class ThreadDriverConformanceTest extends TurnstileConformance {
    @Parameter
    private String algorithm;

    static List<String> algorithms() {
        return Catalogue.all().stream().map(Algorithm::name).toList();
    }

    @Override
    public Turnstile.Builder describe(int limit) {
        return Turnstile.atMost(limit).algorithm(algorithm).participants(participants());
    }

    @Override
    public int participants() {
        return algorithm.equals("queue") ? Queue.PROCESSES_MAX - 2 : 1_000; // two places may be withheld
    }

    @Override
    public boolean fifo() {
        return Catalogue.find(algorithm).system(2, 1).fifo();
    }
}
