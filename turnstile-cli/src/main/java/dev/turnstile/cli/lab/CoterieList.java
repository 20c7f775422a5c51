package dev.turnstile.cli.lab;

import dev.turnstile.algorithm.quorum.coterie.Coterie;
import dev.turnstile.cli.render.HumanFormat;
import dev.turnstile.cli.render.Json;
import dev.turnstile.lab.figures.Table;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The coteries of all kinds for a number of nodes: the sizes of their quorums, and the load of the busiest node. */
final class CoterieList {
    /** Beyond this, counting the members of all majorities takes too long. */
    private static final int NODES_MAX = 10_000;

    private final int nodes;
    private final List<Measured> kinds;

    /**
     * Measures the coteries.
     *
     * @throws IllegalArgumentException if the number of nodes is out of range
     */
    CoterieList(int nodes) {
        if (nodes < 1 || nodes > NODES_MAX) {
            throw new IllegalArgumentException("-n must be between 1 and " + NODES_MAX + ", not " + nodes);
        }
        this.nodes = nodes;
        kinds = Coterie.kinds().stream()
                .map(kind -> Measured.of(Coterie.of(kind, nodes)))
                .toList();
    }

    /** The sizes of the quorums of one kind, and the load: the number of quorums that contain the busiest node. */
    private record Measured(String kind, int smallest, int largest, double mean, int load) {
        static Measured of(Coterie coterie) {
            int[] sizes = new int[coterie.nodes()];
            int[] loads = new int[coterie.nodes()];
            for (int node = 0; node < sizes.length; node++) {
                int[] quorum = coterie.quorum(node);
                sizes[node] = quorum.length;
                for (int member : quorum) {
                    loads[member]++;
                }
            }
            var summary = Arrays.stream(sizes).summaryStatistics();
            return new Measured(
                    coterie.kind(),
                    summary.getMin(),
                    summary.getMax(),
                    summary.getAverage(),
                    Arrays.stream(loads).max().orElseThrow());
        }

        List<String> row() {
            return List.of(
                    kind,
                    HumanFormat.number(smallest),
                    HumanFormat.number(largest),
                    HumanFormat.number(mean),
                    HumanFormat.number(load));
        }

        Map<String, Object> members(int nodes) {
            Map<String, Object> members = new LinkedHashMap<>();
            members.put("kind", kind);
            members.put("nodes", nodes);
            members.put("smallest", smallest);
            members.put("largest", largest);
            members.put("mean", mean);
            members.put("load", load);
            return members;
        }
    }

    /** Returns a table, for people. */
    String text() {
        return new Table(
                        "Coteries of " + HumanFormat.count(nodes, "node")
                                + ": members of a quorum, and the most quorums that one node is in",
                        List.of("kind", "smallest", "largest", "mean", "load"),
                        kinds.stream().map(Measured::row).toList())
                .text()
                .stripTrailing();
    }

    /** Returns an array of objects, for programs. */
    String json() {
        return Json.of(kinds.stream().map(kind -> kind.members(nodes)).toList());
    }
}
