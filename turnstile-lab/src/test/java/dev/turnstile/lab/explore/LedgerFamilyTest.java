package dev.turnstile.lab.explore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.turnstile.algorithm.Catalogue;
import dev.turnstile.algorithm.ledger.Forgetful;
import dev.turnstile.algorithm.ledger.LedgerSystem;
import dev.turnstile.lab.property.AtMost;
import dev.turnstile.lab.property.Deadlock;
import dev.turnstile.lab.property.FifoEnabling;
import dev.turnstile.lab.property.NoLockout;
import dev.turnstile.machine.Cells;
import dev.turnstile.machine.Process;
import dev.turnstile.machine.ProcessSystem;
import dev.turnstile.machine.Sizes;
import dev.turnstile.machine.facts.ProcessFacts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Checks the ledger exhaustively, transaction by transaction. Processes are killed at any step, any number of times,
 * and start again. Waiters give up, and some requests do not wait.
 */
final class LedgerFamilyTest {
    @ParameterizedTest(name = "k = {0}, units {1} {2} {3}: {4} states")
    @CsvSource({"1, 1, 1, 1, 376", "2, 1, 1, 1, 1231", "2, 1, 2, 1, 811", "2, 2, 2, 2, 509", "3, 1, 2, 3, 855"})
    void killsNeitherLockOutAProcessNorAdmitOneTooMany(int places, int first, int second, int third, int states) {
        Report report = Check.of(() -> new LedgerSystem(3, places))
                .withUnits(first, second, third)
                .withKills()
                .withCancels()
                .withAttempts()
                .withProperties(new AtMost(places), new FifoEnabling(), new Deadlock(), new NoLockout())
                .run();
        assertThat(report.verdict()).isEqualTo(new Verdict.Holds());
        assertThat(report.states()).isEqualTo(states);
    }

    @Test
    void twoProcessesCanBeInsideTogether() {
        assertThat(Check.of(() -> new LedgerSystem(3, 2))
                        .withKills()
                        .withProperties(new AtMost(1))
                        .run()
                        .verdict())
                .isInstanceOf(Verdict.Violated.class);
    }

    @Test
    void aLedgerWithoutCleanupIsCaught() {
        assertThat(Check.of(() -> new Uncleared(new LedgerSystem(2, 1)))
                        .withKills()
                        .withProperties(new NoLockout())
                        .run()
                        .verdict())
                .isInstanceOf(Verdict.Violated.class);
    }

    @Test
    void algorithmsWithoutCleanupRefuseKills() {
        Check check = Check.of(() -> Catalogue.sharedMemory("colored-ticket").system(3, 2));
        assertThatIllegalArgumentException().isThrownBy(check::withKills).withMessageContaining("cannot clean up");
    }

    private record Uncleared(LedgerSystem system) implements ProcessSystem {
        @Override
        public Process process(int index) {
            return new Forgetful(system, index);
        }

        @Override
        public Sizes sizes() {
            return system.sizes();
        }

        @Override
        public int cells() {
            return system.cells();
        }

        @Override
        public void initialise(Cells shared) {
            system.initialise(shared);
        }

        @Override
        public ProcessFacts facts() {
            return system.facts();
        }

        @Override
        public boolean fifo() {
            return true;
        }

        @Override
        public int free(Cells shared) {
            return system.free(shared);
        }
    }
}
