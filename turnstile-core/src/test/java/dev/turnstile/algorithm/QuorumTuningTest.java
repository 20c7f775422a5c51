package dev.turnstile.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.turnstile.machine.NodeSystem;
import dev.turnstile.machine.Region;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The options of windows, and of the locks that they are made of. */
final class QuorumTuningTest {
    private static NodeSystem<?> system(String name, int n, int k) {
        return Catalogue.messagePassing(name).system(n, k);
    }

    private static long inside(NodeSystem<?> system) {
        return IntStream.range(0, system.sizes().participants())
                .filter(i -> system.node(i).region() == Region.CRITICAL)
                .count();
    }

    @ParameterizedTest(name = "{0}, n = {1}, k = {2}")
    @CsvSource(delimiter = '|', textBlock = """
        window:at-least=2            | 5 | 4 | 2 | 2
        window:at-least=2,inside=4   | 5 | 4 | 2 | 4
        window:at-least=2,inside=0   | 5 | 4 | 2 | 0
        window                       | 5 | 4 | 0 | 0
        gcs:at-least=1,kmex=raymond  | 5 | 4 | 1 | 1
        gcs:at-least=3               | 5 | 4 | 3 | 3
        kmex                         | 5 | 4 | 0 | 0
        maekawa:yields=sanders       | 5 | 1 | 0 | 0
        maekawa                      | 5 | 2 | 0 | 0
        """)
    void floorLimitAndNodesInsideAtTheStartAreAsChosen(String name, int n, int k, int floor, long inside) {
        NodeSystem<?> system = system(name, n, k);
        assertThat(system.sizes().floor()).isEqualTo(floor);
        assertThat(system.sizes().limit()).isEqualTo(k);
        assertThat(system.sizes().participants()).isEqualTo(n);
        assertThat(inside(system)).isEqualTo(inside);
    }

    @ParameterizedTest(name = "{0}, n = {1}, k = {2}")
    @CsvSource(delimiter = '|', textBlock = """
        window:at-least=3           | 3 | 3 | l must be between 0 and k-1 = 2, not 3
        window:at-least=2,inside=3  | 3 | 2 | l must be between 0 and k-1 = 1, not 2
        window:inside=3             | 3 | 2 | inside must be between 0 and k = 2, not 3
        window                      | 3 | 4 | k must be
        gcs:at-least=2              | 3 | 2 | l must be between 0 and k-1 = 1, not 2
        kmex                        | 3 | 4 | k must be between 1 and n = 3, not 4
        kmex                        | 3 | 0 | k must be
        """)
    void impossibleSizesAreRejected(String name, int n, int k, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> system(name, n, k))
                .withMessageContaining(message);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '~', quoteCharacter = '`', textBlock = """
        window:at-least=x            ~ at-least must be a number from 0 to 1000000, not 'x'
        window:at-least=-1           ~ at-least must be a number from 0 to 1000000, not '-1'
        window:at-least=1000001      ~ at-least must be a number from 0 to 1000000, not '1000001'
        window:inside=few            ~ inside must be a number from 0 to 1000000, not 'few'
        window:coterie=ring          ~ coterie must be singleton|majority|tie|grid|triangle|plane|tree, not 'ring'
        gcs:kmex=lamport             ~ kmex must be mutin|raymond|forest, not 'lamport'
        maekawa:yields=never         ~ yields must be always|sanders, not 'never'
        window:at-most=2             ~ 'window' has no option 'at-most'. There are: coterie
        kmex:at-least=1              ~ 'kmex' has no option 'at-least'
        window:at-least=1,at-least=1 ~ at-least is given twice
        """)
    void anInvalidOptionIsRejectedWithTheValidOnes(String name, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Catalogue.find(name))
                .withMessageContaining(message);
    }
}
