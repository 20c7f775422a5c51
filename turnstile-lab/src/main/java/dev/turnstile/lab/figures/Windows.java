package dev.turnstile.lab.figures;

import dev.turnstile.algorithm.Algorithm;
import dev.turnstile.lab.catalogue.LabCatalogue;
import java.util.List;
import java.util.Locale;

/**
 * A window of n nodes, half of which are initially inside, and the algorithms for it.
 *
 * @param nodes n
 * @param floor l
 * @param ceiling k
 */
record Windows(int nodes, int floor, int ceiling) {
    /** MUTIN(l), which has no ceiling; the paper's composition; and the merged protocol. */
    static final List<String> ALGORITHMS = List.of("mutin", "gcs", "window");

    /** Returns a window in which a quarter of the nodes must be inside and a quarter outside. */
    static Windows wide(int nodes) {
        return new Windows(nodes, nodes / 4, nodes - nodes / 4);
    }

    /** Returns a window around one half, with room for one node more or less. */
    static Windows tight(int nodes) {
        return new Windows(nodes, nodes / 2 - 1, nodes / 2 + 1);
    }

    /** Returns one of {@link #ALGORITHMS}, or a baseline, which has neither a floor nor quorums. */
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

    /** Formats a number for a table: whole numbers without decimals, others with fewer decimals the larger they are. */
    static String number(double value) {
        boolean whole = Math.abs(value - Math.rint(value)) < 1e-9 || value >= 1_000;
        int decimals = whole ? 0 : value >= 100 ? 1 : value >= 1 ? 2 : 4;
        return String.format(Locale.ROOT, "%." + decimals + "f", value);
    }

    static String ratio(double one, double other) {
        return String.format(Locale.ROOT, "%.2f", one / other);
    }
}
