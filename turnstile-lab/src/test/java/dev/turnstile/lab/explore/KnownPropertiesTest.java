package dev.turnstile.lab.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.algorithm.Algorithm;
import dev.turnstile.algorithm.Catalogue;
import dev.turnstile.algorithm.Traits;
import dev.turnstile.algorithm.ticket.Queue;
import dev.turnstile.lab.property.Property;
import dev.turnstile.lab.setting.Settings;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Goal: by default, exactly the properties that are defined for the setting are checked. */
class KnownPropertiesTest {
    private static final Algorithm.SharedMemory TICKET = Catalogue.sharedMemory("numbered-ticket");

    private static List<String> names(CheckRequest request) {
        return request.properties().stream().map(Property::name).toList();
    }

    private static CheckRequest request(Algorithm.SharedMemory algorithm, Settings settings) {
        return new CheckRequest(algorithm, 2, 2, settings, Optional.empty());
    }

    @Test
    void allPropertiesAreCheckedByDefault() {
        assertThat(names(request(TICKET, Settings.NONE)))
                .containsExactly("well-defined", "exclusion", "no-k-deadlock", "fifo", "no-deadlock", "no-lockout");
    }

    @Test
    void kDeadlockIsLeftOutIfWaitersGiveUp() {
        assertThat(names(request(TICKET, Settings.NONE.with(CheckOptions.CANCEL, true))))
                .containsExactly("well-defined", "exclusion", "fifo", "no-deadlock", "no-lockout");
    }

    @Test
    void kDeadlockIsLeftOutIfAProcessAsksForSeveralUnits() {
        assertThat(names(request(TICKET, Settings.NONE.with(CheckOptions.UNITS, List.of(1, 2)))))
                .containsExactly("well-defined", "exclusion", "fifo", "no-deadlock", "no-lockout");
    }

    @Test
    void fifoIsLeftOutIfTheAlgorithmDoesNotPromiseIt() {
        Algorithm.SharedMemory unordered = new Algorithm.SharedMemory(
                "unordered",
                "",
                "",
                List.of(),
                List.of(),
                "",
                Traits.labOnly(),
                limit -> 15,
                (processes, places) -> new Queue(processes, places) {
                    @Override
                    public boolean fifo() {
                        return false;
                    }
                });
        assertThat(names(request(unordered, Settings.NONE)))
                .containsExactly("well-defined", "exclusion", "no-k-deadlock", "no-deadlock", "no-lockout");
    }

    @Test
    void onlyEquivalenceIsCheckedIfThereIsAReference() {
        CheckRequest compared =
                new CheckRequest(TICKET, 2, 1, Settings.NONE, Optional.of(Catalogue.sharedMemory("queue")));
        assertThat(names(compared)).containsExactly("equivalence");
    }

    @Test
    void anOlderNameIsAnAliasAndIsCheckedOnce() {
        List<String> asked = List.of("lockout", "no-lockout", "deadlock", "k-deadlock", "no-k-deadlock");
        assertThat(names(request(TICKET, Settings.NONE.with(CheckOptions.PROPERTY, asked))))
                .containsExactly("no-lockout", "no-deadlock", "no-k-deadlock");
    }

    @Test
    void noPropertyIsNamedAfterWhatMustNotHappen() {
        assertThat(names(request(TICKET, Settings.NONE))).noneMatch(name -> name.matches("(k-)?(dead)?lock.*"));
    }
}
