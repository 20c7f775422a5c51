package dev.turnstile.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.conformance.History.Kind;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The history checker finds all violations, and nothing else. */
final class HistoryTest {
    /** "0c" means call 0, called; q queued, e entered, l left, g gave up. One unit each. */
    private static History history(String script) {
        List<History.Event> events = new ArrayList<>();
        for (String word : script.split(" ", -1)) {
            Kind kind = switch (word.charAt(1)) {
                case 'c' -> Kind.CALLED;
                case 'q' -> Kind.QUEUED;
                case 'e' -> Kind.ENTERED;
                case 'l' -> Kind.LEFT;
                default -> Kind.GAVE_UP;
            };
            events.add(new History.Event(word.charAt(0) - '0', kind, 1));
        }
        return new History(events);
    }

    @Test
    void findsTwoInsideIfOneIsAllowed() {
        assertThat(history("0c 0e 0l 1c 1e 1l").checkLimit(1)).isEmpty();
        assertThat(history("0c 1c 0e 1e 0l 1l").checkLimit(1))
                .hasValueSatisfying(violation -> assertThat(violation.calls()).containsExactly(0, 1));
        assertThat(history("0c 1c 0e 1e 0l 1l").checkLimit(2)).isEmpty();
    }

    @Test
    void countsUnits() {
        History history =
                new History(List.of(new History.Event(0, Kind.ENTERED, 2), new History.Event(1, Kind.ENTERED, 2)));
        assertThat(history.checkLimit(4)).isEmpty();
        assertThat(history.checkLimit(3)).isPresent();
    }

    @Test
    void findsOvertaking() {
        String overtake = "0c 0e 1c 1q 2c 0l 2e 2l 1e 1l";
        assertThat(history(overtake).checkFifo(1))
                .hasValueSatisfying(violation -> assertThat(violation.calls()).containsExactly(1));
        String inOrder = "0c 0e 1c 1q 2c 0l 1e 1l 2e 2l";
        assertThat(history(inOrder).checkFifo(1)).isEmpty();
    }

    @Test
    void callMadeBeforeTheOtherWasInLineMayGoFirst() {
        assertThat(history("0c 0e 2c 1c 1q 0l 2e 2l 1e 1l").checkFifo(1)).isEmpty();
    }

    @Test
    void callThatMayHaveBeenAdmittedIsNotOvertaken() {
        String close = "0c 0e 1c 1q 2c 0l 2e 1e 1l 2l";
        assertThat(history(close).checkFifo(2)).as("there is room for both").isEmpty();
        assertThat(history(close).checkFifo(1)).isPresent();
    }

    @Test
    void callThatGaveUpIsNotOvertaken() {
        assertThat(history("0c 0e 1c 1q 2c 1g 0l 2e 2l").checkFifo(1)).isEmpty();
    }
}
