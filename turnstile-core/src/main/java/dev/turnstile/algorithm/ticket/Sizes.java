package dev.turnstile.algorithm.ticket;

/** The sizes that every algorithm of the family accepts. */
final class Sizes {
    private Sizes() {}

    static void check(int processes, int places, int most) {
        if (places < 1 || places > most) {
            throw new IllegalArgumentException("k must be between 1 and " + most + ", not " + places);
        }
        if (processes < 1 || processes > most) {
            throw new IllegalArgumentException("N must be between 1 and " + most + ", not " + processes);
        }
    }
}
