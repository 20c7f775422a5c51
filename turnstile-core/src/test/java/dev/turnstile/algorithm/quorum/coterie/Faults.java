package dev.turnstile.algorithm.quorum.coterie;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/** Faults of sets that are supposed to be a coterie, as sentences. Empty if they are one. */
final class Faults {
    private Faults() {}

    static List<String> of(Coterie coterie) {
        return of(IntStream.range(0, coterie.nodes()).mapToObj(coterie::quorum).toArray(int[][]::new));
    }

    /**
     * Returns the faults of the quorums of nodes 0, 1, .., by the definition. It is about different sets, so two nodes
     * may have the same quorum.
     */
    static List<String> of(int[]... quorums) {
        List<String> faults = new ArrayList<>();
        BitSet[] sets = Arrays.stream(quorums).map(Faults::set).toArray(BitSet[]::new);
        for (int i = 0; i < quorums.length; i++) {
            if (quorums[i].length == 0) {
                faults.add("that of " + i + " is empty");
            }
            if (!isAscending(quorums[i], quorums.length)) {
                faults.add("that of " + i + " is not an ascending list of nodes: " + Arrays.toString(quorums[i]));
            }
            for (int j = 0; j < quorums.length; j++) {
                if (i < j && !sets[i].intersects(sets[j])) {
                    faults.add("those of " + i + " and " + j + " do not intersect");
                }
                if (quorums[i].length < quorums[j].length
                        && Arrays.stream(quorums[i]).allMatch(sets[j]::get)) {
                    faults.add("that of " + j + " contains that of " + i);
                }
            }
        }
        return faults;
    }

    private static boolean isAscending(int[] quorum, int nodes) {
        return IntStream.range(0, quorum.length)
                .allMatch(i -> quorum[i] < nodes && (i == 0 ? quorum[i] >= 0 : quorum[i] > quorum[i - 1]));
    }

    private static BitSet set(int[] quorum) {
        BitSet set = new BitSet();
        Arrays.stream(quorum).forEach(set::set);
        return set;
    }
}
