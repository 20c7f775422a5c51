package dev.turnstile.algorithm.rung;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.algorithm.rung.Tournament.Node;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** omori-2002, section 5: the tree, the groups and the thresholds of GTEX. */
final class TournamentTest {
    @Test
    void example2() {
        Tournament tree = new Tournament(17, 3);
        assertThat(tree.bl()).isEqualTo(2);
        assertThat(tree.nodes())
                .extracting(node -> node.label() + " " + node.from() + ".." + (node.to() - 1))
                .containsExactlyInAnyOrder(
                        " 0..16", "0 0..8", "1 9..16", "00 0..4", "01 5..8", "10 9..12", "11 13..16");
        assertThat(tree.g(5, 2).label()).isEqualTo("01");
        assertThat(tree.g(5, 1).label()).isEqualTo("0");
        assertThat(tree.g(5, 0).label()).isEmpty();
    }

    @Test
    void everyLeafHasFromKPlus1To2KPlus2Members() { // lemma 5
        forAllSizes((n, k) -> {
            List<Node> leaves = new Tournament(n, k).leaves();
            assertThat(leaves).allMatch(leaf -> k + 1 <= leaf.size() && leaf.size() <= 2 * k + 2, n + " " + k);
            assertThat(leaves.stream().mapToInt(Node::size).sum()).isEqualTo(n);
        });
    }

    @Test
    void everyProcessBelongsToOneNodeOfEachDepth() {
        forAllSizes((n, k) -> {
            Tournament tree = new Tournament(n, k);
            for (int i = 0; i < n; i++) {
                for (int t = 0; t <= tree.bl(); t++) {
                    Node x = tree.g(i, t);
                    int process = i;
                    int depth = t;
                    assertThat(tree.nodes())
                            .filteredOn(node -> node.depth() == depth && node.from() <= process && process < node.to())
                            .containsExactly(x);
                }
            }
        });
    }

    /** Section 7 counts the turns for n = 2^t (2k) only. The count holds for every n. */
    @Test
    void thereAreNMinusKTurns() {
        forAllSizes((n, k) -> assertThat(new Gtex(n, k).turns()).hasSize(n - k));
    }

    @ParameterizedTest
    @CsvSource({"3, 1", "5, 2", "7, 3", "4, 3"})
    void withASingleLeafGtexIsExcl(int n, int k) {
        Rung[] excl = new Excl(n, k).ladder(0);
        for (int i = 0; i < n; i++) {
            assertThat(new Gtex(n, k).ladder(i)).containsExactly(excl);
        }
    }

    @Test
    void thePapersThresholdsAreRightWhereALeafHas2KMembers() {
        Tournament tree = new Tournament(16, 2);
        assertThat(tree.nodes()).allMatch(x -> tree.most(x) == 4 && tree.rungs(x) == 2);
        assertThat(new Gtex(16, 2).ladder(9)).extracting(Rung::most).containsExactly(2, 1, 2, 1, 2, 1); // 2k-q-1
    }

    @Test
    void levelsGrowAlongEveryLadder() {
        forAllSizes((n, k) -> {
            Gtex system = new Gtex(n, k);
            for (int i = 0; i < n; i++) {
                Rung[] ladder = system.ladder(i);
                assertThat(IntStream.range(1, ladder.length))
                        .allMatch(at -> ladder[at - 1].level() < ladder[at].level());
                assertThat(ladder[ladder.length - 1].level())
                        .isEqualTo(system.levels().size() - 1);
            }
        });
    }

    @FunctionalInterface
    private interface Size {
        void check(int n, int k);
    }

    private static void forAllSizes(Size size) {
        for (int n = 2; n <= 40; n++) {
            for (int k = 1; k < n; k++) {
                size.check(n, k);
            }
        }
    }
}
