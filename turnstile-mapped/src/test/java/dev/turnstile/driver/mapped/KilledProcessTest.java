package dev.turnstile.driver.mapped;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.Operator;
import dev.turnstile.Permit;
import dev.turnstile.Snapshot;
import dev.turnstile.Turnstile;
import dev.turnstile.driver.mapped.os.Kernel;
import dev.turnstile.testing.Seed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a killed process leaves behind, and how other processes clear it. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class KilledProcessTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    @TempDir
    private Path temp;

    private Path folder() {
        return temp.resolve("turnstiles");
    }

    private Mapped mapped(String system) {
        return system.equals("portable") ? Mapped.portable(folder()) : Mapped.in(folder());
    }

    private OtherProcess other(String system, int floor, int limit, int units) {
        return OtherProcess.start(
                folder(),
                "gate",
                system,
                "ledger",
                String.valueOf(floor),
                String.valueOf(limit),
                String.valueOf(units));
    }

    private static void await(BooleanSupplier condition) {
        long end = System.nanoTime() + LONG.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("in time").isLessThan(end);
            Thread.onSpinWait();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"linux", "portable"})
    void aKilledHolderMakesRoomForTheFirstInLine(String system) throws InterruptedException {
        try (Turnstile gate = Turnstile.atMost(1).named("gate").open(mapped(system));
                OtherProcess holder = other(system, 0, 1, 1).awaitSaid("inside");
                OtherProcess second = other(system, 0, 1, 1).awaitSaid("open")) {
            await(() -> gate.snapshot().waiters().size() == 1);
            holder.kill();
            second.awaitSaid("inside");
            assertThat(gate.snapshot().holders())
                    .singleElement()
                    .satisfies(inside ->
                            assertThat(inside.owner().orElseThrow().pid()).isEqualTo(second.pid()));
            second.kill();
            assertThat(gate.tryAcquire(LONG)).isPresent();
        }
    }

    @Test
    void aKilledWaiterIsSkippedAndTheOthersKeepTheirOrder() throws InterruptedException {
        try (Turnstile gate = Turnstile.atMost(1).named("gate").open(mapped("linux"))) {
            Permit permit = gate.acquire();
            try (OtherProcess first = other("linux", 0, 1, 1).awaitSaid("open")) {
                await(() -> gate.snapshot().waiters().size() == 1);
                try (OtherProcess second = other("linux", 0, 1, 1).awaitSaid("open")) {
                    await(() -> gate.snapshot().waiters().size() == 2);
                    first.kill();
                    permit.close();
                    second.awaitSaid("inside");
                }
            }
        }
    }

    @Test
    void tryAcquireDetectsAKilledHolderAtOnce() {
        try (Turnstile gate = Turnstile.atMost(2).named("gate").open(mapped("linux"));
                OtherProcess holder = other("linux", 0, 2, 2).awaitSaid("inside")) {
            assertThat(gate.tryAcquire()).isEmpty();
            holder.kill();
            assertThat(gate.tryAcquire(2)).isPresent();
        }
    }

    @Test
    void aKilledHolderDoesNotCountTowardTheFloor() throws InterruptedException {
        try (Turnstile gate = Turnstile.between(2, 3).named("gate").open(mapped("linux"))) {
            Permit mine = gate.acquire();
            try (OtherProcess dies = other("linux", 2, 3, 1).awaitSaid("inside");
                    OtherProcess leaves = other("linux", 2, 3, 1).awaitSaid("inside")) {
                dies.kill();
                leaves.leave();
                assertThat(mine.tryRelease()).isFalse();
                Permit next = gate.acquire();
                leaves.awaitSaid("left");
                assertThat(mine.tryRelease()).isFalse();
                assertThat(next.isHeld()).isTrue();
                assertThat(gate.snapshot().isBelowFloor()).isFalse();
            }
        }
    }

    @Test
    void belowTheFloorNoHolderLeavesUntilOthersEnter() throws InterruptedException {
        try (Turnstile gate = Turnstile.between(2, 3).named("gate").open(mapped("linux"));
                OtherProcess dies = other("linux", 2, 3, 1).awaitSaid("inside")) {
            Permit mine = gate.acquire();
            dies.kill();
            Operator operator = mapped("linux").operator();
            operator.examine("gate", true);
            assertThat(gate.snapshot().isBelowFloor()).isTrue();
            assertThat(mine.tryRelease(Duration.ofMillis(10))).isFalse();
            assertThat(mine.isHeld()).isTrue();
            Permit second = gate.acquire();
            Permit third = gate.acquire();
            assertThat(mine.tryRelease()).isTrue();
            assertThat(second.tryRelease()).isFalse();
            assertThat(third.isHeld()).isTrue();
        }
    }

    @Test
    void aChildKeepsThePlaceOfAKilledParentUntilItEnds() throws Exception {
        Process child = new ProcessBuilder("sleep", "60").start();
        try (OtherProcess parent = OtherProcess.start(folder(), "gate", 1).awaitSaid("inside")) {
            Operator operator = mapped("linux").operator();
            writeChild(parent, child);
            parent.kill();
            Snapshot.Owner owner = operator.snapshot("gate")
                    .orElseThrow()
                    .holders()
                    .getFirst()
                    .owner()
                    .orElseThrow();
            assertThat(owner.life()).isEqualTo(Snapshot.Life.ORPHANED_CHILD);
            assertThat(owner.child()).isEqualTo(OptionalLong.of(child.pid()));
            try (Turnstile gate = Turnstile.atMost(1).named("gate").open(mapped("linux"))) {
                assertThat(gate.tryAcquire()).isEmpty();
                child.destroyForcibly().waitFor();
                assertThat(gate.tryAcquire()).isPresent();
            }
        } finally {
            child.destroyForcibly();
        }
    }

    @Test
    void aChildThatEndedBeforeItWasRecordedKeepsNothing() throws Exception {
        Process child = new ProcessBuilder("true").start();
        child.waitFor();
        try (OtherProcess parent = OtherProcess.start(folder(), "gate", 1).awaitSaid("inside")) {
            writeChild(parent, child);
            parent.kill();
            try (Turnstile gate = Turnstile.atMost(1).named("gate").open(mapped("linux"))) {
                assertThat(gate.tryAcquire()).isPresent();
            }
        }
    }

    /** Records the child as the parent itself would have done. */
    private void writeChild(OtherProcess parent, Process child) throws Exception {
        Folder folder = new Folder(folder(), Kernel.here());
        try (MappedFile file = MappedFile.open(folder, Kernel.here(), "gate")) {
            long record = file.geometry().member(0);
            assertThat(SegmentAccess.read(file.memory(), record + 8)).isEqualTo(parent.pid());
            SegmentAccess.write(file.memory(), record + 40, Kernel.here().startOf(child.pid()));
            SegmentAccess.write(file.memory(), record + 32, child.pid());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"excl", "gtex", "colored-ticket"})
    void aPublishedAlgorithmContinuesWithOneOfTwoPlacesDead(String algorithm) throws InterruptedException {
        try (OtherProcess dies = OtherProcess.start(folder(), "gate", "linux", algorithm, "0", "2", "1")
                        .awaitSaid("inside");
                Turnstile gate =
                        Turnstile.atMost(2).named("gate").algorithm(algorithm).open(mapped("linux"))) {
            assertThat(gate.snapshot().effectiveLimit()).isEqualTo(2);
            dies.kill();
            for (int pass = 0; pass < 3; pass++) {
                try (Permit permit = gate.tryAcquire(LONG).orElseThrow()) {
                    assertThat(permit.slot()).isEqualTo(1);
                    assertThat(gate.snapshot().effectiveLimit()).isEqualTo(1);
                }
            }
            OtherProcess second = OtherProcess.start(folder(), "gate", "linux", algorithm, "0", "2", "1")
                    .awaitSaid("inside");
            second.kill();
            assertThat(gate.snapshot().effectiveLimit()).isZero();
        }
    }

    /**
     * Three processes take units again and again. One of them is killed while the others continue. About 10,000
     * requests in all.
     */
    @Test
    void noSlotHasTwoHoldersWhenProcessesAreKilled() throws IOException {
        long seed = Seed.of("KilledProcessTest");
        Path file = Files.createFile(temp.resolve("slots"));
        for (int round = 0; round < 10; round++) {
            List<OtherProcess> users = new ArrayList<>();
            try {
                for (int i = 0; i < 3; i++) {
                    List<String> arguments =
                            List.of(folder().toString(), file.toString(), String.valueOf(seed + 3 * round + i), "500");
                    users.add(OtherProcess.start(List.of(), SlotUser.class, arguments));
                }
                users.getFirst().awaitSaid("begun").kill();
                users.get(1).awaitSaid("done");
                users.get(2).awaitSaid("done");
            } catch (IllegalStateException failure) {
                throw new AssertionError("round " + round + " of seed " + seed, failure);
            } finally {
                users.forEach(OtherProcess::close);
            }
        }
    }
}
