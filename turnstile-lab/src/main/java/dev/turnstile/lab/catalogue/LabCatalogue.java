package dev.turnstile.lab.catalogue;

import dev.turnstile.algorithm.Algorithm;
import dev.turnstile.algorithm.Algorithms;
import dev.turnstile.algorithm.Catalogue;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Every algorithm that can be explored, simulated, drawn and compared: the {@link Catalogue}, then the variants that
 * only the lab has.
 *
 * <pre>{@code
 * Algorithm algorithm = LabCatalogue.find("forest-as-printed:rule-2");
 * LabCatalogue.labOnly(algorithm).isPresent();     // true: no program should use it
 * }</pre>
 */
public final class LabCatalogue {
    private static final List<Entry> VARIANTS = Stream.of(ForestVariants.ALL, TreeVariants.ALL, QuorumVariants.ALL)
            .flatMap(List::stream)
            .toList();

    private static final Algorithms ALL = new Algorithms(
            Stream.concat(Catalogue.all().stream(), VARIANTS.stream().map(Entry::algorithm))
                    .toList());

    private LabCatalogue() {}

    /** Returns every algorithm, starting with those that programs can use. */
    public static List<Algorithm> all() {
        return ALL.all();
    }

    /** Returns the message-passing algorithms. */
    public static List<Algorithm.MessagePassing> messagePassing() {
        return ALL.messagePassing();
    }

    /**
     * Returns the algorithm of that name. Options may follow a colon: {@code forest:nu=0}.
     *
     * @throws IllegalArgumentException if there is none; the message suggests the nearest name, if any is near, and
     *     lists all
     */
    public static Algorithm find(String name) {
        return ALL.find(name);
    }

    /**
     * Returns the message-passing algorithm of that name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Algorithm.MessagePassing messagePassing(String name) {
        return ALL.messagePassing(name);
    }

    /**
     * Returns the shared-memory algorithm of that name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Algorithm.SharedMemory sharedMemory(String name) {
        return ALL.sharedMemory(name);
    }

    /**
     * Returns why no program should use an algorithm, and what to use instead. Empty for algorithms that programs can
     * use.
     */
    public static Optional<String> labOnly(Algorithm algorithm) {
        String name = algorithm.name().split(":", 2)[0];
        return VARIANTS.stream()
                .filter(entry -> entry.algorithm().name().equals(name))
                .map(Entry::why)
                .findFirst();
    }
}
