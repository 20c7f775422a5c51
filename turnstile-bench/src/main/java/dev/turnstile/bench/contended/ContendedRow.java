package dev.turnstile.bench.contended;

import dev.turnstile.Turnstile;
import dev.turnstile.algorithm.Algorithm;
import dev.turnstile.algorithm.Catalogue;
import dev.turnstile.machine.Sizes;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.stream.Stream;

/**
 * One row of the table: threads of one kind that compete for the places of a gate.
 *
 * @param algorithm the subject's algorithm, by its name in the catalogue
 * @param places k
 * @param threads the number of threads, which compete all the time
 * @param kind the kind of threads
 */
record ContendedRow(String algorithm, int places, int threads, Kind kind) {
    /** The kind of threads. */
    enum Kind {
        PLATFORM,
        VIRTUAL;

        Thread.Builder builder() {
            return this == VIRTUAL ? Thread.ofVirtual() : Thread.ofPlatform().daemon();
        }
    }

    /**
     * Returns a row for every algorithm that supports the size, on platform threads, and for the default on virtual
     * ones.
     */
    static List<ContendedRow> all() {
        return Stream.of(algorithms(1, 8), algorithms(1, 32), algorithms(4, 8), virtual())
                .flatMap(settings -> settings)
                .toList();
    }

    private static Stream<ContendedRow> virtual() {
        return Stream.of(8, 32).map(threads -> new ContendedRow("numbered-ticket", 1, threads, Kind.VIRTUAL));
    }

    private static Stream<ContendedRow> algorithms(int places, int threads) {
        return Catalogue.forThreads().stream()
                .filter(algorithm -> holds(algorithm, places, threads))
                .map(algorithm -> new ContendedRow(algorithm.name(), places, threads, Kind.PLATFORM));
    }

    /**
     * Returns whether the algorithm supports this number of threads competing for fewer places. Every algorithm
     * supports n > k, up to its largest n.
     */
    static boolean holds(Algorithm algorithm, int places, int threads) {
        return threads > places && algorithm.largest(Sizes.of(threads, places)).participants() == threads;
    }

    /** Returns whether callers enter in the order in which they arrived. */
    boolean keepsOrder() {
        return Catalogue.find(algorithm).fifo();
    }

    Turnstile open() {
        return Turnstile.atMost(places).algorithm(algorithm).open();
    }

    Gate subject() {
        return new Gate.OfTurnstile(open());
    }

    Gate peer() {
        return new Gate.OfSemaphore(new Semaphore(places, true));
    }
}
