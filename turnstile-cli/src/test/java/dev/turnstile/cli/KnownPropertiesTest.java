package dev.turnstile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.algorithm.Algorithm;
import dev.turnstile.algorithm.Catalogue;
import dev.turnstile.algorithm.ticket.Queue;
import dev.turnstile.lab.explore.KnownProperties;
import dev.turnstile.lab.property.Property;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Goal: unless told, exactly the properties are checked that are defined for the setting. */
class KnownPropertiesTest {
    private static final Algorithm.SharedMemory TICKET = Catalogue.sharedMemory("numbered-ticket");

    private static List<String> unlessTold(Setting setting) {
        return KnownProperties.wanted(Optional.empty(), setting.checked()).stream()
                .map(Property::name)
                .toList();
    }

    private static Setting setting(Algorithm.SharedMemory algorithm, boolean cancels, List<Integer> units) {
        return new Setting(algorithm, 2, 2, 0, false, cancels, false, units, Optional.empty());
    }

    @Test
    void allOfThem() {
        assertThat(unlessTold(setting(TICKET, false, List.of(1, 1))))
                .containsExactly("well-defined", "exclusion", "no-k-deadlock", "fifo", "no-deadlock", "no-lockout");
    }

    @Test
    void withoutKDeadlockWhereWaitersGiveUp() {
        assertThat(unlessTold(setting(TICKET, true, List.of(1, 1))))
                .containsExactly("well-defined", "exclusion", "fifo", "no-deadlock", "no-lockout");
    }

    @Test
    void withoutKDeadlockWhereOneAsksForMore() {
        assertThat(unlessTold(setting(TICKET, false, List.of(1, 2))))
                .containsExactly("well-defined", "exclusion", "fifo", "no-deadlock", "no-lockout");
    }

    @Test
    void withoutFifoWhereTheAlgorithmDoesNotPromiseIt() {
        Algorithm.SharedMemory unordered = new Algorithm.SharedMemory(
                "unordered", "", "", List.of(), List.of(), "", (processes, places) -> new Queue(processes, places) {
                    @Override
                    public boolean fifo() {
                        return false;
                    }
                });
        assertThat(unlessTold(setting(unordered, false, List.of(1, 1))))
                .containsExactly("well-defined", "exclusion", "no-k-deadlock", "no-deadlock", "no-lockout");
    }

    @Test
    void onlyEquivalenceWhereThereIsSomethingToCompareWith() {
        Setting compared = new Setting(
                TICKET, 2, 1, 0, false, false, false, List.of(1, 1), Optional.of(Catalogue.sharedMemory("queue")));
        assertThat(unlessTold(compared)).containsExactly("equivalence");
    }

    @Test
    void aNameThatSaysTheOppositeOfWhatHoldsIsAnAliasAndIsCheckedOnce() {
        List<String> asked = List.of("lockout", "no-lockout", "deadlock", "k-deadlock", "no-k-deadlock");
        assertThat(KnownProperties.wanted(
                        Optional.of(asked),
                        setting(TICKET, false, List.of(1, 1)).checked()))
                .extracting(Property::name)
                .containsExactly("no-lockout", "no-deadlock", "no-k-deadlock");
    }

    @Test
    void noPropertyIsCalledByWhatMustNotHappen() {
        assertThat(unlessTold(setting(TICKET, false, List.of(1, 1))))
                .noneMatch(name -> name.matches("(k-)?(dead)?lock.*"));
    }
}
