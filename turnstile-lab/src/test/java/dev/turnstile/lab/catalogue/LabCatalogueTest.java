package dev.turnstile.lab.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.turnstile.algorithm.Algorithm;
import dev.turnstile.algorithm.Catalogue;
import dev.turnstile.algorithm.Traits;
import dev.turnstile.algorithm.Tuning;
import dev.turnstile.machine.NodeSystem;
import dev.turnstile.machine.Region;
import dev.turnstile.machine.wire.Tag;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The variants that only the lab has, and their parameters. */
final class LabCatalogueTest {
    static List<Algorithm.MessagePassing> variants() {
        return LabCatalogue.messagePassing().stream()
                .filter(algorithm -> LabCatalogue.labOnly(algorithm).isPresent())
                .toList();
    }

    private static NodeSystem<?> system(String name, int n, int k) {
        return LabCatalogue.messagePassing(name).system(n, k);
    }

    private static long inside(NodeSystem<?> system) {
        return IntStream.range(0, system.sizes().participants())
                .filter(i -> system.node(i).region() == Region.CRITICAL)
                .count();
    }

    @Test
    void hasTheCatalogueAndTheVariantsThatTheCatalogueRefuses() {
        assertThat(LabCatalogue.all()).containsAll(Catalogue.all()).containsAll(variants());
        assertThat(LabCatalogue.all())
                .hasSize(Catalogue.all().size() + variants().size());
        assertThat(Catalogue.labOnly())
                .as("the names that the catalogue refuses, and what to use instead")
                .isEqualTo(
                        variants().stream().collect(Collectors.toMap(Algorithm::name, LabCatalogueTest::useInstead)));
    }

    private static String useInstead(Algorithm algorithm) {
        String why = LabCatalogue.labOnly(algorithm).orElseThrow();
        return why.substring(why.lastIndexOf("use ") + "use ".length());
    }

    @ParameterizedTest
    @MethodSource("variants")
    void aVariantIsFoundByItsNameAndRunsOnlyInTheLab(Algorithm.MessagePassing variant) {
        assertThat(LabCatalogue.find(variant.name())).isSameAs(variant);
        assertThat(variant.traits().runtimes()).isEmpty();
        assertThat(variant.runsOn(Traits.Runtime.THREADS)).isFalse();
        NodeSystem<?> system = variant.system(4, 4);
        assertThat(system.sizes().participants()).isEqualTo(4);
        assertThat(system.sizes().limit()).isEqualTo(4);
        assertThat(variant.holdersBlockOthers()).isEqualTo(system.holdersBlockOthers());
        assertThat(system.messages().getPermittedSubclasses()).allMatch(type -> type.isAnnotationPresent(Tag.class));
    }

    @ParameterizedTest
    @MethodSource("variants")
    void sizesThatMakeNoSenseAreRefused(Algorithm.MessagePassing variant) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> variant.system(3, 0))
                .withMessageContaining("k must be");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> variant.system(0, 1))
                .withMessageMatching("[Nn] must be .*");
    }

    @ParameterizedTest
    @MethodSource("variants")
    void everyParameterMayBeGivenItsDefault(Algorithm.MessagePassing variant) {
        for (Tuning.Parameter parameter : variant.parameters()) {
            String name = variant.name() + ":" + parameter.name() + "=" + parameter.defaultValue();
            assertThat(system(name, 4, 4).facts().outcomes())
                    .as(name)
                    .isEqualTo(variant.system(4, 4).facts().outcomes());
            assertThat(parameter.meaning()).isNotBlank();
            assertThat(LabCatalogue.labOnly(LabCatalogue.find(name))).as(name).isEqualTo(LabCatalogue.labOnly(variant));
        }
    }

    @Test
    void theRulesOfTheRepairCanBeSelectedOneByOne() {
        assertThat(system("forest-as-printed", 3, 1).facts().stamps()).isEmpty();
        for (String rule : new String[] {"rule-2", "rule-3a", "rule-3b", "rule-4"}) {
            assertThat(system("forest-as-printed:" + rule, 3, 1).facts().stamps())
                    .as(rule)
                    .isPresent();
            assertThat(system("forest-as-printed:" + rule + "=false", 3, 1)
                            .facts()
                            .stamps())
                    .as(rule)
                    .isEmpty();
        }
        assertThat(system("forest-as-printed:nu=2,rule-4", 4, 2).facts().outcomes())
                .isEqualTo(6);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
        mutin:at-least=2                   | 2 | 2
        mutin:at-least=2,inside=5          | 2 | 5
        mutin:locks=coterie,at-least=1     | 1 | 1
        mutin:locks=singleton,at-least=1   | 1 | 1
        """)
    void variantsHaveTheGivenFloorAndNumberInsideAtFirst(String name, int floor, long inside) {
        NodeSystem<?> system = system(name, 5, 5);
        assertThat(system.sizes().floor()).isEqualTo(floor);
        assertThat(inside(system)).isEqualTo(inside);
    }

    @ParameterizedTest(name = "{0}, n = {1}, k = {2}")
    @CsvSource(delimiter = '|', textBlock = """
        mutin:at-least=1            | 3 | 2 | it has no upper limit, so k must be n = 3, not 2
        mutin:at-least=3            | 3 | 3 | l must be between 0 and n-1 = 2, not 3
        mutin:at-least=1,inside=4   | 3 | 3 | inside must be between 0 and n = 3, not 4
        """)
    void impossibleParametersAreRefused(String name, int n, int k, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> system(name, n, k))
                .withMessageContaining(message);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '~', quoteCharacter = '`', textBlock = """
        forest-as-printed:rule-2=1   ~ rule-2 must be true or false, not '1'
        mutin:locks=ring             ~ ring
        window-broken:flaw=all       ~ flaw must be no-intersection|no-update|no-yield|off-by-one|some-votes, not 'all'
        mutin-broken:flaw=no-yield   ~ flaw must be no-ack|no-intersection|no-response2|not-serialised|off-by-one, not
        forest-as-print              ~ did you mean 'forest-as-printed'?
        """)
    void anUnknownValueIsRefusedWithTheAllowedOnes(String name, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LabCatalogue.find(name))
                .withMessageContaining(message);
    }
}
