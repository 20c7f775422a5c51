package dev.turnstile.algorithm.quorum;

import dev.turnstile.machine.Fields;
import dev.turnstile.machine.Numbers;
import java.util.BitSet;

/** Sets of nodes, as variables and as contents of messages. */
final class NodeSets {
    private NodeSets() {}

    /** Declares a set of places in a quorum, each named by the member there. */
    static void state(Fields fields, String name, BitSet places, int[] quorum) {
        for (int place = 0; place < quorum.length; place++) {
            places.set(place, fields.flag(name + "[" + quorum[place] + "]", places.get(place)));
        }
    }

    /** Declares a set of nodes. */
    static void state(Fields fields, String name, BitSet set, int nodes) {
        for (int node = 0; node < nodes; node++) {
            set.set(node, fields.flag(name + "[" + node + "]", set.get(node)));
        }
    }

    static Numbers numbers(BitSet set) {
        return Numbers.of(set.stream().mapToLong(node -> node).toArray());
    }

    static void addAll(BitSet set, Numbers more) {
        for (int at = 0; at < more.size(); at++) {
            set.set((int) more.get(at));
        }
    }

    /** Returns whether these are numbers of nodes in ascending order. */
    static boolean fits(Numbers set, int nodes) {
        long before = -1;
        for (int at = 0; at < set.size(); at++) {
            if (set.get(at) <= before || set.get(at) >= nodes) {
                return false;
            }
            before = set.get(at);
        }
        return true;
    }
}
