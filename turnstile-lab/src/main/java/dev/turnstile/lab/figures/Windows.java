package dev.turnstile.lab.figures;

import dev.turnstile.algorithm.Algorithm;
import dev.turnstile.lab.catalogue.LabCatalogue;
import java.util.List;
import java.util.Locale;

/**
 * A window of n nodes, half of whom are inside at first, and the algorithms for it.
 *
 * @param nodes n
 * @param floor l
 * @param ceiling k
 */
record Windows(int nodes, int floor, int ceiling) {
    /** MUTIN(l) has no ceiling; the paper's composition; the merged protocol. */
    static final List<String> ALGORITHMS = List.of("mutin", "gcs", "window");

    /** A quarter must be inside, and a quarter outside. */
    static Windows wide(int nodes) {
        return new Windows(nodes, nodes / 4, nodes - nodes / 4);
    }

    /** Around the half, with room for one more or less. */
    static Windows tight(int nodes) {
        return new Windows(nodes, nodes / 2 - 1, nodes / 2 + 1);
    }

    /** Of {@link #ALGORITHMS}, or a baseline, which has neither floor nor quorums. */
    Algorithm.MessagePassing algorithm(String name, String coterie) {
        return ALGORITHMS.contains(name)
                ? LabCatalogue.messagePassing(
                        name + ":coterie=" + coterie + ",at-least=" + floor + ",inside=" + nodes / 2)
                : LabCatalogue.messagePassing(name);
    }

    int places(String algorithm) {
        return algorithm.equals("mutin") ? nodes : ceiling;
    }

    @Override
    public String toString() {
        return "(" + floor + "," + ceiling + ")";
    }

    /** For a table: no decimals where there are none, and fewer of them the larger it is. */
    static String number(double value) {
        boolean whole = Math.abs(value - Math.rint(value)) < 1e-9 || value >= 1_000;
        int decimals = whole ? 0 : value >= 100 ? 1 : value >= 1 ? 2 : 4;
        return String.format(Locale.ROOT, "%." + decimals + "f", value);
    }

    static String ratio(double one, double other) {
        return String.format(Locale.ROOT, "%.2f", one / other);
    }
}
