package dev.turnstile.algorithm.quorum;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.algorithm.quorum.coterie.Coterie;
import dev.turnstile.algorithm.quorum.coterie.Quorums;
import dev.turnstile.algorithm.quorum.coterie.RowQuorums;
import dev.turnstile.machine.NodeSystem;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Goal: setting up all nodes takes time proportional to the total size of their quorums, not n times n queries to the
 * coterie. Method: count the queries to the coterie, and the nodes that its answers name.
 */
final class SetupTest {
    private static final int NODES = 400;
    private static final int QUORUM = 39; // of a square of 20 times 20

    static List<Function<Coterie, NodeSystem<?>>> systems() {
        return List.of(
                coterie -> new Window(coterie, 1, 3, 1),
                coterie -> new Gcs(coterie, 1, 3, 1),
                coterie -> new Mutin(coterie, 1, NODES),
                Maekawa::new);
    }

    @ParameterizedTest
    @MethodSource("systems")
    void setupQueriesTheCoterieAFewTimesPerNode(Function<Coterie, NodeSystem<?>> made) {
        Looks looks = new Looks(RowQuorums.grid(NODES));
        NodeSystem<?> system = made.apply(new Coterie("grid", NODES, looks));
        IntStream.range(0, NODES).forEach(system::node);
        assertThat(looks.queries).isBetween(NODES, 6 * NODES);
        assertThat(looks.named).isBetween(NODES * QUORUM, 6 * NODES * QUORUM);
    }

    /** Counts queries and the nodes in their answers. */
    private static final class Looks implements Quorums {
        private final Quorums inner;
        private int queries;
        private int named;

        Looks(Quorums inner) {
            this.inner = inner;
        }

        @Override
        public int[] of(int node) {
            return counted(inner.of(node));
        }

        @Override
        public int[] askers(int member) {
            return counted(inner.askers(member));
        }

        private int[] counted(int[] answer) {
            queries++;
            named += answer.length;
            return answer;
        }
    }
}
