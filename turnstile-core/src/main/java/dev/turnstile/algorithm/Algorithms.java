package dev.turnstile.algorithm;

import java.util.List;

/**
 * Some algorithms, found by name: those of the {@link Catalogue}, or those of a lab.
 *
 * <pre>{@code
 * new Algorithms(List.of(mine, theirs)).find("mine");
 * }</pre>
 *
 * @param all in the order in which they are listed
 */
public record Algorithms(List<Algorithm> all) {
    /** Copies the list. */
    public Algorithms {
        all = List.copyOf(all);
    }

    /** Returns those for processes that share memory. */
    public List<Algorithm.SharedMemory> sharedMemory() {
        return of(Algorithm.SharedMemory.class);
    }

    /** Returns those for nodes that send each other messages. */
    public List<Algorithm.MessagePassing> messagePassing() {
        return of(Algorithm.MessagePassing.class);
    }

    private <A> List<A> of(Class<A> model) {
        return all.stream().filter(model::isInstance).map(model::cast).toList();
    }

    /**
     * Returns the algorithm of that name; options may follow a colon: {@code forest:nu=0}.
     *
     * @throws IllegalArgumentException when there is none; it names the nearest, if any is near, and lists all
     */
    public Algorithm find(String name) {
        int colon = name.indexOf(':');
        return colon < 0 ? plain(name) : tuned(plain(name.substring(0, colon)), name.substring(colon + 1));
    }

    private static Algorithm tuned(Algorithm algorithm, String words) {
        return switch (algorithm) {
            case Algorithm.MessagePassing messages -> messages.tuned(words);
            case Algorithm.SharedMemory shared ->
                throw new IllegalArgumentException(
                        "nothing can be chosen about " + shared.name() + ", so not '" + words + "'");
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
     * @throws IllegalArgumentException when there is none
     */
    public Algorithm.SharedMemory sharedMemory(String name) {
        return switch (find(name)) {
            case Algorithm.SharedMemory shared -> shared;
            case Algorithm.MessagePassing messages ->
                throw other(name, "sends messages", "shared memory", sharedMemory());
        };
    }

    /**
     * Returns the message-passing algorithm of that name.
     *
     * @throws IllegalArgumentException when there is none
     */
    public Algorithm.MessagePassing messagePassing(String name) {
        return switch (find(name)) {
            case Algorithm.MessagePassing messages -> messages;
            case Algorithm.SharedMemory shared -> throw other(name, "shares memory", "messages", messagePassing());
        };
    }

    private static IllegalArgumentException other(
            String name, String does, String wanted, List<? extends Algorithm> there) {
        return new IllegalArgumentException(name + " " + does + "; an algorithm with " + wanted + " is wanted: "
                + String.join(", ", there.stream().map(Algorithm::name).toList()));
    }
}
