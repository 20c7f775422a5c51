package dev.turnstile.algorithm.quorum;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.machine.Numbers;
import java.util.BitSet;
import org.junit.jupiter.api.Test;

/** Sets of nodes, as messages carry them. */
final class NodeSetsTest {
    @Test
    void aSetContainsNodesInAscendingOrder() {
        assertThat(NodeSets.fits(Numbers.of(), 1)).isTrue();
        assertThat(NodeSets.fits(Numbers.of(0, 1, 2), 3)).isTrue();
        assertThat(NodeSets.fits(Numbers.of(0, 2), 3)).isTrue();
        assertThat(NodeSets.fits(Numbers.of(3), 3)).as("no such node").isFalse();
        assertThat(NodeSets.fits(Numbers.of(-1), 3)).as("no such node").isFalse();
        assertThat(NodeSets.fits(Numbers.of(1, 1), 3)).as("twice").isFalse();
        assertThat(NodeSets.fits(Numbers.of(2, 1), 3)).as("falling").isFalse();
        assertThat(NodeSets.fits(Numbers.of(Long.MIN_VALUE), 3)).isFalse();
        assertThat(NodeSets.fits(Numbers.of(1L << 32), 3)).as("0 as an int").isFalse();
    }

    @Test
    void aSetSurvivesEncodingAndDecoding() {
        BitSet set = new BitSet();
        set.set(0);
        set.set(5);
        Numbers sent = NodeSets.numbers(set);
        assertThat(sent).isEqualTo(Numbers.of(0, 5));
        BitSet all = new BitSet();
        all.set(3);
        NodeSets.addAll(all, sent);
        assertThat(all.stream()).containsExactly(0, 3, 5);
    }
}
