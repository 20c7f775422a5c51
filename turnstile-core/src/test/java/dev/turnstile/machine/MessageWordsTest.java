package dev.turnstile.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.turnstile.algorithm.permission.Lamport;
import dev.turnstile.algorithm.permission.Raymond;
import dev.turnstile.algorithm.permission.SrimaniReddy;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A message has as many words as in bulgannawar-1995, section 4: three, plus one for each number in it. */
final class MessageWordsTest {
    private record Entry(int node, boolean isModified) {}

    private sealed interface SampleMessage extends Message {
        record Token(int token, List<Entry> queue) implements SampleMessage {}

        record Deep(List<Part> parts) implements SampleMessage {}

        record Empty() implements SampleMessage {}
    }

    private record Part(Numbers numbers, Entry entry, Region region) {}

    @Test
    void messagesOfRaymondHaveFourWords() {
        assertThat(new Raymond.RaymondMessage.Request(Long.MAX_VALUE).words()).isEqualTo(4);
        assertThat(new Raymond.RaymondMessage.Reply(1).words()).isEqualTo(4);
        assertThat(new Raymond.RaymondMessage.Reply(7).words()).isEqualTo(4);
    }

    @Test
    void aPrivilegeHasOneWordPerQueueEntryAndPerNode() {
        assertThat(new SrimaniReddy.SrimaniReddyMessage.Request(3).words()).isEqualTo(4);
        for (int queued = 0; queued < 5; queued++) {
            for (int n = 1; n < 8; n++) {
                assertThat(new SrimaniReddy.SrimaniReddyMessage.Privilege(
                                        Numbers.of(queued, j -> j), Numbers.of(n, j -> 0))
                                .words())
                        .isEqualTo(3 + queued + n);
            }
        }
    }

    @Test
    void lamportsRequestHasAStampAndUnits() {
        assertThat(new Lamport.LamportMessage.Request(1, 1).words()).isEqualTo(5);
        assertThat(new Lamport.LamportMessage.Acknowledge().words()).isEqualTo(3);
        assertThat(new Lamport.LamportMessage.Release().words()).isEqualTo(3);
    }

    @Test
    void recordsInListsCountTheirNumbers() {
        for (int entries = 0; entries < 6; entries++) {
            assertThat(new SampleMessage.Token(2, Collections.nCopies(entries, new Entry(1, true))).words())
                    .isEqualTo(3 + 1 + 2 * entries);
        }
        Part two = new Part(Numbers.of(), new Entry(0, false), Region.EXIT);
        Part five = new Part(Numbers.of(7, 7), new Entry(0, false), Region.EXIT);
        assertThat(new SampleMessage.Deep(List.of(two, five, five)).words()).isEqualTo(3 + 3 + 5 + 5);
        assertThat(new SampleMessage.Empty().words()).isEqualTo(3);
    }

    @Test
    void aMessageThatIsNotARecordHasNoSize() {
        Message plain = new Message() {};
        assertThatIllegalArgumentException().isThrownBy(plain::words).withMessageContaining("is not a record");
    }
}
