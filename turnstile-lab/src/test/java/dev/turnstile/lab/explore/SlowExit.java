package dev.turnstile.lab.explore;

import dev.turnstile.machine.Cells;
import dev.turnstile.machine.Process;
import dev.turnstile.machine.ProcessSystem;
import dev.turnstile.machine.Region;
import dev.turnstile.machine.Sizes;
import dev.turnstile.machine.Step;
import dev.turnstile.machine.facts.ProcessFacts;

/** A system that every process may enter. The first process that leaves waits forever, and later leavers pass it. */
record SlowExit(int processes, int places) implements ProcessSystem {
    @Override
    public int cells() {
        return 1;
    }

    @Override
    public void initialise(Cells shared) {
        shared.write(0, 0);
    }

    @Override
    public Process process(int index) {
        return new Member(index + 1);
    }

    @Override
    public Sizes sizes() {
        return new Sizes(processes, places, 0, 1);
    }

    @Override
    public ProcessFacts facts() {
        return ProcessFacts.of(
                (shared, fields) -> shared.write(0, fields.range("STUCK", shared.read(0), 0, processes)));
    }

    @Override
    public boolean fifo() {
        return false;
    }

    @Override
    public int free(Cells shared) {
        return places;
    }

    private static final class Member extends SimpleProcess {
        private final int number;

        Member(int number) {
            this.number = number;
        }

        @Override
        public Step step(Cells shared) {
            if (region == Region.TRYING) {
                region = Region.CRITICAL;
            } else if (shared.read(0) == 0) {
                shared.write(0, number);
            } else if (shared.read(0) != number) {
                region = Region.REMAINDER;
            }
            return Step.TAKEN;
        }
    }
}
