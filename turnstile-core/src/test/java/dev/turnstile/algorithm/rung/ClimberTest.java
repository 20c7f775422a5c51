package dev.turnstile.algorithm.rung;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.turnstile.machine.Cells;
import dev.turnstile.machine.Process;
import dev.turnstile.machine.ProcessSystem;
import dev.turnstile.machine.Region;
import dev.turnstile.machine.State;
import dev.turnstile.machine.Step;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One process of the rung algorithms, step by step, and omori-2002, example 1. */
final class ClimberTest {
    /** Registers that count their accesses. */
    private static final class Registers implements Cells {
        private final long[] values;
        private int accesses;

        Registers(ProcessSystem system) {
            values = new long[system.cells()];
            system.initialise(this);
            accesses = 0;
        }

        @Override
        public long read(int cell) {
            accesses++;
            return values[cell];
        }

        @Override
        public void write(int cell, long value) {
            accesses++;
            values[cell] = value;
        }

        @Override
        public boolean replace(int cell, long seen, long next) {
            throw new AssertionError("a register can't compare and set");
        }

        @Override
        public long add(int cell, long delta) {
            throw new AssertionError("a register can't add");
        }
    }

    private final ProcessSystem four = new Excl(4, 2);
    private final Registers registers = new Registers(four);
    private final Process[] p = processes(four);

    private static Process[] processes(ProcessSystem system) {
        Process[] processes = new Process[system.sizes().participants()];
        Arrays.setAll(processes, system::process);
        return processes;
    }

    private Step steps(int i, int count) {
        Step step = Step.TAKEN;
        for (int at = 0; at < count; at++) {
            step = p[i].step(registers);
        }
        return step;
    }

    /** Makes one check, which reads three levels of others and then turn. */
    private Step check(int i) {
        return steps(i, 4);
    }

    private void sign(int i) {
        steps(i, 2);
    }

    @Test
    void example1() {
        for (int i = 0; i < 4; i++) { // processes 0 to 3 enter the trying region in this order
            p[i].acquire(1);
            sign(i);
        }
        for (int i = 0; i < 3; i++) { // turn(1) is 3
            check(i);
            assertThat(p[i].progress()).as("p%d is a winner at level 1", i).isEqualTo(1);
        }
        for (int i : new int[] {2, 0, 1}) { // they move to level 2 in this order
            sign(i);
        }
        for (int i : new int[] {0, 2}) { // turn(2) is 1
            check(i);
            assertThat(p[i].region()).isEqualTo(Region.CRITICAL);
        }
        assertThat(check(1)).as("two others are at level 2, and turn(2) is 1").isEqualTo(Step.WAITS);
        assertThat(check(3)).as("three others are at level 1 or above").isEqualTo(Step.WAITS);
        p[0].release();
        steps(0, 1);
        check(1);
        assertThat(p[1].region()).isEqualTo(Region.CRITICAL);
    }

    /** Section 7; for GTEX as corrected: the sum of Q(x)(|G_x| + 2) over the path, plus the exit. */
    @ParameterizedTest
    @CsvSource({"2, 1", "4, 1", "5, 2", "8, 2", "16, 2", "17, 3", "64, 4", "33, 32"})
    void uncontendedStepsAreOneAccessEachAndMatchThePapersCount(int n, int k) {
        int excl = (n - k) * (n + 2) + 1;
        assertThat(accessesAlone(new Excl(n, k), n - 1)).isEqualTo(excl);
        assertThat(accessesAlone(new Naive(n, k), 0)).isEqualTo(excl);
        Tournament tree = new Tournament(n, k);
        for (int i = 0; i < n; i++) {
            int gtex = 1;
            for (int t = 0; t <= tree.bl(); t++) {
                gtex += tree.rungs(tree.g(i, t)) * (tree.g(i, t).size() + 2);
            }
            assertThat(accessesAlone(new Gtex(n, k), i)).isEqualTo(gtex);
        }
    }

    private static int accessesAlone(ProcessSystem system, int i) {
        Registers cells = new Registers(system);
        Process process = system.process(i);
        process.acquire(1);
        int before = 0;
        while (process.region() == Region.TRYING) {
            assertThat(process.step(cells)).isEqualTo(Step.TAKEN);
            assertThat(cells.accesses).isEqualTo(++before);
        }
        process.release();
        process.step(cells);
        assertThat(process.region()).isEqualTo(Region.REMAINDER);
        return cells.accesses;
    }

    /** Section 7: (n-k) ceil(log n) + n ceil(log(n-k+1)). */
    @ParameterizedTest
    @CsvSource({"4, 2, 12", "5, 2, 19", "3, 1, 10", "16, 15, 20"})
    void exclUsesAsManyBitsAsInThePaper(int n, int k, int bits) {
        ProcessSystem system = new Excl(n, k);
        Registers cells = new Registers(system);
        assertThat(State.bits(fields -> system.facts().shared().accept(cells, fields)))
                .isEqualTo(bits);
    }

    @Test
    void givingUpBeforeTheFirstStepHasNoEffect() {
        p[0].acquire(1);
        p[0].cancel();
        assertThat(p[0].region()).isEqualTo(Region.REMAINDER);
        assertThat(registers.accesses).isZero();
    }

    @Test
    void givingUpWithTheLevelSetSignsTurnFirst() {
        p[1].acquire(1);
        steps(1, 1);
        p[1].cancel();
        assertThat(p[1].region()).isEqualTo(Region.EXIT);
        steps(1, 1);
        assertThat(registers.read(4)).as("turn(1)").isEqualTo(1);
        steps(1, 1);
        assertThat(registers.read(1)).as("level(1)").isZero();
        assertThat(p[1].region()).isEqualTo(Region.REMAINDER);
    }

    @Test
    void anAttemptLeavesAtTheFirstFailedCheck() {
        ProcessSystem two = new Excl(2, 1);
        Registers cells = new Registers(two);
        Process inside = two.process(0);
        inside.acquire(1);
        while (inside.region() == Region.TRYING) {
            inside.step(cells);
        }
        Process attempting = two.process(1);
        attempting.attempt(1);
        while (attempting.region() != Region.REMAINDER) {
            assertThat(attempting.step(cells)).isEqualTo(Step.TAKEN);
        }
        assertThat(cells.read(1)).isZero();
    }

    @Test
    void callsInTheWrongRegionAreRejected() {
        assertThatIllegalStateException().isThrownBy(p[0]::release);
        assertThatIllegalStateException().isThrownBy(p[0]::cancel);
        assertThatIllegalStateException().isThrownBy(() -> p[0].step(registers));
        assertThatIllegalArgumentException().isThrownBy(() -> p[0].acquire(2));
    }
}
