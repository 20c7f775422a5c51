package dev.turnstile.algorithm;

import java.util.List;

/**
 * A list of algorithms that can be found by name: those of the {@link Catalogue}, or those of a lab.
 *
 * <pre>{@code
 * new Algorithms(List.of(mine, theirs)).find("mine");     // mine
 * }</pre>
 *
 * @param all the algorithms, in the order in which they are listed
 */
public record Algorithms(List<Algorithm> all) {
    /** Copies the list. */
    public Algorithms {
        all = List.copyOf(all);
    }

    /** Returns the algorithms for processes that share memory. */
    public List<Algorithm.SharedMemory> sharedMemory() {
        return of(Algorithm.SharedMemory.class);
    }

    /** Returns the algorithms for nodes that send each other messages. */
    public List<Algorithm.MessagePassing> messagePassing() {
        return of(Algorithm.MessagePassing.class);
    }

    private <A> List<A> of(Class<A> model) {
        return all.stream().filter(model::isInstance).map(model::cast).toList();
    }

    /**
     * Returns the algorithm of that name. Options may follow a colon: {@code forest:nu=0}.
     *
     * @throws IllegalArgumentException if there is none; the message suggests the nearest name, if one is near, and
     *     lists all
     */
    public Algorithm find(String name) {
        int colon = name.indexOf(':');
        return colon < 0 ? plain(name) : tuned(plain(name.substring(0, colon)), name.substring(colon + 1));
    }

    private static Algorithm tuned(Algorithm algorithm, String words) {
        return switch (algorithm) {
            case Algorithm.MessagePassing messages -> messages.tuned(words);
            case Algorithm.SharedMemory shared ->
                throw new IllegalArgumentException(shared.name() + " has no options; remove ':" + words + "'");
        };
    }

    private Algorithm plain(String name) {
        return all.stream()
                .filter(algorithm -> algorithm.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(unknown(name)));
    }

    private String unknown(String name) {
        List<String> names = all.stream().map(Algorithm::name).toList();
        return "no algorithm is called '" + name + "'" + Catalogue.didYouMean(name, names) + " There are: "
                + String.join(", ", names);
    }

    /**
     * Returns the shared-memory algorithm of that name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public Algorithm.SharedMemory sharedMemory(String name) {
        return switch (find(name)) {
            case Algorithm.SharedMemory shared -> shared;
            case Algorithm.MessagePassing messages ->
                throw wrongModel(name, "message-passing", "shared-memory", sharedMemory());
        };
    }

    /**
     * Returns the message-passing algorithm of that name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public Algorithm.MessagePassing messagePassing(String name) {
        return switch (find(name)) {
            case Algorithm.MessagePassing messages -> messages;
            case Algorithm.SharedMemory shared ->
                throw wrongModel(name, "shared-memory", "message-passing", messagePassing());
        };
    }

    private static IllegalArgumentException wrongModel(
            String name, String actual, String wanted, List<? extends Algorithm> candidates) {
        return new IllegalArgumentException(name + " is a " + actual + " algorithm; use a " + wanted + " algorithm: "
                + String.join(", ", candidates.stream().map(Algorithm::name).toList()));
    }
}
