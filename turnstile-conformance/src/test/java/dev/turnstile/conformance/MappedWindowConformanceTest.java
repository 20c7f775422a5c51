package dev.turnstile.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.Permit;
import dev.turnstile.Turnstile;
import java.nio.file.Path;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Windows of the ledger on the driver between processes, as far as one process can tell. */
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
}
