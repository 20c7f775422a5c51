package dev.turnstile.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.turnstile.algorithm.permission.Lamport;
import dev.turnstile.algorithm.permission.Raymond;
import dev.turnstile.algorithm.permission.SrimaniReddy;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A message has as many words as bulgannawar-1995, section 4, counts: three, and one for every number in it. */
final class MessageWordsTest {
    private record Entry(int node, boolean isModified) {}

    private sealed interface Telling extends Message {
        record Token(int token, List<Entry> queue) implements Telling {}

        record Deep(List<Part> parts) implements Telling {}

        record Empty() implements Telling {}
    }

    private record Part(Numbers numbers, Entry entry, Region region) {}

    @Test
    void raymondsMessagesHaveFour() {
        assertThat(new Raymond.Telling.Request(Long.MAX_VALUE).words()).isEqualTo(4);
        assertThat(new Raymond.Telling.Reply(1).words()).isEqualTo(4);
        assertThat(new Raymond.Telling.Reply(7).words()).isEqualTo(4);
    }

    @Test
    void aPrivilegeHasOneForEachInItsQueueAndOneForEachNode() {
        assertThat(new SrimaniReddy.Telling.Request(3).words()).isEqualTo(4);
        for (int queued = 0; queued < 5; queued++) {
            for (int n = 1; n < 8; n++) {
                assertThat(new SrimaniReddy.Telling.Privilege(Numbers.of(queued, j -> j), Numbers.of(n, j -> 0))
                                .words())
                        .isEqualTo(3 + queued + n);
            }
        }
    }

    @Test
    void lamportsRequestHasAStampAndUnits() {
        assertThat(new Lamport.Telling.Request(1, 1).words()).isEqualTo(5);
        assertThat(new Lamport.Telling.Acknowledge().words()).isEqualTo(3);
        assertThat(new Lamport.Telling.Release().words()).isEqualTo(3);
    }

    @Test
    void recordsInListsCountForWhatIsInThem() {
        for (int entries = 0; entries < 6; entries++) {
            assertThat(new Telling.Token(2, Collections.nCopies(entries, new Entry(1, true))).words())
                    .isEqualTo(3 + 1 + 2 * entries);
        }
        Part two = new Part(Numbers.of(), new Entry(0, false), Region.EXIT);
        Part five = new Part(Numbers.of(7, 7), new Entry(0, false), Region.EXIT);
        assertThat(new Telling.Deep(List.of(two, five, five)).words()).isEqualTo(3 + 3 + 5 + 5);
        assertThat(new Telling.Empty().words()).isEqualTo(3);
    }

    @Test
    void whatIsNoRecordHasNone() {
        Message plain = new Message() {};
        assertThatIllegalArgumentException().isThrownBy(plain::words).withMessageContaining("is not a record");
    }
}
