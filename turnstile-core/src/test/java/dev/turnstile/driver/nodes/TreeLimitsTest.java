package dev.turnstile.driver.nodes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.turnstile.Permit;
import dev.turnstile.Turnstile;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Algorithms whose nodes have several units: fewer participants than units, and requests for more units than one node
 * can have.
 */
@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class TreeLimitsTest {
    private static void allEnterAndLeave(List<CompletableFuture<Permit>> asking) {
        CompletableFuture.allOf(asking.stream()
                        .map(one -> one.thenAccept(Permit::close))
                        .toArray(CompletableFuture[]::new))
                .join();
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 5})
    void aLimitCanBeLoweredWithFewerParticipantsThanUnits(int participants) {
        try (Turnstile gate =
                Turnstile.atMost(6).algorithm("tree").participants(participants).open()) {
            gate.limit(1);
            List<CompletableFuture<Permit>> asking = new ArrayList<>();
            for (int i = 0; i < participants; i++) {
                asking.add(gate.acquireAsync());
            }
            assertThat(asking.stream().filter(CompletableFuture::isDone)).hasSize(1);
            allEnterAndLeave(asking);
            gate.limit(6);
            gate.tryAcquire(6).orElseThrow().close();
        }
    }

    @Test
    void aLimitCanBeLoweredWhileAllParticipantsAreInside() {
        try (Turnstile gate =
                Turnstile.atMost(8).algorithm("tree").participants(4).open()) {
            List<Permit> inside = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                inside.add(gate.acquireUninterruptibly());
            }
            gate.limit(3);
            assertThat(gate.tryAcquire().map(more -> inside.add(more))).isPresent();
            assertThat(gate.tryAcquire()).isEmpty();
            inside.forEach(Permit::close);
            gate.tryAcquire(3).orElseThrow().close();
            gate.limit(8);
            gate.tryAcquire(8).orElseThrow().close();
        }
    }

    /** A node of which a part is withheld is not free, although the rest of it has left. */
    @Test
    void unitsWithheldFromAPermitOutlastThePermit() throws InterruptedException {
        try (Turnstile gate =
                Turnstile.atMost(3).algorithm("tree").participants(2).open()) {
            gate.asSemaphore().acquire(3);
            gate.limit(2);
            gate.asSemaphore().release(2); // one of them is withheld
            gate.asSemaphore().release(1);
            for (int round = 0; round < 10; round++) { // every node has its turn
                gate.tryAcquire(2).orElseThrow().close();
                Permit one = gate.tryAcquire().orElseThrow();
                gate.tryAcquire().orElseThrow().close();
                one.close();
            }
            gate.limit(3);
            gate.tryAcquire(3).orElseThrow().close();
        }
    }

    /**
     * Two requests that collect units one by one could wait for each other forever, as could one of them and a waiter
     * that holds some.
     */
    @Test
    void aRequestForMoreUnitsThanANodeCanHaveIsRefusedAndAllOthersEnter() {
        for (int seed = 0; seed < 50; seed++) {
            Random random = new Random(seed);
            try (Turnstile gate = Turnstile.atMost(3)
                    .algorithm("tree:each=2")
                    .participants(14)
                    .open()) {
                Permit two = gate.acquireUninterruptibly(2);
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> gate.acquireAsync(3))
                        .withMessageContaining("gives at most 2 units at a time, not 3");
                List<CompletableFuture<Permit>> asking = new ArrayList<>();
                for (int i = 0; i < 3; i++) {
                    asking.add(gate.acquireAsync(1 + random.nextInt(2)));
                }
                two.close();
                allEnterAndLeave(asking);
            }
        }
    }
}
