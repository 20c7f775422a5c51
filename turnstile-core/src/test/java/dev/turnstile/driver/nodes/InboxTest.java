package dev.turnstile.driver.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An inbox hands out each message once, in the order of arrival. */
@Timeout(value = 20, unit = TimeUnit.SECONDS)
final class InboxTest {
    private static final int SENDERS = 3;
    private static final int EACH = 20_000;

    private final Inbox<SingleServer.Word> inbox = new Inbox<>();

    private static Envelope<SingleServer.Word> envelope(int from, int number) {
        return new Envelope<>(0, from, SENDERS, new SingleServer.Word.Ask(number));
    }

    private List<Envelope<SingleServer.Word>> takeAll() {
        List<Envelope<SingleServer.Word>> all = new ArrayList<>();
        inbox.takeAll(all::add);
        return all;
    }

    @Test
    void theOldestMessageComesOutFirst() {
        assertThat(inbox.isEmpty()).isTrue();
        inbox.add(envelope(0, 1));
        inbox.add(envelope(1, 2));
        inbox.add(envelope(0, 3));
        assertThat(inbox.isEmpty()).isFalse();
        assertThat(takeAll()).containsExactly(envelope(0, 1), envelope(1, 2), envelope(0, 3));
        assertThat(inbox.isEmpty()).isTrue();
        assertThat(takeAll()).isEmpty();
    }

    @Test
    void aMessageAddedWhileReadingStaysForTheNextRead() {
        inbox.add(envelope(0, 1));
        inbox.takeAll(first -> inbox.add(envelope(0, 2)));
        assertThat(takeAll()).containsExactly(envelope(0, 2));
    }

    @Test
    void messagesOfConcurrentSendersComeOutOnceAndInOrder() throws InterruptedException {
        Semaphore added = new Semaphore(0);
        List<Thread> senders = new ArrayList<>();
        for (int i = 0; i < SENDERS; i++) {
            int from = i;
            senders.add(Thread.ofPlatform().daemon().start(() -> {
                for (int number = 0; number < EACH; number++) {
                    inbox.add(envelope(from, number));
                    added.release();
                }
            }));
        }
        Map<Integer, Integer> next = new HashMap<>();
        for (int i = 0; i < SENDERS * EACH; i++) {
            added.acquire();
            for (Envelope<SingleServer.Word> envelope : takeAll()) {
                int number = next.merge(envelope.from(), 1, Integer::sum) - 1;
                assertThat(envelope).isEqualTo(envelope(envelope.from(), number));
            }
        }
        for (Thread sender : senders) {
            sender.join();
        }
        assertThat(next)
                .hasSize(SENDERS)
                .allSatisfy((from, count) -> assertThat(count).isEqualTo(EACH));
        assertThat(inbox.isEmpty()).isTrue();
    }
}
