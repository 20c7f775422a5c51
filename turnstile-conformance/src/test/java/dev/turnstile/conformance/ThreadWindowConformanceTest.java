package dev.turnstile.conformance;

import dev.turnstile.Turnstile;
import dev.turnstile.algorithm.Algorithm;
import dev.turnstile.algorithm.Catalogue;
import dev.turnstile.algorithm.quorum.coterie.Coterie;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every window of the catalogue as actors on the thread driver, on every coterie, and gcs with another k-exclusion
 * algorithm.
 */
@ParameterizedClass(name = "{0}")
@MethodSource("algorithms")
final class ThreadWindowConformanceTest extends WindowConformance {
    @Parameter
    private String algorithm;

    static List<String> algorithms() {
        Stream<String> windows = Catalogue.messagePassing().stream()
                .filter(Algorithm.MessagePassing::isWindow)
                .flatMap(algorithm -> Coterie.kinds().stream().map(kind -> algorithm.name() + ":coterie=" + kind));
        return Stream.concat(windows, Stream.of("gcs:kmex=raymond")).toList();
    }

    @Override
    public Turnstile.Builder describe(int least, int most) {
        return Turnstile.between(least, most).algorithm(algorithm).participants(most + 5);
    }

    @Override
    public Set<String> refusedOptions() {
        return Set.of("growableTo", "changingLimit");
    }
}
