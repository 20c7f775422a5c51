package dev.turnstile.bench.stores;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Checks that every contender does what its name says, and that a short run reaches its end. */
class StoresTest {
    private static BenchServer server;

    @BeforeAll
    static void startServer() throws Exception {
        assumeTrue(BenchServer.exists(), "no PostgreSQL server for this machine");
        server = new BenchServer();
    }

    @AfterAll
    static void stopServer() throws Exception {
        if (server != null) {
            server.close();
        }
    }

    @ParameterizedTest
    @EnumSource(Contender.Kind.class)
    void everyContenderLetsEveryThreadPassAndKeepsTheLimit(Contender.Kind kind) throws Exception {
        int places = kind.supports(2) ? 2 : 1;
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        try (Contender contender = kind.open(server.url(), "test", places)) {
            Contender counted = counting(contender, inside, most);
            StoreWorker.passes(counted, 4, System.nanoTime(), System.nanoTime() + 50_000_000);
        }
        assertThat(most.get()).isBetween(1, places);
    }

    private static Contender counting(Contender contender, AtomicInteger inside, AtomicInteger most) {
        return new Contender() {
            @Override
            public Place enter() throws SQLException, InterruptedException {
                Place place = contender.enter();
                most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                return () -> {
                    inside.decrementAndGet();
                    place.leave();
                };
            }

            @Override
            public void close() {}
        };
    }

    @Test
    void aShortRunReachesItsEnd() throws Exception {
        Stores.main("1", "20", "processes,handoff,h2", server.url());
    }
}
