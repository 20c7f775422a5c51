package dev.turnstile.algorithm.quorum.coterie;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Fields, difference sets and planes, for all orders up to 32. Also checks that planes are close enough together. */
final class ProjectivePlaneTest {
    private static final int ORDER_MAX = 32;

    private static IntStream orders(int most) {
        return IntStream.rangeClosed(2, most).filter(GaloisField::exists);
    }

    private static int points(int order) {
        return order * order + order + 1;
    }

    @Test
    void aFieldExistsForEachPowerOfAPrime() {
        assertThat(orders(ORDER_MAX)).containsExactly(2, 3, 4, 5, 7, 8, 9, 11, 13, 16, 17, 19, 23, 25, 27, 29, 31, 32);
    }

    @ParameterizedTest
    @ValueSource(ints = {-2, 0, 1, 6, 12, 100})
    void otherOrdersAreRejected(int order) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new GaloisField(order))
                .withMessage("the order of a field must be a power of a prime, not " + order);
    }

    @Test
    void fieldsSatisfyTheFieldAxioms() {
        orders(ORDER_MAX).forEach(order -> {
            GaloisField field = new GaloisField(order);
            int[] elements = IntStream.range(0, order).toArray();
            for (int a : elements) {
                assertThat(field.sum(a, 0)).isEqualTo(a);
                assertThat(field.product(a, 1)).isEqualTo(a);
                assertThat(Arrays.stream(elements).map(b -> field.sum(a, b)))
                        .containsExactlyInAnyOrder(boxed(elements));
                assertThat(Arrays.stream(elements).map(b -> field.product(a, b)).distinct())
                        .hasSize(a == 0 ? 1 : order);
                for (int b : elements) {
                    assertThat(field.product(a, b)).isEqualTo(field.product(b, a));
                    for (int c : elements) {
                        int product = field.product(a, field.sum(b, c));
                        if (product != field.sum(field.product(a, b), field.product(a, c))) {
                            throw new AssertionError(order + ": " + a + " (" + b + " + " + c + ") is " + product);
                        }
                    }
                }
            }
        });
    }

    private static Integer[] boxed(int[] numbers) {
        return Arrays.stream(numbers).boxed().toArray(Integer[]::new);
    }

    @Test
    void everyNumberIsADifferenceInExactlyOneWay() {
        orders(ORDER_MAX).forEach(order -> {
            int[] set = DifferenceSet.of(order);
            assertThat(set).hasSize(order + 1).startsWith(0, 1).isSorted();
            assertThat(Arrays.stream(set)
                            .flatMap(a -> Arrays.stream(set)
                                    .filter(b -> a != b)
                                    .map(b -> Math.floorMod(a - b, points(order))))
                            .sorted())
                    .as("order %d", order)
                    .containsExactly(boxed(IntStream.range(1, points(order)).toArray()));
        });
    }

    @Test
    void anyTwoLinesMeetInOnePointAndEveryPointIsOnEquallyManyLines() {
        orders(ORDER_MAX).forEach(order -> {
            Coterie plane = Coterie.of("plane", points(order));
            int[] lines = new int[plane.nodes()];
            for (int i = 0; i < plane.nodes(); i++) {
                int[] line = plane.quorum(i);
                assertThat(line).hasSize(order + 1).contains(i);
                Arrays.stream(line).forEach(point -> lines[point]++);
                for (int j = 0; j < i; j++) {
                    int[] other = plane.quorum(j);
                    if (Arrays.stream(line)
                                    .filter(point -> Arrays.binarySearch(other, point) >= 0)
                                    .count()
                            != 1) {
                        throw new AssertionError("order " + order + ", lines " + i + " and " + j);
                    }
                }
            }
            assertThat(lines).containsOnly(order + 1);
        });
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "3, 1", "4, 2", "7, 2", "8, 3", "14, 4", "21, 4", "22, 5", "32, 7", "57, 7", "10000, 101"})
    void otherNumbersOfNodesUseTheNextLargerPlane(int nodes, int order) {
        assertThat(ProjectivePlane.order(nodes)).isEqualTo(order);
        Coterie coterie = Coterie.of("plane", nodes);
        assertThat(IntStream.range(0, nodes).map(node -> coterie.quorum(node).length))
                .allMatch(size -> size <= order + 1);
    }

    /**
     * The last step of the proof that no quorum contains another. It does not hold for orders below 8, which are
     * checked one by one.
     */
    @Test
    void fromOrder8OnPlanesAreTooCloseForALineToLieBetweenThem() {
        int before = 7;
        for (int order : orders(1031).filter(each -> each >= 8).toArray()) {
            int fewestNodes = points(before) + 1;
            assertThat(points(order) - fewestNodes).isLessThanOrEqualTo((order - 1) * (order - 2) / 2);
            assertThat(points(order)).isLessThan(2 * fewestNodes);
            before = order;
        }
        assertThat(points(before)).isGreaterThan(1 << 20);
    }
}
