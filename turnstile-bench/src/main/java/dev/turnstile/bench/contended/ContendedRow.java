package dev.turnstile.bench.contended;

import dev.turnstile.Turnstile;
import dev.turnstile.algorithm.Algorithm;
import dev.turnstile.algorithm.Catalogue;
import dev.turnstile.machine.Sizes;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.stream.Stream;

/**
 * One row of the table: so many threads of a kind at a gate with so many places.
 *
 * @param algorithm the subject's, by its name in the catalogue
 * @param places k
 * @param threads how many compete, all the time
 * @param kind which threads
 */
record ContendedRow(String algorithm, int places, int threads, Kind kind) {
    /** Which threads. */
    enum Kind {
        PLATFORM,
        VIRTUAL;

        Thread.Builder builder() {
            return this == VIRTUAL ? Thread.ofVirtual() : Thread.ofPlatform().daemon();
        }
    }

    /** Every algorithm for threads that holds so many, on platform threads, and the default on virtual ones. */
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
     * Whether so many threads can compete for fewer places. Every algorithm can be had for n > k, up to its largest n.
     */
    static boolean holds(Algorithm algorithm, int places, int threads) {
        return threads > places && algorithm.largest(Sizes.of(threads, places)).participants() == threads;
    }

    /** Whether callers enter in the order in which they came. */
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
