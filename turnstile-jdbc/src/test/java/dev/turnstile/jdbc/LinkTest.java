package dev.turnstile.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Goal: every call ends within its limit, whatever the driver does. Method: pretended connections that hang or fail.
 */
@Timeout(60)
class LinkTest {
    private static final Duration LIMIT = Duration.ofMillis(200);

    private final AtomicInteger opened = new AtomicInteger();
    private final AtomicInteger closed = new AtomicInteger();
    private final AtomicInteger aborted = new AtomicInteger();
    private final CountDownLatch testOver = new CountDownLatch(1);

    @AfterEach
    void endThreads() {
        testOver.countDown();
    }

    private Connection connection() {
        opened.incrementAndGet();
        return Pretended.as(Connection.class, (method, arguments) -> switch (method.getName()) {
            case "getAutoCommit", "isValid" -> true;
            case "close" -> closed.incrementAndGet();
            case "abort" -> aborted.incrementAndGet();
            case "toString" -> "a connection";
            default -> null;
        });
    }

    private Link link(Duration limit, Optional<Duration> idle) {
        return new Link(
                "test",
                new Link.Source() {
                    @Override
                    public Connection open() {
                        return connection();
                    }

                    @Override
                    public boolean survives(SQLException failure) {
                        return failure.getMessage().equals("harmless");
                    }
                },
                limit,
                idle);
    }

    private boolean hang() {
        try {
            testOver.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return true;
    }

    @Test
    void aCallThatHangsEndsAndTheNextOneUsesANewConnection() throws SQLException {
        try (Link link = link(LIMIT, Optional.empty())) {
            assertThatExceptionOfType(SQLTimeoutException.class)
                    .isThrownBy(() -> link.call((connection, caller) -> hang()))
                    .withMessage("no answer within 200 ms");
            assertThat(link.<Integer>call((connection, caller) -> 1)).isEqualTo(1);
            assertThat(opened).hasValue(2);
            until(aborted, 1);
        }
        until(closed, 1);
    }

    private static void until(AtomicInteger count, int expected) {
        while (count.get() < expected) {
            Thread.onSpinWait();
        }
    }

    @Test
    void aCallThatIsQueuedBehindAHangingOneEndsToo() throws Exception {
        try (Link link = link(LIMIT, Optional.empty())) {
            Thread first = Thread.ofVirtual()
                    .start(() -> assertThatExceptionOfType(SQLTimeoutException.class)
                            .isThrownBy(() -> link.call(Duration.ofSeconds(2), (connection, caller) -> hang())));
            until(opened, 1);
            assertThatExceptionOfType(SQLTimeoutException.class)
                    .isThrownBy(() -> link.call((connection, caller) -> 1))
                    .withMessageContaining("busy with other calls");
            first.join();
            assertThat(link.<Integer>call((connection, caller) -> 1)).isEqualTo(1);
        }
    }

    @Test
    void anAttemptToConnectThatHangsIsMadeAgain() throws Exception {
        AtomicInteger attempts = new AtomicInteger();
        Link.Source source = new Link.Source() {
            @Override
            public Connection open() {
                if (attempts.incrementAndGet() == 1) {
                    hang();
                }
                return connection();
            }

            @Override
            public boolean survives(SQLException failure) {
                return false;
            }
        };
        try (Link link = new Link("test", source, LIMIT, Optional.empty())) {
            boolean isAnswered = false;
            while (!isAnswered) {
                try {
                    isAnswered = link.call((connection, caller) -> true);
                } catch (SQLTimeoutException e) {
                    assertThat(e.getMessage()).contains("still connecting");
                }
            }
            assertThat(attempts).hasValue(2);
        }
        testOver.countDown();
        until(closed, 2); // also the late one
    }

    @Test
    void aCallThatIsGivenUpBeforeItsConnectionIsThereIsNeverMade() throws Exception {
        CountDownLatch connects = new CountDownLatch(1);
        AtomicInteger made = new AtomicInteger();
        Link.Source source = new Link.Source() {
            @Override
            public Connection open() {
                try {
                    connects.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                return connection();
            }

            @Override
            public boolean survives(SQLException failure) {
                return false;
            }
        };
        try (Link link = new Link("test", source, LIMIT, Optional.empty())) {
            assertThatExceptionOfType(SQLTimeoutException.class)
                    .isThrownBy(() -> link.call((connection, caller) -> made.incrementAndGet()));
            connects.countDown();
            assertThat(link.<Integer>call(Duration.ofSeconds(30), (connection, caller) -> 7))
                    .isEqualTo(7);
            assertThat(made).hasValue(0);
        }
    }

    @Test
    void aFailureClosesTheConnectionUnlessItIsHarmless() throws SQLException {
        try (Link link = link(Duration.ofSeconds(30), Optional.empty())) {
            for (String failure : new String[] {"harmless", "harmful"}) {
                assertThatExceptionOfType(SQLException.class)
                        .isThrownBy(() -> link.call((connection, caller) -> {
                            throw new SQLException(failure);
                        }))
                        .withMessage(failure);
            }
            assertThat(closed).hasValue(1);
            assertThat(link.<Integer>call((connection, caller) -> 1)).isEqualTo(1);
            assertThat(opened).hasValue(2);
        }
    }

    @Test
    void aFunctionRunsOnTheThreadOfTheCaller() throws SQLException {
        Thread self = Thread.currentThread();
        try (Link link = link(Duration.ofSeconds(30), Optional.empty())) {
            assertThat(link.<Thread>call((connection, caller) -> Thread.currentThread()))
                    .isNotSameAs(self);
            assertThat(link.<Thread>call((connection, caller) -> caller.compute(Thread::currentThread)))
                    .isSameAs(self);
            assertThatIllegalStateException()
                    .isThrownBy(() -> link.call((connection, caller) -> caller.compute(() -> {
                        throw new IllegalStateException("of the function");
                    })))
                    .withMessage("of the function");
        }
    }

    @Test
    void anIdleConnectionIsClosedAndOpenedAgain() throws SQLException {
        try (Link link = link(Duration.ofSeconds(30), Optional.of(Duration.ofMillis(1)))) {
            link.call((connection, caller) -> 1);
            until(closed, 1);
            link.call((connection, caller) -> 1);
            assertThat(opened).hasValue(2);
        }
    }

    @Test
    void aClosedLinkRefusesCalls() {
        Link link = link(LIMIT, Optional.empty());
        link.close();
        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(() -> link.call((connection, caller) -> 1))
                .withMessage("the store is closed");
        assertThat(opened).hasValue(0);
    }
}
