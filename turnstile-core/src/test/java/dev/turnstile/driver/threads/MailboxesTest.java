package dev.turnstile.driver.threads;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.machine.Fields;
import dev.turnstile.machine.Message;
import dev.turnstile.machine.Node;
import dev.turnstile.machine.Outbox;
import dev.turnstile.machine.Region;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is known of a move when others hear of it. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class MailboxesTest {
    /** Says that its sender is inside. */
    record Entered() implements Message {}

    /** Enters at once, and tells the other. */
    private static final class Eager implements Node<Entered> {
        private Region region = Region.REMAINDER;
        private int received;

        @Override
        public Region region() {
            return region;
        }

        @Override
        public void acquire(int units, Outbox<Entered> out) {
            region = Region.CRITICAL;
            out.send(1, new Entered());
        }

        @Override
        public void release(Outbox<Entered> out) {}

        @Override
        public void cancel(Outbox<Entered> out) {}

        @Override
        public void receive(int from, Entered message, Outbox<Entered> out) {
            received++;
        }

        @Override
        public void state(Fields fields) {}
    }

    @Test
    void noNodeReceivesWhatAMoveSendsBeforeTheWatcherKnowsOfTheMove() {
        Eager mover = new Eager();
        Eager other = new Eager();
        List<Mailboxes<Entered>> mail = new ArrayList<>();
        List<Integer> receivedBefore = new ArrayList<>();
        mail.add(new Mailboxes<>(List.of(mover, other), new Mailboxes.Watcher() {
            @Override
            public void moves(Region from, Region to) {
                CompletableFuture.runAsync(() -> mail.getFirst().act(1, out -> {}))
                        .join();
                receivedBefore.add(other.received);
            }

            @Override
            public void hasMoved(int node) {}
        }));
        mail.getFirst().act(0, out -> mover.acquire(1, out));
        assertThat(receivedBefore).containsExactly(0);
        assertThat(other.received).isEqualTo(1);
    }
}
