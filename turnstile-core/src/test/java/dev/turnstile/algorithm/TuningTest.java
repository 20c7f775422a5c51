package dev.turnstile.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The options that follow the colon of a name. */
final class TuningTest {
    private static void assertRejected(String name, String message) {
        assertThatIllegalArgumentException()
                .as(name)
                .isThrownBy(() -> Catalogue.find(name))
                .withMessage(message);
    }

    @Test
    void anUnknownOptionGetsTheNearestAndAListOfAll() {
        String all = "There are: token=random|last-seen, nu=0..64, inform=random|rotating|recent,"
                + " partitioned=true|false";
        assertRejected("forest:mu=0", "'forest' has no option 'mu'; did you mean 'nu'? " + all);
        assertRejected("forest:informs=recent", "'forest' has no option 'informs'; did you mean 'inform'? " + all);
        assertRejected(
                "forest:nu=0,Partition", "'forest' has no option 'Partition'; did you mean 'partitioned'? " + all);
        assertRejected("raymond:nu=0", "'raymond' has no option 'nu'. There are: partitioned=true|false");
    }

    @ParameterizedTest
    @ValueSource(strings = {"forest:", "forest:,", "forest:nu=0,", "forest:,nu=0", "forest:=0", "forest: nu=0"})
    void anOptionWithoutANameIsUnknown(String name) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Catalogue.find(name))
                .withMessageStartingWith("'forest' has no option '")
                .withMessageContaining("There are: token=random|last-seen, ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"-1", "65", "99999999999", "9999999999999999999999", "", "x", "1.5", "+1", " 1", "0x1", "1=2"})
    void anInvalidOrTooLargeNumberIsRejected(String value) {
        assertRejected("forest:nu=" + value, "nu must be a number from 0 to 64, not '" + value + "'");
    }

    @Test
    void aMissingNumberIsRejected() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Catalogue.find("forest:nu"))
                .withMessage("'forest': nu needs a value: nu=0..64");
    }

    @Test
    void anUnknownWordIsRejected() {
        assertRejected("forest:token=any", "token must be random|last-seen, not 'any'");
        assertRejected("forest:token=LAST_SEEN", "token must be random|last-seen, not 'LAST_SEEN'");
        assertRejected("forest:inform=", "inform must be random|rotating|recent, not ''");
        assertRejected("raymond:partitioned=yes", "partitioned must be true or false, not 'yes'");
    }

    @Test
    void anOptionGivenTwiceIsRejected() {
        assertRejected("forest:nu=0,nu=0", "'forest': nu is given twice");
        assertRejected("forest:partitioned,nu=1,partitioned=false", "'forest': partitioned is given twice");
    }

    @Test
    void sharedMemoryAlgorithmsHaveNoOptions() {
        for (Algorithm.SharedMemory shared : Catalogue.sharedMemory()) {
            assertThat(shared.parameters()).isEmpty();
            assertRejected(shared.name() + ":partitioned", shared.name() + " has no options; remove ':partitioned'");
        }
    }

    @Test
    void anUnknownAlgorithmIsReportedBeforeItsOptions() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Catalogue.find("florist:mu=0"))
                .withMessageStartingWith("no algorithm is called 'florist'; did you mean 'forest'?");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Catalogue.find(":nu=0"))
                .withMessageStartingWith("no algorithm is called ''");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            value = {
                "forest 2 6",
                "forest:nu=0 2 2",
                "forest:nu=1 2 3",
                "forest:nu=64 2 6",
                "forest:nu=2,inform=rotating 2 2",
                "forest:nu=2,inform=recent,token=last-seen 2 2",
                "forest:nu=1,partitioned=false 2 3",
                "forest:partitioned,nu=1 2 1"
            })
    void chosenOptionsTakeEffect(String name, int k, int outcomes) {
        assertThat(Catalogue.messagePassing(name).system(4, k).facts().outcomes())
                .isEqualTo(outcomes);
    }

    @Test
    void nameAndTitleShowTheOptions() {
        Algorithm tuned = Catalogue.find("forest:nu=0,partitioned");
        assertThat(tuned.name()).isEqualTo("forest:nu=0,partitioned");
        assertThat(tuned.title()).isEqualTo("Token forest, nu=0, partitioned");
        assertThat(tuned.source()).isEqualTo(Catalogue.find("forest").source());
        assertThat(Catalogue.find(tuned.name()).name()).isEqualTo(tuned.name());
        assertThat(Catalogue.find("forest").name())
                .as("the plain algorithm is unchanged")
                .isEqualTo("forest");
    }

    @Test
    void everyParameterAcceptsItsDefault() {
        for (Algorithm.MessagePassing algorithm : Catalogue.messagePassing()) {
            assertThat(algorithm.parameters().stream()
                            .anyMatch(one -> one.name().equals("partitioned")))
                    .as(algorithm.name())
                    .isEqualTo(!algorithm.isWindow());
            for (Tuning.Parameter parameter : algorithm.parameters()) {
                String name = algorithm.name() + ":" + parameter.name() + "=" + parameter.defaultValue();
                assertThat(Catalogue.messagePassing(name).system(4, 4).facts().outcomes())
                        .as(name)
                        .isEqualTo(algorithm.system(4, 4).facts().outcomes());
                assertThat(parameter.meaning()).isNotBlank();
            }
        }
    }
}
