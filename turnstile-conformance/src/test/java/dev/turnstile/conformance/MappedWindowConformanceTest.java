package dev.turnstile.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.Permit;
import dev.turnstile.Snapshot;
import dev.turnstile.Turnstile;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Windows of the ledger on the driver for several processes, as far as one process can test them. */
final class MappedWindowConformanceTest extends WindowConformance {
    @TempDir
    private Path folder;

    private MappedFolders folders;

    @BeforeEach
    void prepare() {
        folders = new MappedFolders(folder);
    }

    @Override
    public Turnstile.Builder describe(int least, int most) {
        return Turnstile.between(least, most);
    }

    @Override
    public Turnstile open(Turnstile.Builder description) {
        return folders.open(description);
    }

    @Test
    void anInterruptIsKeptWhenALoweredLimitEndsTheWait() throws InterruptedException {
        for (int round = 0; round < 20; round++) {
            try (Turnstile gate = open(describe(1, 3).named("window"))) {
                Permit inside = gate.acquire();
                Future<Ending> waiting = crowd().start(() -> Ending.of(() -> gate.acquireUninterruptibly(3)));
                Crowd.untilWaiting(gate, 1);
                Thread waiter = crowd().lastStarted();
                waiter.interrupt();
                Crowd.until(() -> !waiter.isInterrupted(), "the wait to notice the interrupt");
                gate.limit(2);
                assertThat(Crowd.get(waiting)).isEqualTo(new Ending("LimitExceededException", true));
                assertThat(inside.isHeld()).isTrue();
            }
        }
    }

    @Test
    void stoppingHolderCountsForTheLimitButNotForTheFloor() throws InterruptedException {
        try (Turnstile gate = open(describe(1, 2).named("window"))) {
            Permit first = gate.acquire();
            assertThat(first.tryStartRelease(Duration.ofMillis(20))).isFalse();
            Future<?> stopping = crowd().start(() -> {
                first.startRelease();
                return null;
            });
            Crowd.until(() -> standings(gate).contains(Snapshot.Standing.LEAVING), "the first holder to wait");
            Permit second = gate.acquire();
            Crowd.get(stopping);
            assertThat(standings(gate)).containsExactlyInAnyOrder(Snapshot.Standing.INSIDE, Snapshot.Standing.STOPPING);
            assertThat(gate.tryAcquire()).as("the first keeps its place").isEmpty();
            assertThat(second.tryRelease()).as("the first no longer counts").isFalse();
            assertThat(first.isHeld()).isTrue();
            first.close();
            assertThat(gate.snapshot().held()).isEqualTo(1);
            second.abandon();
            assertThat(gate.snapshot().isBelowFloor()).isTrue();
        }
    }

    @Test
    void interruptEndsTheWaitToStopAndThePermitCountsAsBefore() throws InterruptedException {
        try (Turnstile gate = open(describe(1, 2).named("window"))) {
            Permit only = gate.acquire();
            Future<Ending> stopping = crowd().start(() -> Ending.of(() -> {
                only.startRelease();
                return only;
            }));
            Crowd.until(() -> standings(gate).contains(Snapshot.Standing.LEAVING), "the holder to wait");
            crowd().lastStarted().interrupt();
            assertThat(Crowd.get(stopping)).isEqualTo(new Ending("InterruptedException", false));
            assertThat(standings(gate)).containsExactly(Snapshot.Standing.INSIDE);
            only.abandon();
        }
    }

    private static List<Snapshot.Standing> standings(Turnstile gate) {
        return gate.snapshot().holders().stream().map(Snapshot.Holder::standing).toList();
    }

    @Override
    public Set<String> refusedOptions() {
        return Set.of();
    }
}
