package dev.turnstile.algorithm.ticket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.turnstile.machine.Process;
import dev.turnstile.machine.ProcessSystem;
import dev.turnstile.machine.Region;
import dev.turnstile.machine.State;
import dev.turnstile.testing.Seed;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The sizes that fit into one cell, and the behaviour at their limits. */
final class TicketSizesTest {
    @Test
    void sixteenPlacesForNineHundredProcessesFitOneCell() {
        assertThat(ColoredTicket.sharedValues(900, 16)).isLessThan(BigInteger.TWO.pow(64));
        assertThat(new ColoredTicket(900, 16).sizes().participants()).isEqualTo(900);
    }

    @Test
    void processesMaxIsTheLargestNThatFits() {
        for (int k : new int[] {3, 8, 16, 20}) {
            int most = ColoredTicket.processesMax(k);
            assertThat(new ColoredTicket(most, k).sizes().participants()).isEqualTo(most);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new ColoredTicket(most + 1, k))
                    .withMessageContaining("with that k, N can be at most " + most);
        }
    }

    @Test
    void fewPlacesLeaveRoomForManyProcesses() {
        assertThat(ColoredTicket.processesMax(1)).isEqualTo(1 << 28);
    }

    @Test
    void aLimitThatNeverFitsIsReported() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ColoredTicket(2, 40))
                .withMessageContaining("no N fits that k");
    }

    @Test
    void theQueueHoldsFifteenProcesses() {
        assertThat(new Queue(15, 3).sizes().participants()).isEqualTo(15);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Queue(16, 3))
                .withMessageContaining("between 1 and 15");
    }

    /** Large sizes can't be explored exhaustively. They are compared with a plain list under a long random schedule. */
    @Test
    void largeSystemsAdmitAsAQueueDoes() {
        long seed = Seed.of("TicketSizesTest");
        for (ProcessSystem system : List.of(
                new ColoredTicket(900, 16),
                new ColoredTicket(ColoredTicket.processesMax(20), 20),
                new UnboundedColoredTicket(50, 7),
                new NumberedTicket(50, 7),
                new Queue(15, 4))) {
            compareWithAList(system, new Random(seed), "seed " + seed + " on " + system);
        }
    }

    private static void compareWithAList(ProcessSystem system, Random random, String description) {
        OneCell cells = new OneCell();
        system.initialise(cells);
        int n = Math.min(900, system.sizes().participants());
        List<Process> processes = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            processes.add(system.process(i));
        }
        List<Process> line = new ArrayList<>(); // inside or waiting, in the order of arrival
        for (int step = 0; step < 20_000; step++) {
            Process process = processes.get(random.nextInt(n));
            switch (process.region()) {
                case REMAINDER -> {
                    process.acquire(1);
                    line.add(process);
                }
                case CRITICAL -> {
                    process.release();
                    line.remove(process);
                }
                case TRYING, EXIT -> {}
            }
            process.step(cells);
            boolean mayBeInside = line.indexOf(process) < system.sizes().limit();
            Region expected =
                    !line.contains(process) ? Region.REMAINDER : mayBeInside ? Region.CRITICAL : Region.TRYING;
            assertThat(process.region()).as(description).isEqualTo(expected);
            assertThat(system.free(cells))
                    .as(description)
                    .isEqualTo(system.sizes().limit() - line.size());
        }
    }

    @Test
    void numbersMayWrapAround() {
        NumberedTicket system = new NumberedTicket(4, 2);
        OneCell cells = new OneCell();
        system.initialise(cells);
        State.unpack(fields -> system.shared(cells, fields), 0xFFFF_FFFFL << 32 | 0xFFFF_FFFDL);
        Deque<Process> line = new ArrayDeque<>();
        for (int i = 0; i < 20; i++) {
            Process process = system.process(0);
            process.acquire(1);
            process.step(cells);
            line.add(process);
            assertThat(process.region()).isEqualTo(i < 2 ? Region.CRITICAL : Region.TRYING);
            if (line.size() == 4) {
                Process first = line.remove();
                first.release();
                first.step(cells);
                Process second = line.stream().skip(1).findFirst().orElseThrow();
                assertThat(second.ahead(cells)).isZero();
                second.step(cells);
                assertThat(second.region()).isEqualTo(Region.CRITICAL);
                assertThat(line.getLast().ahead(cells)).isEqualTo(1);
            }
        }
    }

    @Test
    void oneProcessTooManyIsRejectedWithoutEffect() {
        for (ProcessSystem system : List.of(new ColoredTicket(3, 1), new UnboundedColoredTicket(3, 1))) {
            OneCell cells = new OneCell();
            system.initialise(cells);
            for (int i = 0; i < 3; i++) {
                Process process = system.process(i);
                process.acquire(1);
                process.step(cells);
            }
            long before = cells.read(0);
            Process fourth = system.process(0);
            fourth.acquire(1);
            assertThatIllegalStateException()
                    .isThrownBy(() -> fourth.step(cells))
                    .withMessageContaining("more processes than the N");
            assertThat(cells.read(0)).isEqualTo(before);
        }
    }

    @Test
    void callsInTheWrongRegionAreRejected() {
        Process process = new NumberedTicket(2, 1).process(0);
        assertThatIllegalStateException().isThrownBy(process::release).withMessageContaining("IDLE");
        assertThatIllegalStateException().isThrownBy(process::cancel);
        assertThatIllegalStateException().isThrownBy(() -> process.step(new OneCell()));
        assertThatIllegalArgumentException().isThrownBy(() -> process.acquire(0));
        process.acquire(1);
        assertThatIllegalStateException().isThrownBy(() -> process.acquire(3));
        assertThat(State.print(process)).as("a refused input changes nothing").contains("units=1");
        process.cancel();
        assertThat(process.region()).isEqualTo(Region.REMAINDER);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Queue(2, 1).process(0).acquire(2))
                .withMessageContaining("one unit at a time");
    }
}
