package dev.turnstile.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.turnstile.machine.wire.Tag;
import org.junit.jupiter.api.Test;

final class CatalogueTest {
    @Test
    void findsEveryAlgorithmByItsName() {
        for (Algorithm algorithm : Catalogue.all()) {
            assertThat(Catalogue.find(algorithm.name())).isSameAs(algorithm);
            assertThat(algorithm.name()).matches("[a-z]+(-[a-z0-9]+)*");
            assertThat(algorithm.guarantees()).isNotEmpty();
            switch (algorithm) {
                case Algorithm.SharedMemory shared -> {
                    assertThat(Catalogue.sharedMemory(shared.name())).isSameAs(shared);
                    assertThat(shared.system(3, 2).sizes().participants()).isEqualTo(3);
                    assertThat(shared.system(3, 2).sizes().limit()).isEqualTo(2);
                }
                case Algorithm.MessagePassing messages -> {
                    assertThat(Catalogue.messagePassing(messages.name())).isSameAs(messages);
                    assertThat(messages.system(3, 2).sizes().participants()).isEqualTo(3);
                    assertThat(messages.system(3, 2).sizes().limit()).isEqualTo(2);
                }
            }
        }
    }

    @Test
    void anUnknownNameGetsTheNearestAsASuggestion() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Catalogue.find("coloured-ticket"))
                .withMessageStartingWith("no algorithm is called 'coloured-ticket'; did you mean 'colored-ticket'?");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Catalogue.find("que"))
                .withMessageContaining("did you mean 'queue'?");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Catalogue.find("numberd"))
                .withMessageContaining("did you mean 'numbered-ticket'?");
    }

    @Test
    void aNameThatIsNearNoneGetsNoSuggestion() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Catalogue.find("nosuch"))
                .withMessageStartingWith("no algorithm is called 'nosuch'. There are: queue, ");
    }

    @Test
    void everyMessageHasATag() {
        for (Algorithm.MessagePassing algorithm : Catalogue.messagePassing()) {
            Class<?> messages = algorithm.system(3, 3).messages();
            assertThat(messages.getPermittedSubclasses())
                    .as(algorithm.name())
                    .allMatch(type -> type.isAnnotationPresent(Tag.class));
        }
    }

    @Test
    void invalidSizesAreRejected() {
        for (Algorithm algorithm : Catalogue.all()) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> setUp(algorithm, 3, 0))
                    .withMessageContaining("k must be");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> setUp(algorithm, 0, 1))
                    .withMessageMatching("[Nn] must be .*");
        }
    }

    private static Object setUp(Algorithm algorithm, int n, int k) {
        return switch (algorithm) {
            case Algorithm.SharedMemory shared -> shared.system(n, k);
            case Algorithm.MessagePassing messages -> messages.system(n, k);
        };
    }

    @Test
    void anAlgorithmOfTheOtherModelIsReported() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Catalogue.sharedMemory("raymond"))
                .withMessageStartingWith(
                        "raymond is a message-passing algorithm; use a shared-memory algorithm: queue, ");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Catalogue.messagePassing("gtex"))
                .withMessageStartingWith(
                        "gtex is a shared-memory algorithm; use a message-passing algorithm: raymond, ");
    }

    @Test
    void aLabOnlyNameIsRejectedWithItsReplacement() {
        Catalogue.labOnly().forEach((name, instead) -> {
            assertThat(Catalogue.all()).extracting(Algorithm::name).doesNotContain(name);
            assertThat(Catalogue.forThreads()).contains(Catalogue.find(instead));
            String message = name + " is for the lab only; use " + instead;
            for (String written : new String[] {name, name + ":partitioned", name + ":"}) {
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> Catalogue.find(written))
                        .withMessage(message);
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> Catalogue.messagePassing(written))
                        .withMessage(message);
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> Catalogue.sharedMemory(written))
                        .withMessage(message);
            }
        });
        assertThat(Catalogue.labOnly()).containsEntry("forest-as-printed", "forest");
    }

    @Test
    void theLedgerDoesNotRunOnThreads() {
        assertThat(Catalogue.forThreads())
                .extracting(Algorithm::name)
                .contains("forest", "makki", "trehel-naimi", "raymond")
                .doesNotContain("ledger");
    }

    @Test
    void algorithmsWhoseHoldersBlockOthersAreMarked() {
        for (String name : new String[] {"forest", "makki", "trehel-naimi", "raymond:partitioned"}) {
            assertThat(Catalogue.find(name).holdersBlockOthers()).as(name).isTrue();
        }
        for (String name : new String[] {"raymond", "lamport", "srimani-reddy"}) {
            assertThat(Catalogue.find(name).holdersBlockOthers()).as(name).isFalse();
        }
    }

    @Test
    void anAlgorithmOfTheOtherModelIsReportedWithItsOptions() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Catalogue.sharedMemory("forest:nu=0"))
                .withMessageStartingWith("forest:nu=0 is a message-passing algorithm; use a shared-memory algorithm: ");
    }
}
